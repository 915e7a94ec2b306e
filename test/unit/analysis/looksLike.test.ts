import { describe, expect, it } from 'vitest';
import { problemText } from '../../../src/analysis/outputs/problemText.ts';
import { sessionOf } from './analyse.ts';

/** What a user is told of a text that holds no kubelet record. */
function saidOf(text: string | Uint8Array): string {
  const result = sessionOf(text).result();
  if (result.ok) throw new Error('it was read as a kubelet log');
  return problemText(result.problem, 'node.log').whatToDo;
}

const DMESG =
  '[    0.000000] Linux version 6.8.0\n[    1.204511] systemd[1]: Hostname set to <n1>.\n[   12.100000] cbr0: port 1(veth0) entered blocking state\n';

describe('a text without a kubelet record is told by its looks', () => {
  it.each<[string, string | Uint8Array, RegExp]>([
    [
      'etcd in JSON',
      '{"level":"info","ts":"2026-11-21T00:30:00.370Z","caller":"etcdserver/server.go:687","msg":"published local member"}\n{"level":"warn","ts":"2026-11-21T00:30:01.370Z","caller":"wal/wal.go:805","msg":"slow fdatasync"}\n',
      /etcd's log/,
    ],
    [
      'etcd in text',
      '2026-11-21 00:30:00.370281 W | etcdserver: read-only range request took too long\n',
      /etcd's log/,
    ],
    ['the kernel', DMESG, /dmesg/],
    ['the kernel with dates', '[Sat Nov 21 00:27:32 2026] cbr0: port 1(veth0) entered blocking state\n', /dmesg/],
    ['the kernel in the journal', 'Nov 21 00:27:32 n1 kernel: cbr0: port 1(veth0) entered blocking state\n', /dmesg/],
    [
      'containerd',
      'time="2026-11-21T00:27:32.1Z" level=info msg="StartContainer for \\"a1\\" returns successfully"\n',
      /containerd's log/,
    ],
    [
      'containerd in the journal',
      'Nov 21 00:27:32 n1 containerd[811]: time="2026-11-21T00:27:32Z" level=info msg="ok"\n',
      /containerd's log/,
    ],
    ['minikube', '😄  minikube v1.30.1 on Darwin 13.3\n✨  Using the docker driver\n', /minikube/],
    [
      'a kubelet that was stopped',
      'Nov 21 00:27:32 n1 systemd[1]: kubelet.service: Deactivated successfully.\nNov 21 00:27:32 n1 systemd[1]: Stopped kubelet.service - kubelet: The Kubernetes Node Agent.\n',
      /stopped without an error.*systemctl start kubelet/,
    ],
    [
      'a kubelet that went with its runtime',
      'Dec 13 13:29:34 n1 kernel: Killed process 994 (containerd) total-vm:907784kB\nDec 13 13:29:34 n1 systemd[1]: containerd.service: Main process exited, code=killed, status=9/KILL\nDec 13 13:29:34 n1 systemd[1]: Stopping kubelet: The Kubernetes Node Agent...\nDec 13 13:30:43 n1 systemd[1]: Stopped kubelet: The Kubernetes Node Agent.\n',
      /kubelet\.service was stopped without an error.*containerd\.service had ended, killed by the kernel.*systemctl start kubelet/,
    ],
    [
      'a kubelet that was started again',
      'Dec 13 13:29:34 n1 systemd[1]: Stopped kubelet: The Kubernetes Node Agent.\nDec 13 13:30:43 n1 systemd[1]: Started kubelet: The Kubernetes Node Agent.\n',
      /systemd's lines only, none of the kubelet itself/,
    ],
    [
      'a controller of k3s that lost its lease',
      'F1215 22:57:12.955094   26145 controllermanager.go:213] leaderelection lost\ntime="2020-12-15T22:57:24.3Z" level=info msg="Starting k3s v1.18.9+k3s1 (630bebf9)"\n',
      /a controller of k3s lost its leadership.*Slow SQL.*journalctl -u k3s -u k3s-agent/,
    ],
    [
      'a controller that lost its lease somewhere',
      'E0303 23:01:05.695135 1326491 runtime.go:76] Observed a panic: F0303 23:01:05.694831 1326491 controllermanager.go:234] leaderelection lost\n',
      /a controller lost its leadership.*no kubelet is the worse for it/,
    ],
    [
      'a stack of Go of a kubelet',
      'goroutine 412 [select, 5 minutes]:\nk8s.io/kubernetes/pkg/kubelet/cm/cpumanager.(*manager).reconcileState(0xc000a1e000)\n\t/go/src/k8s.io/kubernetes/pkg/kubelet/cm/cpumanager/cpu_manager.go:447 +0x3a4\n',
      /a stack of Go of a kubelet, which was in `pkg\/kubelet\/cm\/cpumanager\.\(\*manager\)\.reconcileState`/,
    ],
    [
      'a stack of Go of another program',
      'goroutine 1 [running]:\nmain.main()\n\t/app/main.go:46 +0x5e\n',
      /It holds a stack of Go, without what stood above it/,
    ],
    [
      'the status of a kubelet that nobody starts',
      '● kubelet.service - kubelet: The Kubernetes Node Agent\n     Loaded: loaded (/lib/systemd/system/kubelet.service; enabled)\n     Active: inactive (dead) since Sat 2023-03-11 10:12:44 UTC; 2h 3min ago\n    Process: 51623 ExecStart=/usr/bin/kubelet $ARGS (code=exited, status=0/SUCCESS)\n   Main PID: 51623 (code=exited, status=0/SUCCESS)\n',
      /systemctl status.*kubelet\.service was stopped without an error.*systemctl start kubelet/,
    ],
    [
      'a part of the status of a unit',
      'systemctl status kubelet:\nProcess: 25419 ExecStart=/usr/bin/kubelet (code=exited, status=1/FAILURE)\nMain PID: 25419 (code=exited, status=1/FAILURE)\n',
      /systemctl status.*kubelet\.service ended with status=1\/FAILURE/,
    ],
    [
      'the status of a kubelet that was killed',
      '● kubelet.service - Kubernetes Kubelet Server\n   Active: failed (Result: signal) since Mon 2019-09-02 03:21:44 CST; 1h 2min ago\n Main PID: 4471 (code=killed, signal=KILL)\n',
      /systemctl status.*kubelet\.service ended with signal=KILL\. A process that is killed does not say why\..*journalctl -k/,
    ],
    [
      'the status of a stopped kubelet that dies of SIGTERM',
      '● kubelet.service - Kubernetes Kubelet Server\n   Active: inactive (dead) since Mon 2019-09-02 03:21:44 CST; 1h 2min ago\n Main PID: 4471 (code=killed, signal=TERM)\n',
      /systemctl status.*kubelet\.service was stopped without an error/,
    ],
    [
      'systemd that stopped a kubelet that dies of SIGTERM',
      'Sep 02 03:21:44 oak-1 systemd[1]: kubelet.service: Main process exited, code=killed, status=15/TERM\nSep 02 03:21:44 oak-1 systemd[1]: kubelet.service: Succeeded.\n',
      /kubelet\.service was stopped without an error/,
    ],
    [
      'notes with a few lines of systemd in them',
      `# Notes\n\n${'1. The disk of the machine was made larger.\n'.repeat(12)}\n12月 06 15:42:25 k8s02 systemd[1]: kubelet.service: main process exited, code=killed, status=11/SEGV\n`,
      /^systemd says that kubelet\.service ended with status=11\/SEGV/,
    ],
    ['docker', 'time="2026-11-21T00:27:32.1Z" level=info msg="API listen on /run/docker.sock"\n', /docker's log/],
    [
      'CRI-O under a month of another language',
      '11月 21 00:27:32 n1 crio[811]: time="2026-11-21 00:27:32.1+08:00" level=info msg="Got pod network"\n',
      /crio's log/,
    ],
    [
      'CRI-O',
      'time="2026-11-21 00:27:32.1Z" level=info msg="Removed container" file="server/container_remove.go:40" id=x\n',
      /CRI-O's log/,
    ],
    [
      'the API server',
      'I1121 00:27:38.100000       1 genericapiserver.go:78] Starting\nI1121 00:27:38.200000       1 available_controller.go:78] Starting\n',
      /kube-apiserver's log/,
    ],
    [
      'the scheduler of a journal',
      'Nov 21 00:27:32 m1 kube-scheduler[811]: I1121 00:27:32.000000       1 server.go:132] hello\n',
      /kube-scheduler's log/,
    ],
    ['kube-proxy', 'I1121 00:27:38.100000       1 server_linux.go:66] "Using iptables proxy"\n', /kube-proxy's log/],
    ['coredns', '.:53\n[INFO] plugin/reload: Running configuration MD5 = x\nCoreDNS-1.11.1\n', /coredns's log/],
    [
      'kubeadm',
      '[preflight] Running pre-flight checks\n[kubelet-check] Initial timeout of 40s passed.\n',
      /kubeadm's log/,
    ],
    [
      'kubeadm with its own lines of klog',
      'I1121 00:27:38.100000    8122 kubelet.go:196] the value of KubeletConfiguration.cgroupDriver is empty; setting it to "systemd"\nI1121 00:27:38.200000    8122 checks.go:561] validating Kubernetes and kubeadm version\nI1121 00:27:39.100000    8122 kubelet.go:145] [kubelet-start] Checking for an existing Node in the cluster with name "w1" and status "Ready"\n[kubelet-start] Starting the kubelet\n',
      /kubeadm's log/,
    ],
    [
      'an empty journal',
      '-- Logs begin at Sat 2026-11-21 00:27:32 UTC, end at Sat 2026-11-21 00:28:32 UTC. --\n-- No entries --\n',
      /empty journal.*another name/,
    ],
    [
      'a capture with nothing of the kubelet',
      `${DMESG}==> kernel <==\n 06:06:18 up 19 min\n\n==> kubelet <==\n-- Logs begin at Sat 2026-11-21 00:27:32 UTC, end at Sat 2026-11-21 00:28:32 UTC. --\n-- No entries --\n`,
      /several programs.*kubelet is empty/,
    ],
    [
      'a capture whose part for another program is empty',
      `==> kubelet <==\nsudo: unable to resolve host\n==> etcd <==\n-- No entries --\n${DMESG}`,
      /dmesg/,
    ],
    [
      'an empty journal in UTF-16',
      Uint8Array.from([0xff, 0xfe, ...[...'-- No entries --\n'].flatMap((letter) => [letter.charCodeAt(0), 0])]),
      /empty journal/,
    ],
    [
      'a described node',
      'Name:               n1\nRoles:              <none>\nLabels:             a=b\nConditions:\n  Type  Status\nEvents:\n',
      /kubectl describe/,
    ],
    [
      'conditions of a described node',
      'Conditions:\n  Type             Status  LastHeartbeatTime                 LastTransitionTime                Reason                       Message\n  ----             ------  -----------------                 ------------------                ------                       -------\n  MemoryPressure   False   Mon, 03 Jun 2024 15:54:18 +0200   Wed, 20 Mar 2024 22:00:39 +0100   KubeletHasSufficientMemory   kubelet has sufficient memory available\n  DiskPressure     True    Mon, 03 Jun 2024 15:54:18 +0200   Sun, 02 Jun 2024 23:49:37 +0200   KubeletHasDiskPressure       kubelet has disk pressure\n  Ready            False   Mon, 03 Jun 2024 15:54:18 +0200   Sun, 02 Jun 2024 23:39:37 +0200   KubeletNotReady              PLEG is not healthy: pleg was last seen active 16h17m50.8s ago; threshold is 3m0s\n',
      /Ready is False since 2024-06-02 21:39:37 UTC \(KubeletNotReady: "PLEG is not healthy.*DiskPressure is True since 2024-06-02 21:49:37 UTC.*--since "2024-06-02 21:29:37 UTC"/,
    ],
    [
      'a described node of which nothing is heard',
      'Name:  n1\nConditions:\n  Ready   Unknown   Mon, 03 Jun 2024 13:54:18 +0000   Sun, 02 Jun 2024 21:39:37 +0000   NodeStatusUnknown   Kubelet stopped posting node status.\n',
      /Ready is Unknown since .*heard nothing of the kubelet any more/,
    ],
    [
      'events below a described node',
      'Events:\n  Type     Reason              Age                 From     Message\n  ----     ------              ----                ----     -------\n  Normal   NodeNotReady        25m (x3 over 46m)   kubelet  Node n1 status is now: NodeNotReady\n  Warning  SystemOOM           12m (x4 over 25m)   kubelet  System OOM encountered\n  Warning  ContainerGCFailed   12m (x4 over 46m)   kubelet  rpc error: code = DeadlineExceeded\n  Warning  SystemOOM           11m                 kubelet  System OOM encountered\n',
      /kubectl describe.*Warnings among its events: SystemOOM \("System OOM encountered"\), ContainerGCFailed \("rpc error: code = DeadlineExceeded"\)\./,
    ],
    [
      'events as kubectl wrote them of old',
      'Events:\n  FirstSeen\tLastSeen\tCount\tFrom\t\tSubObjectPath\tType\t\tReason\t\tMessage\n  ---------\t--------\t-----\t----\t\t-------------\t--------\t------\t\t-------\n  1m\t\t1m\t\t1\tdefault-scheduler\t\tNormal\t\tScheduled\tSuccessfully assigned web-1 to n1\n  1m\t\t1s\t\t22\tkubelet, n1\t\t\tWarning\t\tFailedSync\tError syncing pod\n',
      /kubectl describe.*Warnings among its events: FailedSync \("Error syncing pod"\)\./,
    ],
    [
      'a described node that is well',
      'Conditions:\n  Ready   True   Mon, 03 Jun 2024 13:54:18 +0000   Sun, 02 Jun 2024 21:39:37 +0000   KubeletReady   kubelet is posting ready status\n',
      /not what the kubelet logged\. On the node, write the kubelet's journal with: `journalctl -u kubelet -o short-iso-precise >/,
    ],
    ['a manifest', 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers: []\n', /object of the API/],
    ['an object in JSON', '{\n  "apiVersion": "v1",\n  "kind": "Node",\n  "metadata": {}\n}\n', /object of the API/],
    [
      'a table',
      'NAME   STATUS     ROLES    AGE   VERSION\nn1     NotReady   <none>   3d    v1.30.1\nn2     Ready      <none>   3d    v1.30.1\n',
      /table of `kubectl get`/,
    ],
    [
      'events',
      'LAST SEEN   TYPE      REASON              OBJECT        MESSAGE\n2m10s       Normal    NodeNotReady        node/n1       Node n1 status is now: NodeNotReady\n90s         Warning   ContainerGCFailed   node/n1       rpc error: code = Unavailable desc = connection error\n',
      /events \(`kubectl get events`\): they tell when/,
    ],
    [
      'events without their heading',
      '12m         Normal    Starting              node/n1   Starting kubelet.\n12m (x3 over 20m)   Warning   InvalidDiskCapacity   node/n1   invalid capacity 0 on image filesystem\n10m         Normal    NodeNotReady          node/n1   Node n1 status is now: NodeNotReady\n',
      /kubectl get events/,
    ],
    [
      'events of kubectl of old',
      'NAMESPACE   LAST SEEN   FIRST SEEN   COUNT   NAME   KIND   SUBOBJECT   TYPE   REASON   SOURCE   MESSAGE\nshop   1m   5m   7   web-1.15   Pod      Warning   FailedSync   kubelet, n1   Error syncing pod\n',
      /kubectl get events/,
    ],
    [
      'the session manager',
      'Nov 21 00:27:32 n1 systemd[1]: Started Daily apt download activities.\nNov 21 00:27:33 n1 systemd[1]: Reached target Timers.\n',
      /systemd's lines only/,
    ],
    [
      'the session manager, with the margin of a page',
      '        Aug 21 00:29:18 n1 systemd[1]: kubelet.service: Start request repeated too quickly.\n        Aug 21 00:29:18 n1 systemd[1]: kubelet.service: Unit entered failed state.\n',
      /systemd's lines only/,
    ],
    [
      'a status',
      '● kubelet.service - kubelet\n     Loaded: loaded (/lib/systemd/system/kubelet.service)\n     Active: inactive (dead)\n',
      /systemctl status/,
    ],
    [
      'a status of k3s, whose journal has the kubelet',
      '● k3s.service - Lightweight Kubernetes\n   Active: activating (auto-restart) (Result: exit-code) since Thu 2021-08-05 12:02:02 CEST; 2s ago\n  Process: 1219 ExecStart=/usr/local/bin/k3s server (code=exited, status=1/FAILURE)\n',
      /k3s\.service ended with status=1\/FAILURE.*journalctl -u k3s -o/,
    ],
    [
      'a status of OpenShift 3, beside another unit',
      '● atomic-openshift-node.service - OpenShift Node\n   Active: failed (Result: exit-code) since Mon 2018-05-14 12:00:01 UTC; 2min ago\n\nMay 14 12:00:00 n1 systemd[1]: Starting docker.service...\nMay 14 12:00:01 n1 systemd[1]: atomic-openshift-node.service: main process exited, code=exited, status=255/n/a\n',
      /atomic-openshift-node\.service ended with status=255.*journalctl -u atomic-openshift-node -o/,
    ],
    [
      'a status of the runtime of MicroK8s, which is no unit of a kubelet',
      '● snap.microk8s.daemon-containerd.service - Service for snap application microk8s.daemon-containerd\n   Active: failed (Result: exit-code)\n  Process: 12 ExecStart=/snap/bin/x (code=exited, status=1/FAILURE)\n',
      /^(?!.*daemon-containerd\.service ended)/,
    ],
    [
      'k3s in a terminal',
      'INFO[0406] Waiting to retrieve kube-proxy configuration; server is not ready: https://127.0.0.1:6443/v1-k3s/readyz: 500 Internal Server Error \nINFO[2019-11-11T06:58:04.111500884Z] Running load balancer 127.0.0.1:34133 -> [10.0.0.8:6443] \n',
      /the log of k3s or rke2/,
    ],
    [
      'a status with the count of restarts',
      '● kubelet.service - kubelet\n     Active: active (running) since Tue 2020-10-13 02:49:07 UTC; 16ms ago\n   Main PID: 3960 (kubelet)\n\nOct 13 02:49:07 n1 systemd[1]: kubelet.service: Scheduled restart job, restart counter is at 305.\nOct 13 02:49:07 n1 systemd[1]: Started kubelet: The Kubernetes Node Agent.\n',
      /kubelet\.service ended, restart counter 305\..*own last lines/,
    ],
    [
      'systemd that cannot execute the kubelet',
      'Mar 10 09:12:01 n1 systemd[21411]: kubelet.service: Failed at step EXEC spawning /opt/bin/kubelet: No such file or directory\nMar 10 09:12:01 n1 systemd[1]: kubelet.service: Main process exited, code=exited, status=203/EXEC\nMar 10 09:12:11 n1 systemd[1]: kubelet.service: Scheduled restart job, restart counter is at 5.\n',
      /cannot execute \/opt\/bin\/kubelet for kubelet\.service \(status=203\/EXEC: No such file or directory, restart counter 5\).*ls -lL.*reset-failed kubelet/,
    ],
    [
      'systemd that does not say which program',
      'Mar 10 09:12:01 n1 systemd[1]: k3s.service: Main process exited, code=exited, status=203/EXEC\n',
      /cannot execute the program for k3s\.service .*systemctl cat k3s/,
    ],
    [
      'systemd that gave up',
      'Mar 10 09:12:01 n1 systemd[1]: kubelet.service: Main process exited, code=exited, status=255/EXCEPTION\nMar 10 09:12:11 n1 systemd[1]: kubelet.service: Start request repeated too quickly.\n',
      /ended with status=255\/EXCEPTION.*given up.*own last lines/,
    ],
    [
      'systemd that gave up a kubelet that does not know one of its flags',
      'Mar 10 09:12:01 n1 systemd[1]: kubelet.service: main process exited, code=exited, status=2/INVALIDARGUMENT\nMar 10 09:12:01 n1 kubelet[811]: --vmodule moduleSpec                  comma-separated list of pattern=N settings for file-filtered logging\n',
      /^It holds systemd's lines only\. .*ended with status=2\/INVALIDARGUMENT.*list of its flags.*grep -iE "unknown.*systemctl cat kubelet/,
    ],
    [
      'systemd that starts a kubelet of another machine',
      'Mar 10 09:12:01 n1 systemd[1]: Started kubelet: The Kubernetes Node Agent.\nMar 10 09:12:01 n1 kubelet[811]: /usr/bin/kubelet: error while loading shared libraries: libx.so.1\nMar 10 09:12:01 n1 systemd[1]: Stopping kubelet: The Kubernetes Node Agent...\n',
      /^Beside systemd's lines .* ends in "\/usr\/bin\/kubelet: error while loading shared libraries: libx\.so\.1"\./,
    ],
    [
      'systemd that starts one again and again, whose words say why it ends',
      'Mar 10 09:12:01 n1 kubelet[811]: /usr/bin/kubelet: error while loading shared libraries: libx.so.1\nMar 10 09:12:01 n1 systemd[1]: kubelet.service: Main process exited, code=exited, status=127/n/a\nMar 10 09:12:11 n1 systemd[1]: kubelet.service: Scheduled restart job, restart counter is at 5.\n',
      /libx\.so\.1"\. systemd says that kubelet\.service ended with status=127\/n\/a, restart counter 5\. What stands behind its name may say why; when that is mended: /,
    ],
    [
      'systemd that ended a kubelet in peace',
      'Mar 10 09:12:01 n1 systemd[1]: kubelet.service: Main process exited, code=exited, status=0/SUCCESS\n',
      /systemd's lines only, none of the kubelet itself/,
    ],
    [
      'a status of a kubelet that cannot be executed',
      '● kubelet.service - kubelet: The Kubernetes Node Agent\n     Loaded: loaded (/lib/systemd/system/kubelet.service; enabled)\n     Active: activating (auto-restart) (Result: exit-code)\n    Process: 4711 ExecStart=/usr/local/bin/kubelet $KUBELET_ARGS (code=exited, status=203/EXEC)\n   Main PID: 4711 (code=exited, status=203/EXEC)\n',
      /cannot execute \/usr\/local\/bin\/kubelet for kubelet\.service/,
    ],
    [
      'a journal in which what runs before the kubelet fails, again and again',
      "May 03 11:20:01 w2 systemd[1]: Starting kubelet.service - kubelet: The Kubernetes Node Agent...\nMay 03 11:20:01 w2 sh[771]: no such cgroup\nMay 03 11:20:01 w2 systemd[1]: kubelet.service: Control process exited, code=exited, status=3/NOTIMPLEMENTED\nMay 03 11:20:01 w2 systemd[1]: kubelet.service: Failed with result 'exit-code'.\nMay 03 11:20:01 w2 systemd[1]: Failed to start kubelet.service - kubelet: The Kubernetes Node Agent.\nMay 03 11:20:11 w2 systemd[1]: kubelet.service: Scheduled restart job, restart counter is at 41.\n",
      /runs before the kubelet \(ExecStartPre=\) ended with status=3\/NOTIMPLEMENTED, so kubelet\.service was not started/,
    ],
    [
      'a journal in which what runs before the kubelet hangs',
      "May 03 11:20:01 w2 systemd[1]: Starting kubelet.service - kubelet: The Kubernetes Node Agent...\nMay 03 11:21:31 w2 systemd[1]: kubelet.service: start-pre operation timed out. Terminating.\nMay 03 11:21:31 w2 systemd[1]: kubelet.service: Failed with result 'timeout'.\nMay 03 11:21:31 w2 systemd[1]: Failed to start kubelet.service - kubelet: The Kubernetes Node Agent.\n",
      /runs before the kubelet \(ExecStartPre=\) did not end in time, so kubelet\.service was not started/,
    ],
    [
      'a kubelet that systemd did not start, because its runtime did not',
      "May 03 11:31:07 w2 systemd[1]: crio.service: Main process exited, code=exited, status=1/FAILURE\nMay 03 11:31:07 w2 systemd[1]: crio.service: Failed with result 'exit-code'.\nMay 03 11:31:07 w2 systemd[1]: Failed to start crio.service - Container Runtime Interface for OCI.\nMay 03 11:31:07 w2 systemd[1]: Dependency failed for kubelet.service - kubelet: The Kubernetes Node Agent.\nMay 03 11:31:07 w2 systemd[1]: kubelet.service: Job kubelet.service/start failed with result 'dependency'.\n",
      /did not start kubelet\.service, because a unit that it requires did not start: crio\.service\. See why: .*`journalctl -u crio /,
    ],
    [
      'a status of a kubelet before which something else failed',
      '● kubelet.service - Kubelet\n     Loaded: loaded (/etc/systemd/system/kubelet.service; enabled)\n     Active: failed (Result: exit-code) since Tue 2026-03-10 09:12:01 UTC; 9s ago\n    Process: 811 ExecStartPre=/bin/mkdir -p /etc/kubernetes (code=exited, status=0/SUCCESS)\n    Process: 812 ExecStartPre=/opt/bin/fetch-ca --all (code=exited, status=1/FAILURE)\nMar 10 09:12:01 n1 systemd[1]: kubelet.service: Control process exited, code=exited, status=1/FAILURE\n',
      /runs before the kubelet \(ExecStartPre=\/opt\/bin\/fetch-ca\) ended with status=1\/FAILURE, so kubelet\.service was not started/,
    ],
    [
      'a status of a kubelet that ended, where that failure did not count',
      '● kubelet.service - Kubelet\n     Loaded: loaded (/etc/systemd/system/kubelet.service; enabled)\n     Active: activating (auto-restart) (Result: exit-code) since Tue 2026-03-10 09:12:01 UTC; 9s ago\n    Process: 812 ExecStartPre=/sbin/modprobe br_netfilter (code=exited, status=1/FAILURE)\n    Process: 813 ExecStart=/usr/bin/kubelet (code=exited, status=255)\n   Main PID: 813 (code=exited, status=255)\n',
      /says that kubelet\.service ended with status=255/,
    ],
    [
      'a web server',
      '10.0.0.1 - - [21/Nov/2026:00:27:32 +0000] "GET / HTTP/1.1" 200 12\n',
      /may be the log of another program/,
    ],
    [
      'prose with one such line',
      `${'some words of somebody\n'.repeat(20)}Nov 21 00:27:32 n1 containerd[811]: x\n`,
      /may be the log of another program/,
    ],
  ])('%s', (_what, text, words) => {
    const said = saidOf(text);
    expect(said).toMatch(words);
    expect(said).toContain('journalctl');
  });
});

it("tells Talos' own messages, and names no journal, which Talos has not", () => {
  for (const header of ['[  12.100000] ', '10.1.1.2: user: warning: [2022-01-25T10:25:32.681189566Z]: ']) {
    const said = saidOf(`${header}[talos] service[kubelet](Running): Health check failed\n`);
    expect(said).toMatch(/Talos.*talosctl -n <node> logs kubelet/);
    expect(said).not.toContain('journalctl');
  }
});
