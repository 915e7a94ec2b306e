/** What pieces of logs from other nodes, versions and runtimes showed: nothing is said that the lines do not say, and the next steps fit what they name. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const at = (time: string, rest: string): string =>
  `Mar 11 ${time.slice(0, 8)} worker-b kubelet[3120]: ${rest.replace('%', `0311 ${time}    3120`)}`;
const only = (...lines: readonly string[]): Finding | undefined => diagnoseText(`${lines.join('\n')}\n`).findings[0];

describe('an end that is said twice', () => {
  it('is one end of the same process', () => {
    const finding = only(
      'Mar 11 09:14:02 worker-b kubelet[3120]: Error: failed to parse kubelet flag: unknown flag: --network-plugin',
      at(
        '09:14:02.221940',
        'F% server.go:44] failed to run Kubelet: failed to parse kubelet flag: unknown flag: --network-plugin',
      ),
    );
    expect(finding).toMatchObject({ id: 'config-invalid', confidence: 'high' });
    expect(finding?.explanation).toContain('The kubelet exited at 09:14:02.221');
    expect(finding?.explanation).not.toContain('twice');
  });

  it('is two of two processes', () => {
    const end = (pid: number, second: number): string =>
      `Mar 11 09:14:0${second} worker-b kubelet[${pid}]: Error: failed to parse kubelet flag: unknown flag: --network-plugin`;
    expect(only(end(3120, 2), end(3151, 9))?.explanation).toContain('exited twice');
  });
});

describe('a runtime that a call did not reach', () => {
  const version = (error: string): Finding | undefined =>
    only(
      at(
        '09:14:02.221940',
        `E% remote_runtime.go:85] Version from runtime service failed: rpc error: code = Unavailable desc = ${error}`,
      ),
    );

  it('is not said to have ended at that moment where nobody listens on its socket', () => {
    const finding = version(
      'connection error: desc = "transport: Error while dialing dial unix /var/run/crio/crio.sock: connect: no such file or directory"',
    );
    expect(finding?.title).toBe("The container runtime's socket was not reachable");
    expect(finding?.explanation).toContain('The runtime did not run, or its socket is another.');
  });

  it('is where the connection broke', () => {
    const finding = version(
      'error reading from server: read unix @->/var/run/crio/crio.sock: connection reset by peer',
    );
    expect(finding?.title).toBe('The connection to the container runtime broke');
    expect(finding?.explanation).toContain('crashed at that moment');
  });
});

describe('words that a cut last line has lost', () => {
  it('are taken from an earlier line of the same text', () => {
    const whole =
      'E% runtime.go:78] Observed a panic: runtime.boundsError{x:2, y:2, signed:true, code:0x0} (runtime error: index out of range [2] with length 2)';
    expect(only(at('09:14:02.221940', whole), at('09:14:05.221940', whole.slice(0, -50)))?.explanation).toContain(
      'index out of range [2] with length 2',
    );
  });
});

describe('a volume that is to go', () => {
  it('could not be unmounted, not mounted', () => {
    const finding = only(
      at(
        '09:14:02.221940',
        'E% nestedpendingoperations.go:301] Operation for "{volumeName:kubernetes.io/nfs/1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01-data podName:1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01 nodeName:}" failed. No retries permitted until 2026-03-11 09:14:04.2 +0000 UTC m=+100.1 (durationBeforeRetry 2s). Error: "UnmountVolume.TearDown failed for volume \\"data\\" (UniqueName: \\"kubernetes.io/nfs/1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01-data\\") pod \\"1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01\\" (UID: \\"1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01\\") : unmount failed: exit status 32"',
      ),
    );
    expect(finding).toMatchObject({
      id: 'volumes-failing',
      title: 'Volume data could not be unmounted: the mount of a file server (NFS) could not be taken down',
    });
    expect(finding?.explanation).toContain('Terminating');
    expect(finding?.explanation).toContain('the mount of a file server (NFS) could not be taken down');
  });
});

describe('an operation on a volume that is cut before its error', () => {
  it('is called no mount, and the kind of the volume no reason', () => {
    const finding = only(
      at(
        '09:14:02.221940',
        'E% nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/nfs/1d2f0a53->',
      ),
    );
    expect(finding).toMatchObject({ id: 'volumes-failing', title: 'Volumes could not be mounted or unmounted' });
    expect(finding?.explanation).not.toContain('NFS');
  });

  it('is so within the words that all of them begin with, too', () => {
    const finding = only(at('09:14:02.221940', 'E% nestedpendingoperations.go:267] Operation f'));
    expect(finding).toMatchObject({ id: 'volumes-failing', title: 'Volumes could not be mounted or unmounted' });
    expect(finding?.explanation).not.toContain('"Operation f"');
  });
});

describe('a mount that is gone', () => {
  const looked =
    'E% kubelet_volumes.go:65] pod "1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01" found, but error stat /var/lib/kubelet/pods/1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01/volumes/kubernetes.io~nfs/data: stale NFS file handle occurred during checking mounted volumes from disk';

  it('is not called a volume that could not be mounted', () => {
    const finding = only(at('09:14:02.221940', looked), at('09:14:04.221940', looked));
    expect(finding).toMatchObject({
      id: 'volumes-failing',
      title: 'Volumes could not be looked at: what is mounted is gone',
    });
    expect(finding?.explanation).toContain('what is mounted is gone');
    expect(finding?.explanation).toContain('Terminating');
  });
});

describe('what is left of a pod that is gone', () => {
  it('is looked for in the folder that the line names', () => {
    const finding = only(
      at(
        '09:14:02.221940',
        'E% kubelet_volumes.go:245] "There were many similar errors. Turn up verbosity to see them." err="orphaned pod \\"1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01\\" found, but failed to rmdir() volume at path /data/kubelet/pods/1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01/volumes/kubernetes.io~configmap/c: directory not empty" numErrs=7',
      ),
    );
    expect(finding).toMatchObject({ id: 'orphaned-volumes' });
    expect(finding?.nextSteps[0]).toContain('ls -lR /data/kubelet/pods/1d2f0a53');
    expect(finding?.explanation).toContain('below /data/kubelet/pods');
  });

  it('is a file, where a container had a file of a volume', () => {
    const finding = only(
      at(
        '09:14:02.221940',
        'E% kubelet_volumes.go:245] "There were many similar errors. Turn up verbosity to see them." err="orphaned pod \\"1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01\\" found, but failed to rmdir() subpath at path /var/lib/kubelet/pods/1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01/volume-subpaths/certs/web/0: not a directory" numErrs=3',
      ),
    );
    expect(finding?.nextSteps[0]).toContain('1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01/volume-subpaths | head');
    expect(finding?.nextSteps.join(' ')).toContain('remove it with `rm <path>`');
  });
});

describe('the port that is in use', () => {
  it('is the one that the line names', () => {
    const finding = only(
      at(
        '09:14:02.221940',
        'E% server.go:203] "Failed to listen and serve" err="listen tcp 127.0.0.1:10351: bind: address already in use"',
      ),
    );
    expect(finding?.nextSteps[0]).toContain(":(10351)\\b'");
  });
});

describe('a refusal of one moment', () => {
  const refused = (time: string): string =>
    at(
      time,
      'E% kubelet_node_status.go:377] Error updating node status, will retry: error getting node "worker-b": Unauthorized',
    );
  it('is no node that stays away', () => {
    const finding = only(refused('09:14:02.221940'), refused('09:35:20.105533'));
    expect(finding).toMatchObject({ id: 'api-refuses', confidence: 'low' });
    expect(finding?.explanation).not.toContain('Unknown after 40s');
  });

  it('is one where the next tries are refused too', () => {
    const finding = only(refused('09:14:02.221940'), refused('09:14:12.221940'), refused('09:14:22.221940'));
    expect(finding?.confidence).not.toBe('low');
  });
});

describe('a runtime that others ask in vain', () => {
  const LISTED =
    'E% resource_metrics.go:161] "Error getting summary for resourceMetric prometheus endpoint" err="failed to list pod stats: failed to get pod or container map: failed to list all containers: rpc error: code = DeadlineExceeded desc = context deadline exceeded"';
  const skip = (time: string, ago: string): string =>
    at(
      time,
      `E% kubelet.go:2460] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${ago} ago; threshold is 3m0s"`,
    );

  it('is told by who measures pods, where the lines of the calls themselves are not there', () => {
    expect(
      only(at('09:14:01.221940', LISTED), skip('09:14:02.221940', '9m34.4s'), skip('09:14:07.221940', '9m39.4s')),
    ).toMatchObject({ id: 'list-calls-hang', confidence: 'high' });
  });

  it('is told by a sandbox that could not be stopped, without a cause that the log does not show', () => {
    const { findings, answer } = diagnoseText(
      [
        at(
          '09:14:01.221940',
          'E% kuberuntime_gc.go:138] Failed to stop sandbox "90aa13f4c2d85e76b1104f3c8dd07e29a6b5f4830c17de92aa04b6c15fe38d21" before removing: rpc error: code = 4 desc = context deadline exceeded',
        ),
        skip('09:14:02.221940', '3m5.3s'),
        skip('09:14:07.221940', '3m10.3s'),
      ].join('\n'),
    );
    expect(findings.filter(({ confidence }) => confidence !== 'low')).toEqual([]);
    expect(plain(answer)).toContain('others got no answer at that time, so the runtime is where to look');
  });

  it('has the commands of docker where docker is named', () => {
    const finding = only(
      at(
        '09:14:02.221940',
        'E% eviction_manager.go:254] "Eviction manager: failed to get summary stats" err="failed to get imageFs stats: failed to get image stats: rpc error: code = Unknown desc = Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?"',
      ),
    );
    expect(finding?.id).toBe('runtime-unreachable');
    expect(finding?.nextSteps[0]).toContain('systemctl status docker');
  });

  it('is docker where its client gives up', () => {
    const finding = only(
      at(
        '09:14:02.221940',
        'E% generic.go:193] GenericPLEG: Unable to retrieve pods: operation timeout: context deadline exceeded',
      ),
    );
    expect(finding?.nextSteps[0]).toContain('docker ps');
  });
});

describe('a storage controller that waits', () => {
  const kernel = (second: number, waited: number): string =>
    `Mar 11 09:14:0${second} worker-b kernel: megaraid_sas 0000:3b:00.0: [${waited}]waiting for 41 commands to complete for scsi2`;
  it('is a disk that fails', () => {
    const finding = only(
      kernel(1, 20),
      at('09:14:03.221940', 'I% kubelet.go:2210] "SyncLoop UPDATE" source="api" pods=["default/web"]'),
      kernel(6, 25),
    );
    expect(finding?.id).toBe('disk-io');
    expect(finding?.evidence.map(({ line }) => line)).toEqual([1, 3]);
  });

  it('is none in the output of a pod', () => {
    expect(
      only(
        'Mar 11 09:14:01 worker-b app[7]: waiting for 41 commands to complete for scsi2',
        at('09:14:03.221940', 'I% kubelet.go:2210] "SyncLoop UPDATE" source="api" pods=["default/web"]'),
      ),
    ).toBeUndefined();
  });
});

describe('an event that was lost', () => {
  const NOT_MOUNTED =
    'Failed to start ContainerManager system validation failed - Following Cgroup subsystem not mounted: [memory]';
  const lost = (reason: string, message = NOT_MOUNTED): string =>
    at(
      '09:14:03.221940',
      `E% event.go:142] Unable to write event '&api.Event{TypeMeta:unversioned.TypeMeta{Kind:"", APIVersion:""}, Reason:"${reason}", Message:"${message}", Source:api.EventSource{Component:"kubelet", Host:"worker-b"}, Count:1, Type:"Warning"}' (retry limit exceeded!)`,
    );
  it('still tells why the kubelet did not start', () => {
    expect(
      diagnoseText(lost('KubeletSetupFailed'))
        .findings.filter(({ confidence }) => confidence === 'high')
        .map(({ id }) => id),
    ).toContain('container-manager');
  });

  it('tells of a configuration as an end would', () => {
    const text =
      'start cpu manager error: the static policy requires systemreserved.cpu + kubereserved.cpu to be greater than zero';
    expect(diagnoseText(lost('KubeletSetupFailed', text)).findings[0]?.title).toBe(
      'The kubelet does not start, for its CPU manager (static) needs a processor that is reserved',
    );
  });

  it('tells nothing of another reason', () => {
    expect(diagnoseText(lost('Unhealthy')).findings.map(({ id }) => id)).not.toContain('container-manager');
  });
});

describe('a disk of images that is full to its threshold', () => {
  const FULL =
    'I% image_manager.go:234] [ImageManager]: Disk usage on "/dev/vdb" (/data/docker) is at 91% which is over the high threshold (90%). Trying to free 1400996823 bytes';
  it('is a note, also of a kubelet that a shell runs', () => {
    expect(only(at('09:14:03.221940', FULL).replace('kubelet[', 'bash['))).toMatchObject({
      id: 'disk-pressure',
      confidence: 'low',
      title: 'The disk with the images was 91 % full, so images are removed',
    });
  });
});

describe('a probe that fails through all of a short piece', () => {
  const failed = (time: string): string =>
    at(
      time,
      'I% prober.go:117] Readiness probe for "dns-7f_kube-system(1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01):dns" failed (failure): HTTP probe failed with statuscode: 503',
    );
  it('is told with low confidence', () => {
    expect(only(failed('09:14:01.221940'), failed('09:14:11.221940'), failed('09:14:21.221940'))).toMatchObject({
      id: 'probes-failing',
      confidence: 'low',
    });
  });

  it('is that of a container that starts where the piece goes on without it', () => {
    expect(
      only(
        failed('09:14:01.221940'),
        failed('09:14:11.221940'),
        failed('09:14:21.221940'),
        at('09:14:58.221940', 'I% kubelet.go:2210] "SyncLoop UPDATE" source="api" pods=["default/web"]'),
      ),
    ).toBeUndefined();
  });
});

describe('a node that was reported NotReady', () => {
  it('is told first where no line says why', () => {
    const { answer } = diagnoseText(
      [
        at(
          '09:11:03.221940',
          'I% provider.go:116] Refreshing cache for provider: *credentialprovider.defaultDockerConfigProvider',
        ),
        at(
          '09:14:40.357386',
          'I% setters.go:518] Node became not ready: {Type:Ready Status:False LastHeartbeatTime:2026-03-11 09:14:40.357320576 +0000 UTC m=+6391.653089090 LastTransitionTime:2026-03-11 09:14:4',
        ),
      ].join('\n'),
    );
    expect(plain(answer).split('\n')[0]).toContain(
      'no unhealthy time in this log, but the node was reported NotReady at 09:14:40.357; the line does not say why',
    );
  });

  it('is told as normal where a kubelet starts', () => {
    const started = (text: string): string | undefined =>
      plain(
        diagnoseText(
          [
            at('15:47:05.089548', 'I% kubelet.go:1805] Starting kubelet main sync loop.'),
            at(
              '15:47:05.089608',
              'I% kubelet.go:1822] skipping pod synchronization - [container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]',
            ),
            at(
              '15:47:05.235846',
              `I% setters.go:521] Node became not ready: {Type:Ready Status:False LastHeartbeatTime:2021-01-09 15:47:05.235728799 +0800 CST m=+20.589261855 LastTransitionTime:2021-01-09 15:47:05.235728799 +0800 CST m=+20.589261855 Reason:KubeletNotReady Message:${text}}`,
            ),
          ].join('\n'),
        ).answer,
      ).split('\n')[0];
    expect(started('container runtime status check may not have completed yet')).toContain(
      'but the node was reported NotReady at 15:47:05.235 ("container runtime status check may not have completed yet"), which is normal for a start.',
    );
    expect(started('container runtime is down')).not.toContain('normal for a start');
  });
});

describe('volumes beside a short trouble of the API server', () => {
  const failed = (time: string): string =>
    at(
      time,
      'E% nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/csi/smb.csi.k8s.io^files podName: nodeName:}" failed. No retries permitted until 2026-03-11 09:20:04.2 +0000 UTC m=+100.1 (durationBeforeRetry 2m2s). Error: MountVolume.MountDevice failed for volume "files" (UniqueName: "kubernetes.io/csi/smb.csi.k8s.io^files") pod "web-1" (UID: "1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01") : rpc error: code = Internal desc = mount "//files.example.org/a" on "/var/lib/kubelet/plugins/kubernetes.io/csi/smb.csi.k8s.io/1d2f0a530c6e4a0e8f0e6d1f1b1c2a01/globalmount" failed with mount failed: exit status 32 Mounting command: mount Mounting arguments: -t cifs -o dir_mode=0775,file_mode=0664,uid=1001,gid=100,noperm,mfsymlinks,noserverino //files.example.org/a Output: mount error: could not resolve address for files.example.org: Unknown error',
    );
  const lease = (time: string): string =>
    at(time, 'E% controller.go:195] "Failed to update lease" err="etcdserver: request timed out"');

  it('come first, and the end of the error says why', () => {
    const { findings } = diagnoseText(
      [
        failed('09:14:02.221940'),
        failed('09:14:34.221940'),
        lease('09:15:02.221940'),
        lease('09:15:09.221940'),
        lease('09:15:16.221940'),
        failed('09:16:04.221940'),
        failed('09:18:04.221940'),
        '',
      ].join('\n'),
    );
    expect(findings.map(({ id }) => id)).toEqual(['volumes-failing', 'api-unreachable']);
    expect(findings[0]?.explanation).toContain('could not resolve address');
    expect(findings[0]?.nextSteps[0]).toContain('getent hosts');
    expect(findings[1]?.title).toContain('got no answer from its etcd');
  });
});

describe('a runtime whose connection breaks while containers are stopped', () => {
  const broken = (time: string, pod: string): string =>
    at(
      time,
      `E% kuberuntime_container.go:707] "Container termination failed with gracePeriod" err="rpc error: code = Unavailable desc = error reading from server: EOF" pod="default/${pod}" podUID="1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01" containerName="web" containerID="containerd://${'a'.repeat(64)}" gracePeriod=30`,
    );

  it('is named, with the pods', () => {
    const finding = only(
      broken('09:14:02.221940', 'web-1'),
      broken('09:14:02.222940', 'web-2'),
      broken('09:14:02.223940', 'web-3'),
    );
    expect(finding).toMatchObject({ id: 'runtime-unreachable', confidence: 'medium' });
    expect(finding?.explanation).toContain('3 pods');
  });

  it('is not meant by a registry that the runtime cannot reach', () => {
    const pulled = (time: string): string =>
      at(
        time,
        'E% remote_image.go:180] "PullImage from image service failed" err="rpc error: code = Unknown desc = Error response from daemon: Get \\"http://localhost:5000/v2/\\": dial tcp [::1]:5000: connect: connection refused" image="localhost:5000/a:1"',
      );
    const { findings } = diagnoseText(
      ['09:14:02.221940', '09:14:12.221940', '09:14:32.221940', '']
        .map((time) => (time === '' ? '' : pulled(time)))
        .join('\n'),
    );
    expect(findings.map(({ id }) => id)).not.toContain('runtime-unreachable');
  });
});

describe('files that are counted without a pause', () => {
  const counted = (time: string, took: string): string =>
    at(
      time,
      `I% fsHandler.go:135] du and find on following dirs took ${took}: [/var/lib/docker/overlay2/${'1'.repeat(64)}/diff]; will not log again for this container unless duration exceeds 4s`,
    );

  it('are worth a word, a single count of seconds is not', () => {
    expect(
      only(counted('09:14:02.221940', '3.4s'), counted('09:14:08.221940', '5.2s'), counted('09:14:10.221940', '5.1s')),
    ).toMatchObject({
      id: 'housekeeping-slow',
      confidence: 'low',
    });
    expect(only(counted('09:14:02.221940', '5.4s'))).toBeUndefined();
  });
});

describe('an inspection that times out', () => {
  it('is not said to be none of what PLEG does', () => {
    const line = (time: string): string =>
      at(
        time,
        'E% kuberuntime_manager.go:1003] "PodSandboxStatus of sandbox for pod" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" podSandboxID="30d52e4fb7a0" pod="default/web-1"',
      );
    const { findings } = diagnoseText(
      `${line('09:14:02.221940')}\n${line('09:16:03.221940')}\n${line('09:18:04.221940')}\n`,
    );
    expect(findings.find(({ id }) => id === 'runtime-calls-time-out')?.explanation).not.toContain(
      'only lists and inspects',
    );
  });
});

describe('PLEG that has not listed once while the runtime says how it is', () => {
  it('is not said to follow a loop that stood still', () => {
    const skip = (time: string): string =>
      at(
        time,
        'I% kubelet.go:1758] skipping pod synchronization - [PLEG is not healthy: pleg was last seen active 2562047h47m16.854775807s ago; threshold is 3m0s]',
      );
    const times = ['09:14:02.221940', '09:14:07.221940', '09:14:12.221940', '09:14:17.221940'];
    const finding = only(...times.map(skip), at('09:14:18.221940', 'I% setters.go:73] Using node IP: "10.1.2.3"'));
    expect(finding?.id).toBe('list-calls-hang');
    expect(finding?.explanation).toContain('PLEG has not listed once since this kubelet started');
    expect(finding?.explanation).not.toContain('stood still');
    expect(finding?.nextSteps.join('\n')).not.toContain('paused');
  });
});

describe('a name that another container has', () => {
  const line = (id: string): string =>
    at(
      '09:14:02.221940',
      `E% remote_runtime.go:200] CreateContainer in sandbox "8d7b2f3a4c5d" from runtime service failed: rpc error: code = Unknown desc = Error response from daemon: Conflict. The container name "/k8s_net_overlay-x_kube-system_9b1c2d3e-0000-11e8-8d7b-0242ac110002_10" is already in use by container "${id}". You have to remove (or rename) that container to be able to reuse that name.`,
    );

  it('is told with the pod whose name it is, and with who has it', () => {
    const finding = only(line('0edb6c1f7a52b98c0d3e5f64'));
    expect(finding).toMatchObject({
      id: 'pods-crashing',
      title: 'Containers of kube-system/overlay-x cannot be started',
    });
    expect(finding?.nextSteps[0]).toContain('docker rm -f 0edb6c1f7a52`');
  });

  it('is looked for where its id was made unreadable', () => {
    expect(only(line('0edbxxxx'))?.nextSteps[0]).not.toContain('rm -f');
  });
});

describe('folders of pods that a kubelet before 1.5 could not remove', () => {
  it('are counted from one line, other errors of housekeeping are none', () => {
    const of = (error: string): Finding | undefined =>
      only(at('09:14:02.221940', `E% kubelet.go:2596] Failed cleaning pods: ${error}`));
    const folder = (uid: string): string => `remove /var/lib/kubelet/pods/${uid}/volumes/x: device or resource busy`;
    expect(
      of(`[${folder('6eaa9b61-978d-11e6-bc6f-a0369f90f4d0')}, ${folder('d9df9d0f-b54d-11e6-b4ad-a0369f90f4d0')}]`),
    ).toMatchObject({ id: 'orphaned-volumes', title: 'Folders of 2 orphaned pods are left on the disk' });
    expect(of('rpc error: code = Unknown desc = failed')?.id).not.toBe('orphaned-volumes');
  });
});

describe('an end that systemctl status has cut in the middle', () => {
  it('is that of the cgroup drivers where nothing else begins so', () => {
    const end = (text: string): Finding | undefined =>
      only(at('09:14:02.221940', `F% server.go:274] failed to run Kubelet: ${text}`));
    expect(end('misconfigurati...ystemd"')).toMatchObject({ id: 'cgroup-driver', confidence: 'high' });
    expect(end('unable to...ystemd"')?.id).not.toBe('cgroup-driver');
  });
});

describe('a kubelet whose lines others follow in the same capture', () => {
  const notReady = (time: string): string =>
    at(
      time,
      'E% kubelet.go:2347] "Container runtime network not ready" networkReady="NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized"',
    );
  const snap = 'Mar 11 09:42:07 worker-b systemd[1]: snapd.service: start operation timed out. Terminating.';

  it('still had a trouble that its last lines show', () => {
    const { answer } = diagnoseText(`${[notReady('09:29:42.150703'), notReady('09:29:47.157809'), snap].join('\n')}\n`);
    expect(plain(answer)).toContain('Seen from 09:29:42.150 to 09:29:47.157. ');
    expect(answer.state).toBe('unhealthy-at-end');
  });

  it('had got over one that its own later lines do not show', () => {
    const later = at('09:39:47.157809', 'I% kubelet.go:2421] "SyncLoop ADD" source="api" pods=["default/web-0"]');
    const { answer } = diagnoseText(
      `${[notReady('09:29:42.150703'), notReady('09:29:47.157809'), later, snap].join('\n')}\n`,
    );
    expect(plain(answer)).toContain('Seen from 09:29:42.150 to 09:29:47.157, and not after that.');
    expect(answer.state).toBe('recovered');
  });

  it('is the one whose time next steps name', () => {
    const ended = at(
      '09:25:40.008430',
      'E% server.go:302] "Failed to run kubelet" err="failed to run Kubelet: unable to determine runtime API version: rpc error: code = Unavailable desc = connection error: desc = \\"transport: Error while dialing dial unix /run/containerd/containerd.sock: connect: no such file or directory\\""',
    );
    const next = notReady('09:29:42.150703').replaceAll('3120', '4046');
    const exit =
      'Mar 11 09:25:40 worker-b systemd[1]: kubelet.service: main process exited, code=exited, status=1/FAILURE';
    const { findings } = diagnoseText(`${[ended, exit, next, snap].join('\n')}\n`);
    expect(findings[0]?.nextSteps.join('\n')).toMatch(/--until "\d{4}-03-11 09:26:00"/);
    // What the next one has at the end is told first.
    const last = notReady('09:31:47.157809').replaceAll('3120', '4046');
    expect(plain(diagnoseText(`${[ended, exit, next, last].join('\n')}\n`).answer)).toContain(
      "worker-b: the node's network was not ready. Seen from 09:29:42.150 to the end of the log.",
    );
    // No line tells that it started then.
    const added = (time: string): string =>
      at(time, 'I% kubelet.go:2421] "SyncLoop ADD" source="api" pods=["default/web-0"]').replaceAll('3120', '4046');
    expect(
      plain(diagnoseText(`${[ended, exit, added('09:29:42.150703'), added('09:31:47.157809')].join('\n')}\n`).answer),
    ).toContain('The kubelet seen from 09:29:42.150 was still at work');
  });
});

describe('a start that failed on one node', () => {
  it('is no cause of an unhealthy time on another', () => {
    const fatal = at(
      '09:14:02.221940',
      'F% kubelet.go:1400] Failed to start ContainerManager Cannot set property TasksAccounting, or unknown property.',
    );
    const stale = (host: string): string =>
      `Mar 11 09:20:34 ${host} kubelet[7450]: E0311 09:20:34.364611    7450 kubelet.go:1926] skipping pod synchronization - PLEG is not healthy: pleg was last seen active 3m0.048796938s ago; threshold is 3m0s`;
    const { answer, findings } = diagnoseText(`${[fatal, stale('worker-c')].join('\n')}\n`);
    expect(plain(answer)).not.toContain('Likely cause');
    expect(findings[0]).toMatchObject({ id: 'container-manager' });
    expect(findings[0]?.nextSteps[0]).toContain('systemctl --version');
    expect(plain(diagnoseText(`${[fatal, stale('worker-b')].join('\n')}\n`).answer)).toContain('Likely cause');
  });
});

describe('a container manager of which the last line of a paste is cut', () => {
  it('is told by a line before it', () => {
    const skip = (second: number, text: string): string =>
      at(
        `09:14:0${second}.221897`,
        `I% kubelet.go:1752] skipping pod synchronization - [Failed to start ContainerManager ${text}`,
      );
    const whole = "failed to initialise top level QOS containers: root container /kubepods doesn't exist]";
    const finding = only(skip(1, whole), skip(6, whole.slice(0, 40)));
    expect(finding).toMatchObject({ id: 'container-manager' });
    expect(finding?.explanation).toContain('root container /kubepods doesn\'t exist"');
  });
});

describe('a container manager of which the edge of a screen has cut why it could not start', () => {
  it('is told, and that the line is to be seen whole', () => {
    const finding = only(
      at('09:14:02.221897', 'I% kubelet.go:2347] "Starting kubelet main sync loop"'),
      at('09:14:02.221925', 'E% kubelet.go:2371] "Skipping pod synchronization" err=>'),
      at('09:14:02.233246', 'E% kubelet.go:1550] "Failed to start ContainerManager" >'),
      'Mar 11 09:14:02 worker-b systemd[1]: kubelet.service: Main process exited, code=exited, status=1/FAILURE',
    );
    expect(finding).toMatchObject({ id: 'container-manager' });
    expect(finding?.explanation).toContain('Why is cut off in its line.');
    expect(finding?.nextSteps[0]).toContain('journalctl -u kubelet');
  });
});

describe('a plug-in whose words the edge of a screen has cut in some lines', () => {
  it('is told by those that are whole', () => {
    const cut = (time: string): string =>
      at(time, 'E% cni.go:361] "Error adding pod to network" err="unable to connect to Cilium dae>');
    const whole = at(
      '20:44:18.428698',
      'E% cni.go:361] "Error adding pod to network" err="unable to connect to Cilium daemon: failed to create cilium agent client after 30.000000 seconds timeout: Get \\"http://localhost/v1/config\\": dial unix /var/run/cilium/cilium.sock: connect: no such file or directory\\nIs the agent running?" pod="default/web-0"',
    );
    expect(only(cut('20:44:17.986337'), whole, cut('20:44:19.986337'))?.title).toBe(
      'The agent of the network plug-in did not answer on this node',
    );
  });
});

describe('volumes of pods that are gone', () => {
  it('are not counted where the line is cut before their number', () => {
    const finding = only(
      at(
        '20:44:19.582819',
        'E% kubelet_volumes.go:245] "There were many similar errors. Turn up verbosity to see them." err="orphaned pod \\"1f1a54f9-7023-4995-a4c0-de78>',
      ),
    );
    expect(finding).toMatchObject({
      id: 'orphaned-volumes',
      title: 'Folders of an orphaned pod are left on the disk',
    });
    expect(finding?.explanation).not.toContain('one of 1');
  });
});

describe('a panic behind the lines of a journal', () => {
  const line = at('09:14:02.221940', 'E% kubelet.go:2105] node "worker-b" not found');
  const panic = [
    'panic: runtime error: invalid memory address or nil pointer dereference',
    '[signal SIGSEGV: segmentation violation code=0x1 addr=0x18 pc=0xbc3f7b]',
    '',
    'goroutine 1 [running]:',
    'main.main()',
  ];
  const idsOf = (...lines: readonly string[]): readonly string[] =>
    diagnoseText(`${lines.join('\n')}\n`).findings.map(({ id }) => id);

  it('is of another program where the journal names no writer of it', () => {
    expect(idsOf(line, '$ ./provision apply', ...panic)).not.toContain('panic');
  });

  it('is the kubelet’s where it does, and where no line has a writer', () => {
    expect(idsOf(line, ...panic.map((text) => `Mar 11 09:14:03 worker-b kubelet[3120]: ${text}`))).toContain('panic');
    expect(idsOf(line.replace(/^.*?: /, ''), ...panic)).toContain('panic');
  });
});

describe('a container that docker could not inspect for another call', () => {
  it('is what PLEG waits for, less surely', () => {
    const finding = only(
      at(
        '21:48:13.187571',
        'E% remote_runtime.go:326] "StartContainer from runtime service failed" err="rpc error: code = Unknown desc = failed to get container \\"542bb5c0da31cbe7960c46b97a41edd087ca7dfb9aa1b37f27ef4fecc27721c6\\" log path: failed to inspect container \\"542bb5c0da31cbe7960c46b97a41edd087ca7dfb9aa1b37f27ef4fecc27721c6\\": operation timeout: context deadline exceeded" containerID="542bb5c0da31cbe7960c46b97a41edd087ca7dfb9aa1b37f27ef4fecc27721c6"',
      ),
      at(
        '21:49:17.171114',
        'E% kubelet.go:2010] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m1.104514415s ago; threshold is 3m0s"',
      ),
    );
    expect(finding).toMatchObject({
      id: 'inspect-calls-hang',
      confidence: 'medium',
      title: 'The runtime could not inspect container 542bb5c0da31c',
    });
  });
});

describe('a kubelet that may not set the kernel', () => {
  it('is told to pass over the values, where its own line hints at that', () => {
    const finding = only(
      at(
        '16:50:08.902786',
        'E% container_manager_linux.go:440] "Updating kernel flag failed (Hint: enable KubeletInUserNamespace feature flag to ignore the error)" err="open /proc/sys/kernel/panic: permission denied" flag="kernel/panic"',
      ),
    );
    expect(finding).toMatchObject({ id: 'kernel-setting' });
    expect(finding?.nextSteps[0]).toContain('KubeletInUserNamespace: true');
  });

  it.each([
    ['operation not permitted', 'KubeletInUserNamespace: true'],
    ['no such file or directory', 'In a container: give it /dev/kmsg'],
  ])('is told what lets it start without the messages of the kernel: %s', (error, step) => {
    const finding = only(
      at(
        '04:38:15.095965',
        `F% server.go:269] failed to run Kubelet: failed to create kubelet: open /dev/kmsg: ${error}`,
      ),
    );
    expect(finding?.id).toBe('kernel-setting');
    expect(finding?.explanation).not.toContain('a module is loaded');
    expect(finding?.nextSteps[0]).toContain(step);
  });
});

it('does not say that a node has recovered where the log ends with the first skip of a new kubelet', () => {
  const skip = (time: string, elapsed: string): string =>
    `Jul 03 ${time.slice(0, 8)} w4 kubelet[1946]: E0703 ${time}    1946 kubelet.go:1879] skipping pod synchronization - PLEG is not healthy: pleg was last seen active ${elapsed} ago; threshold is 3m0s`;
  const old = [skip('20:06:26.989827', '3m0.108053792s'), skip('20:06:27.089940', '3m0.208169468s')];
  const begun = [
    'Jul 03 20:10:48 w4 kubelet[4653]: I0703 20:10:48.289245    4653 kubelet.go:1855] Starting kubelet main sync loop.',
    'Jul 03 20:10:48 w4 kubelet[4653]: E0703 20:10:48.289303    4653 kubelet.go:1879] skipping pod synchronization - [container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]',
  ];
  const later =
    'Jul 03 20:12:48 w4 kubelet[4653]: I0703 20:12:48.508392    4653 kubelet.go:1948] SyncLoop (UPDATE, "api"): "web_shop(895aded8-7556-4c00-aca5-6c6e7aacf7a2)"';
  expect(diagnoseText([...old, ...begun].join('\n')).answer.state).toBe('unknown');
  expect(diagnoseText([...old, ...begun, later].join('\n')).answer.state).toBe('recovered');
});

describe('a kubelet that ends for a file that is not there', () => {
  const ends = (file: string): Finding | undefined =>
    only(
      at(
        '09:14:02.221940',
        `F% server.go:199] failed to load Kubelet config file ${file}, error: open ${file}: no such file or directory`,
      ),
      'Mar 11 09:14:02 worker-b systemd: kubelet.service: main process exited, code=exited, status=255/n/a',
    );

  it('is told which file, and whether the node has joined', () => {
    const finding = ends('/var/lib/kubelet/config.yaml');
    expect(finding?.title).toBe('The kubelet does not start, for /var/lib/kubelet/config.yaml is not there');
    expect(finding?.nextSteps[0]).toContain('`ls -l /var/lib/kubelet/config.yaml`; without that file nobody has run');
    expect(finding?.explanation).not.toContain('After an upgrade');
  });

  it('is told nothing of a node that has not joined where kubeadm writes no such file', () => {
    const finding = ends('/opt/kubernetes/kubelet.yaml');
    expect(finding?.title).toBe('The kubelet does not start, for /opt/kubernetes/kubelet.yaml is not there');
    expect(finding?.nextSteps.join(' ')).not.toContain('nobody has run');
  });

  it('names the file that could not be loaded where the line is cut before it says why, or it holds something else', () => {
    const titles = (text: string): readonly unknown[] => {
      const finding = only(at('09:14:02.221940', `E% run.go:72] "command failed" err="${text}`));
      return [finding?.title, String(finding?.nextSteps[0])];
    };
    const load =
      'failed to load kubelet config file, path: /var/lib/kubelet/config.yaml, error: failed to load Kubelet config file /var/lib/kubelet/config.yaml, error failed to read kubelet config file \\"/var/lib/kubelet/config.yaml\\", error: open /var/lib/kubelet/';
    expect(titles(`${load}co>`)).toEqual([
      'The kubelet does not start, for it cannot load /var/lib/kubelet/config.yaml',
      expect.stringContaining('has joined yet'),
    ]);
    for (const cut of ['/var/lib/kubelet/config.ya>', '/var/lib/kubelet/config.yaml', '/var/lib/kubelet/c…'])
      expect(titles(`failed to load kubelet config file, path: ${cut}`)[0]).toBe(
        'The kubelet does not start, for it cannot load /var/lib/kubelet/config.yaml',
      );
    expect(titles('failed to load kubelet config file, path: /var/lib/kubelet/other>')[0]).not.toContain('for');
    // However much of it a terminal shows (cmd/kubelet/app/server.go of 1.20, 1.22 and 1.30).
    const known = [
      'The kubelet does not start with its flags or configuration',
      'The kubelet does not start, for it cannot load /var/lib/kubelet/config.yaml',
      'The kubelet does not start, for /var/lib/kubelet/config.yaml is not there',
    ];
    const behind =
      'failed to load Kubelet config file /var/lib/kubelet/config.yaml, error failed to read kubelet config file "/var/lib/kubelet/config.yaml", error: open /var/lib/kubelet/config.yaml: no such file or directory';
    const escaped = behind.replaceAll('"', '\\"');
    for (const line of [
      `F% server.go:198] ${behind}`,
      `E% server.go:204] "Failed to load kubelet config file" err="${escaped}`,
      `E% run.go:74] "command failed" err="failed to load kubelet config file, path: /var/lib/kubelet/config.yaml, error: ${escaped}`,
    ])
      for (let end = line.indexOf('config file') + 11; end < line.length; end += 13)
        for (const mark of ['>', '…']) {
          const finding = only(at('09:14:02.221940', `${line.slice(0, end)}${mark}`));
          expect(known).toContain(finding?.title);
          expect(finding?.nextSteps[0]).toContain('has joined yet');
        }
    expect(
      titles(
        'failed to load Kubelet config file /etc/kubernetes/kubelet/config.json, error failed to read kubelet config file \\"/etc/kubernetes/kubelet/config.json\\", error: read>',
      ),
    ).toEqual([
      'The kubelet does not start, for it cannot load /etc/kubernetes/kubelet/config.json',
      expect.stringContaining('systemctl cat kubelet'),
    ]);
    expect(
      titles(
        'failed to load Kubelet config file /var/lib/kubelet/config.yaml, error failed to read kubelet config file \\"/var/lib/kubelet/config.yaml\\", error: open /var/lib/kubelet/config.yaml: permission denied',
      ),
    ).toEqual([
      'The kubelet does not start, for it cannot load /var/lib/kubelet/config.yaml',
      expect.stringContaining('`ls -lZ /var/lib/kubelet/config.yaml`'),
    ]);
    expect(titles(`${load}config.yaml: no such fi>`)).toEqual([
      'The kubelet does not start, for /var/lib/kubelet/config.yaml is not there',
      expect.stringContaining('has joined yet'),
    ]);
    expect(
      titles(
        'failed to construct kubelet dependencies: unable to load client CA file /etc/k/ca.pem: error creating pool from /etc/k/ca.pem: data does not contain any valid RSA or ECDSA certificates"',
      ),
    ).toEqual([
      'The kubelet does not start, for it cannot load /etc/k/ca.pem',
      expect.stringContaining('-in /etc/k/ca.pem`'),
    ]);
  });
});

describe('a file system that cAdvisor has not measured yet', () => {
  it('is no trouble of a start', () => {
    const { findings } = diagnoseText(
      `${at('09:14:02.221940', 'E% container_manager_linux.go:603] [ContainerManager]: Fail to get rootfs information unable to find data for container /')}\n`,
    );
    expect(findings.map(({ id }) => id)).not.toContain('cadvisor-failed');
  });
});

describe('a panic', () => {
  const stack = '(runtime error: invalid memory address or nil pointer dereference)';

  it('was caught where the last line says that somebody recovered from it', () => {
    const finding = only(
      at('09:14:02.737240', `E% util.go:82] Recovered from panic: "invalid memory address" ${stack}`),
    );
    expect(finding?.explanation).toContain('The panic was caught, so the kubelet went on');
  });

  it('may have ended the kubelet where it was only observed', () => {
    const finding = only(
      at('09:14:02.737240', `E% runtime.go:66] Observed a panic: "invalid memory address" ${stack}`),
    );
    expect(finding?.explanation).toContain('do not show whether the panic was caught');
  });
});

describe('lines that were written late', () => {
  const late = (stamp: string, text: string): string =>
    `Nov 17 06:10:17 m1 kubelet[3359]: E1117 ${stamp}    3359 ${text}`;

  it('were held up by no limit', () => {
    const { findings } = diagnoseText(
      [
        late('06:09:43.133493', 'kubelet_pods.go:1027] Error listing containers: context deadline exceeded'),
        late('06:09:26.755158', 'kubelet_pods.go:1027] Error listing containers: context deadline exceeded'),
        late('06:10:17.448332', 'kubelet.go:1990] Failed cleaning pods: context deadline exceeded'),
      ].join('\n'),
    );
    const finding = findings.find(({ id }) => id === 'journal-loss');
    expect(finding?.title).toBe('Lines reached the journal late');
    expect(finding?.nextSteps.join(' ')).not.toContain('RateLimit');
  });
});

describe('a pod whose worker is named by its uid alone (up to 1.6)', () => {
  const made =
    'failed to create network for container default-web-1-infra in sandbox 0f5060b27eea3f4768981700ac0bcf32b1117e057a78a92627606e3ba4b1711a: cni config broken';
  const uid = 'd7c65bda-6d6d-11e7-96ff-525400b88b0e';

  it('is the one whose sandbox could not be made', () => {
    const sandbox = `CreatePodSandbox for pod "web-1_default(${uid})" failed: rpc error: code = 2 desc = ${made}`;
    const finding = only(
      at('09:14:02.842509', `E% kuberuntime_sandbox.go:54] ${sandbox}`),
      at(
        '09:14:02.842616',
        `E% pod_workers.go:184] Error syncing pod ${uid}, skipping: failed to "CreatePodSandbox" for "web-1_default(${uid})" with CreatePodSandboxError: "${sandbox.replaceAll('"', '\\"')}"`,
      ),
    );
    expect(finding).toMatchObject({
      id: 'pod-sandbox-broken',
      title: 'The sandbox of default/web-1 could not be made',
    });
  });

  it('stays apart where the error names another', () => {
    const other = (name: string, id: string): string =>
      at(
        '09:14:02.842616',
        `E% pod_workers.go:184] Error syncing pod ${id}, skipping: failed to "StartContainer" for "web" with CrashLoopBackOff: "Back-off 5m0s restarting failed container=web pod=${name}_default(${uid})"`,
      );
    const { findings } = diagnoseText([other('web-1', uid), other('web-1', uid.replace('d7', 'e8'))].join('\n'));
    expect(findings.find(({ id }) => id === 'pods-crashing')?.explanation).toContain('e8c65bda');
  });
});

describe('an unhealthy PLEG whose pass began minutes before the log', () => {
  const skip = (stamp: string, ago: string): string =>
    at(
      stamp,
      `I% kubelet.go:1825] skipping pod synchronization - PLEG is not healthy: pleg was last seen active ${ago} ago; threshold is 3m0s.`,
    );
  const skips = [skip('09:14:48.776516', '3m0.132971281s'), skip('09:14:48.876685', '3m0.233128421s')];
  const before = (stamp: string): string =>
    at(
      stamp,
      'W% container.go:393] Failed to create summary reader for "/kubepods": none of the resources are being tracked.',
    );

  it('is not put down to slow inspections: the line of a call that was given up may stand before it', () => {
    const { findings, answer } = diagnoseText([before('09:14:48.312735'), ...skips].join('\n'));
    expect(findings.map(({ id }) => id)).not.toContain('inspect-calls-slow');
    expect(plain(answer)).not.toContain('took long to inspect');
  });

  it('is where the log has the time at which such a call would be given up', () => {
    const minutes = Array.from({ length: 20 }, (_, index) => before(`09:12:${10 + 2 * index}.312735`));
    const later = Array.from({ length: 20 }, (_, index) => before(`09:13:${10 + 2 * index}.312735`));
    const last = skip('09:14:51.976685', '3m3.333128421s');
    const { findings } = diagnoseText([...minutes, ...later, before('09:14:48.312735'), ...skips, last].join('\n'));
    expect(findings.map(({ id }) => id)).toContain('inspect-calls-slow');
  });
});

describe('a name within which a line is cut', () => {
  const told = (...texts: readonly string[]) => {
    const [finding] = diagnoseText(
      texts.map((text, at) => `E0310 08:00:0${at}.100201    2101 ${text}`).join('\n'),
    ).findings;
    return [finding?.title, finding?.nextSteps.join('\n')] as const;
  };
  const backOff = (image: string): string =>
    `pod_workers.go:1298] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"web\\" with ImagePullBackOff: \\"Back-off pulling image \\\\\\"${image}`;

  it('of an image is no other image, and stands in no command', () => {
    for (const cut of ['registry.example/shop/w', 'registry.example/shop/web:l', 'regi'])
      for (const mark of ['>', '…']) {
        const [title, steps] = told(backOff(`${cut}${mark}`));
        expect(title).toBe(`Image ${cut}${mark} could not be pulled`);
        expect(steps).toContain('crictl pull <image>');
        const [beside] = told(
          `kuberuntime_image.go:55] "Failed to pull image" err="rpc error: code = NotFound desc = not found" image="registry.example/shop/web:live"`,
          backOff(`${cut}${mark}`),
          backOff(`registry.e${mark}`),
        );
        expect(beside).toBe('Image registry.example/shop/web:live could not be pulled');
      }
    const [title] = told('kuberuntime_image.go:51] Pull image "shop/web:latest" failed>');
    expect(title).toBe('Image shop/web:latest could not be pulled');
  });

  it('of a manifest or a host stands in no title and no command', () => {
    const [title, steps] = told(
      'file.go:187] "Could not process manifest file" err="/etc/kubernetes/manifests/kube-apis>',
    );
    expect(title).not.toContain('kube-apis');
    expect(steps).not.toContain('kube-apis');
    const [, asked] = told(
      'run.go:74] "command failed" err="failed to run Kubelet: could not init cloud provider \\"openstack\\": Post \\"http://10.1>',
    );
    expect(asked).toContain('cloud');
    expect(asked).not.toContain('10.1');
  });
});

describe('a piece that begins within the name of its host', () => {
  const loop = at('09:14:02.221940', 'I% kubelet.go:2010] "Starting kubelet main sync loop"').slice(
    'Mar 11 09:14:02 '.length,
  );
  const told = (...lines: readonly string[]): string => plain(diagnoseText(`${lines.join('\n')}\n`).answer);
  const later = at('09:14:09.331940', 'I% kubelet.go:2072] "SyncLoop ADD" source="api" pods=["shop/web-1"]');

  it('has only the name that its other lines give', () => {
    expect(told(loop.slice('work'.length), later)).toMatch(/^worker-b: /);
    expect(told(loop, later.replace('worker-b', 'edge'))).toContain('worker-b');
  });
});
