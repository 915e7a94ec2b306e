/** What pieces of logs about disks and volumes showed: nothing is said of a disk or of a mount that the lines do not say. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

/** A line of a kubelet 1.18 at 20:`time` with `pid`, in the envelope of a journal. */
const at = (time: string, rest: string, pid = 1946644): string =>
  `Jul 03 20:${time.slice(0, 5)} worker-4 kubelet[${pid}]: ${rest.replace('%', `0703 20:${time} ${pid}`)}`;

describe('evictions of which no line says what was short', () => {
  const evicted = [
    'I% eviction_manager.go:374] "Eviction manager: pods ranked for eviction" pods="[default/nginx]"',
    'I% eviction_manager.go:595] "Eviction manager: pod is evicted successfully" pod="default/nginx"',
  ].map((line, index) => at(`10:4${index}.289303`, line));

  it('are no shortage of disk', () => {
    expect(diagnoseText(`${evicted.join('\n')}\n`).findings.map(({ id }) => id)).toEqual(['evicting']);
    const reclaim = at(
      '10:39.289303',
      'I% eviction_manager.go:339] "Eviction manager: attempting to reclaim" resourceName="ephemeral-storage"',
    );
    expect(diagnoseText(`${[reclaim, ...evicted].join('\n')}\n`).findings.map(({ id }) => id)).toContain(
      'disk-pressure',
    );
  });
});

describe('a pod that is ranked first', () => {
  const ranked = at(
    '10:40.289303',
    'I% eviction_manager.go:374] "Eviction manager: pods ranked for eviction" pods="[default/nginx kube-system/kube-proxy-5thr6]"',
  );
  const killed = (pod: string, time = '10:40.290152'): string =>
    at(
      time,
      `I% kuberuntime_container.go:709] "Killing container with a grace period" pod="${pod}" podUID=27aff94d-e0d9-43d1-84d6-9ab000aa57e2 containerName="web" containerID="containerd://4296b9e2377fddb0e7e42d20223c36771268cb7a1828315331405b66f0030add" gracePeriod=30`,
    );
  const ofOldKubelet = at(
    '10:40.290152',
    'I% kuberuntime_container.go:582] Killing container "docker://853a131b5d9a577590773c677898ae61ca6a411e1046cd3422fa0d97d9547258" with 30 second grace period',
  );
  const explained = (line: string): string =>
    diagnoseText(`${ranked}\n${line}\n`).findings.find(({ id }) => id === 'evicting')?.explanation ?? '';
  const KILLED = 'Right after that it killed a container.';
  const NOTHING = 'Nothing shows that a pod was ended for it.';

  it('is one that the kubelet then kills', () => {
    for (const line of [killed('default/nginx'), ofOldKubelet]) {
      expect(explained(line)).toContain(KILLED);
      expect(explained(line)).not.toContain(NOTHING);
    }
  });

  it('is not, where it kills another, or later', () => {
    for (const line of [killed('default/web-1'), killed('default/nginx', '12:40.290152')])
      expect(explained(line)).toContain(NOTHING);
  });
});

describe('a reason of which not all pods tell', () => {
  const waits = (pod: string): string =>
    at(
      '20:09.123111',
      `E% pod_workers.go:1298] "Error syncing pod, skipping" err="unmounted volumes=[data], unattached volumes=[], failed to process volumes=[]: context deadline exceeded" pod="default/${pod}" podUID="54e14ca6-39ac-4b73-a39a-bafb21f1eb92"`,
    );
  const named = at(
    '20:09.120111',
    'E% nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/csi/smb.csi.k8s.io^a podName: nodeName:}" failed. No retries permitted until 2026-07-03 20:22:16.5 +0000 UTC m=+121017.5 (durationBeforeRetry 2m2s). Error: MountVolume.MountDevice failed for volume "pvc-1" (UniqueName: "kubernetes.io/csi/smb.csi.k8s.io^a") pod "web-1" (UID: "e57b2c80-fe69-4d3a-bb95-4db426adf1d1") : rpc error: code = Internal desc = Output: mount error: could not resolve address for files.example: Unknown error',
  );

  it('is said of those that do: a line that only waits names none', () => {
    const { findings } = diagnoseText(`${[named, waits('web-1'), waits('web-2'), waits('web-2')].join('\n')}\n`);
    expect(findings.find(({ id }) => id === 'volumes-failing')?.title).toMatch(/ \(1 of 2 pods\)$/);
  });
});

describe('a shortage that is over', () => {
  const evicted = at(
    '10:41.289303',
    'I% eviction_manager.go:366] "Eviction manager: attempting to reclaim" resourceName="memory"',
  );
  const enough = (event: string, pid?: number): string =>
    at(
      '15:52.100200',
      `I% kubelet_node_status.go:696] "Recording event message for node" node="worker-4" event="${event}"`,
      pid,
    );
  const explained = (...lines: readonly string[]): string =>
    diagnoseText(`${lines.join('\n')}\n`)
      .findings.map(({ explanation }) => explanation)
      .join(' ');
  const OVER = /At 20:15:52\.100 the kubelet said that it was over \(Node\w+\)\./;

  it('is one that the same kubelet says to be over, of the same resource', () => {
    expect(explained(evicted, enough('NodeHasSufficientMemory'))).toMatch(OVER);
    expect(explained(evicted, enough('NodeHasNoDiskPressure'))).not.toMatch(OVER);
    expect(explained(evicted, enough('NodeHasSufficientMemory', 8801))).not.toMatch(OVER);
  });

  it('is so where nothing but events of the node stands there', () => {
    const pressure = enough('NodeHasDiskPressure').replaceAll('15:52.1', '12:52.1').replaceAll('15:52', '12:52');
    expect(explained(pressure, enough('NodeHasNoDiskPressure'))).toMatch(OVER);
  });
});

describe('a disk that images fill', () => {
  const reclaim = (time: string): string =>
    at(time, 'W% eviction_manager.go:344] eviction manager: attempting to reclaim ephemeral-storage');
  const images =
    'I% image_gc_manager.go:304] [imageGCManager]: Disk usage on image filesystem is at 95% which is over the high threshold (85%). Trying to free 18253611008 bytes down to the low threshold (80%).';

  it('is still short after the last line of the eviction manager', () => {
    const lines = [
      at('05:00.000000', images),
      reclaim('10:07.700000'),
      reclaim('10:17.700000'),
      reclaim('10:27.700000'),
    ];
    const said = plain(diagnoseText(`${[...lines, at('21:55.000000', images)].join('\n')}\n`).answer);
    expect(said).toContain('Seen from 20:10:07.700 to the end of the log.');
  });
});

describe('volumes that could not be taken down', () => {
  const operation = (time: string, error: string): string =>
    at(
      time,
      `E% nestedpendingoperations.go:267] Operation for "\\"flexvolume-alicloud/nas/pv-nas\\" (\\"cb7ceb74-34d8-11e9-b51c-00163e0cd246\\")" failed.${error}`,
    );
  const whole =
    ' No retries permitted until 2023-07-03 20:12:36.717900777 +0800 CST m=+6057600.314812412 (durationBeforeRetry 2m2s). Error: "error cleaning subPath mounts for volume \\"pvc-nas\\" (UniqueName: \\"flexvolume-alicloud/nas/pv-nas\\") pod \\"cb7ceb74-34d8-11e9-b51c-00163e0cd246\\" : lstat /var/lib/kubelet/pods/cb7ceb74-34d8-11e9-b51c-00163e0cd246/volume-subpaths/pv-nas/nginx/0: stale NFS file handle"';

  it('are told by the lines that have their error, beside one that was cut before it', () => {
    const [finding] = diagnoseText(
      `${operation('10:34.717930', '').replace('worker-4', 'worker-5').replaceAll('1946644', '2200')}\n${operation('12:36.717930', whole)}\n`,
    ).findings;
    expect(finding?.title).toContain('could not be unmounted');
    expect(finding?.explanation).not.toContain('ContainerCreating');
  });

  it('are those of a CSI volume whose file is gone, in each way in which it is written', () => {
    const text = (q: string): string =>
      `operationExecutor.UnmountVolume failed (controllerAttachDetachEnabled true) for volume ${q}data${q} (UniqueName: ${q}kubernetes.io/csi/nfs.csi.k8s.io^x${q}) pod ${q}f8c88ab3-71be-4cd5-911a-c9647242fe60${q} (UID: ${q}f8c88ab3-71be-4cd5-911a-c9647242fe60${q}) : UnmountVolume.NewUnmounter failed for volume ${q}data${q} : kubernetes.io/csi: unmounter failed to load volume data file [/var/lib/kubelet/pods/f8c88ab3-71be-4cd5-911a-c9647242fe60/volumes/kubernetes.io~csi/pv/mount]: open /var/lib/kubelet/pods/f8c88ab3-71be-4cd5-911a-c9647242fe60/volumes/kubernetes.io~csi/pv/vol_data.json: no such file or directory`;
    const printf = at('10:34.717930', `E% reconciler.go:193] ${text('"')}`);
    const structured = at(
      '10:34.717930',
      `E% reconciler_common.go:169] "${text('\\"')}" err="UnmountVolume.NewUnmounter failed"`,
    );
    for (const line of [printf, structured])
      expect(diagnoseText(`${line}\n`).findings[0]).toMatchObject({
        id: 'volumes-failing',
        title: 'Volume data could not be unmounted: its vol_data.json, which says what it is, is gone or empty',
      });
  });
});
