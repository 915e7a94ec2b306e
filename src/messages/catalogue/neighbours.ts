/** Lines of the kubelet's neighbours in the same journal: only those that bear on why a node's containers could not be listed, started or stopped. */
import {
  boot,
  carrierLost,
  commandOfSudo,
  failedWithResult,
  healthMonitor,
  journalLoss,
  kubeletRestarts,
  mainProcessExited,
  memoryRanOut,
  neighbourSays,
  kubeletExited,
  runtimeEnds,
  parentEnds,
  statusOfProcess,
  unitChanged,
  unitEnds,
} from '../facts/neighbours.ts';
import { serverAway, serverNotTrusted, tokenOfOthers, tunnelBroke } from '../facts/api.ts';
import { kubeletVersion } from '../facts/node.ts';
import { podAwaited } from '../facts/troubles.ts';
import { type CatalogueRow, family, neighbour } from '../recognise/row.ts';

const SUSPENDED = {
  facts: neighbourSays('suspended'),
  meaning: 'The machine is put to sleep: nothing runs on it until it wakes, the kubelet neither.',
  whatToDo: 'A node must not sleep: see who or what asked for it.',
};
const RESUMED = { facts: neighbourSays('resumed'), meaning: 'The machine woke from sleep.' };

const kernelRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('kernel-hung-task'),
      meaning:
        'A process has waited in uninterruptible sleep (state D) for long, mostly for a disk or a network file system. Nothing can kill it meanwhile.',
      whatToDo:
        'See which process it is and what it waits for (stack in the lines below): storage, NFS, or a kernel fault. If it is the runtime or runc, its calls hang with it.',
    },
    neighbour('kernel.hung-task', 'INFO: task {task}:{pid} blocked for more than {seconds} seconds'),
    neighbour('kernel.hung-task2', 'INFO: task {task} blocked for more than {seconds} seconds'),
    neighbour('kernel.hung-task-in', 'INFO: task {task} blocked in I/O wait for more than {seconds} seconds'),
  ),
  ...family(
    {
      component: 'kernel',
      facts: memoryRanOut,
      meaning:
        'Memory ran out, on the node or inside a control group (a pod or container), and the kernel killed a process.',
      whatToDo:
        'See which process was killed. A killed runc or shim can leave a container that nobody can inspect any more.',
    },
    neighbour('kernel.oom-killed', 'Out of memory: Killed process {pid} ({task})'),
    neighbour('kernel.oom-kill', 'Out of memory: Kill process {pid} ({task})'),
    neighbour('kernel.oom-cgroup', 'Memory cgroup out of memory: Kill{rest}'),
    neighbour('kernel.oom-invoked', '{task} invoked oom-killer: {details}'),
    neighbour('kernel.oom-report', 'oom-kill:constraint={details}'),
  ),
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('io-error'),
      meaning: 'A disk did not do what it was asked to: a read or write failed or timed out.',
      whatToDo:
        'Check the disk, its cable or the cloud volume. Everything that writes there may hang, the container runtime first.',
    },
    neighbour('kernel.io-error', 'I/O error, dev {device}, sector {sector}'),
    neighbour('kernel.buffer-io-error', 'Buffer I/O error on dev {device}'),
    // fs/buffer.c before 4.1, and RHEL 7.
    neighbour('kernel.buffer-io-error-old', 'Buffer I/O error on device {device}'),
    neighbour('kernel.blk-update', 'blk_update_request: {kind} error, dev {device}, sector {sector}'),
    neighbour('kernel.nvme-timeout', 'nvme {device}: I/O {tag} QID {queue} timeout, {action}'),
    neighbour('kernel.scsi-timeout', 'timing out command, waited {seconds}s'),
    neighbour('kernel.task-abort', 'attempting task abort!{details}'),
    // drivers/scsi: scsi_error.c, scsi_lib.c, megaraid/megaraid_sas_base.c; drivers/ata/libata-eh.c; drivers/nvme/host/pci.c.
    neighbour('kernel.controller-waits', 'waiting for {count} commands to complete{details}'),
    neighbour('kernel.task-abort-called', 'task abort called for scmd{details}'),
    neighbour('kernel.controller-reset', 'Controller reset is requested due to IO timeout{details}'),
    neighbour('kernel.device-offline', 'rejecting I/O to offline device'),
    neighbour('kernel.device-offlined', 'Device offlined - not ready after error recovery'),
    neighbour('kernel.device-reset', 'attempting device reset!{details}'),
    neighbour('kernel.host-reset', 'attempting host reset!{details}'),
    neighbour('kernel.ata-exception', 'exception Emask {details}'),
    neighbour('kernel.ata-failed', 'failed command: {command}'),
    // drivers/mmc/core/block.c: cards and soldered flash; 110 is a time-out, 84 a bad checksum.
    neighbour('kernel.mmc-transfer', '{device}: error -{code} transferring data{details}'),
    neighbour('kernel.mmc-command', '{device}: error -{code} sending {details}'),
    neighbour('kernel.nvme-down', 'controller is down; will reset{details}'),
  ),
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('filesystem-error'),
      meaning: 'A file system reported an error of its own; it may have been made read-only or shut down.',
      whatToDo:
        'Check and repair the file system. If it holds the images or container state, the node must be drained.',
    },
    neighbour('kernel.ext4-error', 'EXT4-fs error (device {device}): {details}'),
    neighbour('kernel.ext4-readonly', 'EXT4-fs ({device}): Remounting filesystem read-only'),
    // fs/ext4/super.c (ext4_std_error), fs/jbd2/journal.c, fs/btrfs/super.c.
    neighbour('kernel.ext4-in', 'EXT4-fs error (device {device}) in {details}'),
    neighbour('kernel.jbd2-aborting', 'Aborting journal on device {device}'),
    neighbour('kernel.btrfs-readonly', 'BTRFS info (device {device}): forced readonly'),
    neighbour('kernel.btrfs-transaction', 'BTRFS: error (device {device}){details}'),
    neighbour('kernel.xfs-shutdown', 'XFS ({device}): Filesystem has been shut down{details}'),
    neighbour('kernel.xfs-error', 'XFS ({device}): {what} error {details}'),
    neighbour('kernel.xfs-deadlock', 'XFS: {task}({pid}) possible memory allocation deadlock{details}'),
    neighbour('kernel.btrfs-error', 'BTRFS error (device {device}){details}'),
    neighbour('kernel.jbd2', 'JBD2: {details} error {code}'),
  ),
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('nfs'),
      meaning:
        'An NFS server does not answer. Every process that touches the mount hangs in the kernel until it comes back.',
      whatToDo:
        'Bring the server or the network back. Starting, stopping and inspecting containers with such a volume hang as long.',
    },
    neighbour('kernel.nfs-not-responding', 'nfs: server {server} not responding, {action}'),
    neighbour('kernel.nfs-timed-out', 'nfs: server {server} not responding'),
    neighbour('kernel.nfs-lockd', 'lockd: server {server} not responding{details}'),
    neighbour('kernel.ceph', 'libceph: {details} socket closed'),
  ),
  ...family(
    { component: 'kernel', meaning: 'The NFS server answers again.' },
    neighbour('kernel.nfs-ok', 'nfs: server {server} OK'),
  ),
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('soft-lockup'),
      meaning:
        'A processor did nothing but one piece of kernel code for many seconds, or the scheduler found processors that do not answer.',
      whatToDo: 'Suspect an overloaded host, a virtual machine that was paused or starved, or a kernel fault.',
    },
    neighbour('kernel.soft-lockup', 'BUG: soft lockup - CPU#{cpu} stuck for {seconds}s! [{task}]'),
    neighbour('kernel.hard-lockup', 'Watchdog detected hard LOCKUP on cpu {cpu}'),
    neighbour('kernel.rcu-stall', '{flavour} detected stalls on CPUs/tasks:{details}'),
    neighbour('kernel.rcu-self-stall', '{flavour} self-detected stall on CPU{details}'),
  ),
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('netdevice-held'),
      meaning:
        'The network namespace of a container is taken down, and the kernel waits because something still holds its device. Before Linux 4.17 it keeps a lock meanwhile that each new network namespace needs, so no container can be started.',
      whatToDo:
        'One line or two are no harm. Where it does not end, only a reboot helps; look for a newer kernel, for this is a fault of it.',
    },
    // net/core/dev.c
    neighbour(
      'kernel.netdevice-held',
      'unregister_netdevice: waiting for {device} to become free. Usage count = {count}',
    ),
  ),
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('link-down'),
      meaning:
        'A network card lost its link: the cable, the switch or the card itself. Nothing goes through it meanwhile.',
      whatToDo: 'Check cable, switch port and card (`ethtool`); while it is down, the API server is out of reach.',
    },
    // As drivers of network cards, drivers/net/phy/phy.c and drivers/net/bonding/bond_main.c write it.
    neighbour('kernel.nic-down', 'NIC Link is Down'),
    neighbour('kernel.link-down', ': Link is Down'),
    neighbour('kernel.link-down2', ': Link is down'),
    neighbour('kernel.link-down3', ': Link down'),
    neighbour('kernel.bond-down', 'link status definitely down{details}'),
  ),
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('network-card-hung'),
      meaning:
        'A network card did not send what the kernel gave it: it hangs, and its driver resets it. Nothing goes through it meanwhile.',
      whatToDo:
        'See how often it comes, and whether the link is back each time (`journalctl -k`); a newer driver, firmware or kernel mends most of these, else the card.',
    },
    // net/sched/sch_generic.c; drivers/net/ethernet/intel/e1000e/netdev.c, igb and ixgbe alike.
    neighbour('kernel.transmit-timeout', 'NETDEV WATCHDOG: {card}transmit queue {queue} timed out'),
    neighbour('kernel.card-hang', 'Detected Hardware Unit Hang'),
    neighbour('kernel.card-hang2', 'Detected Tx Unit Hang'),
  ),
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('conntrack-full'),
      meaning:
        'The table in which the kernel keeps the connections of the node is full, so it drops the packets of new ones: of pods, probes and of the kubelet to its API server.',
      whatToDo:
        'Compare `sysctl net.netfilter.nf_conntrack_count net.netfilter.nf_conntrack_max`; see who opens so many.',
    },
    // net/netfilter/nf_conntrack_core.c; behind its prefix older kernels write the name once, newer ones twice.
    neighbour('kernel.conntrack-full', 'conntrack: table full, dropping packet'),
  ),
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('arp-table-full'),
      meaning:
        'The table of neighbours in the network (ARP, NDP) is full, so packets to new ones are dropped: pods of one node, or nodes of one flat network, are more than it may hold.',
      whatToDo: 'Count them (`ip neigh | wc -l`), and raise `net.ipv4.neigh.default.gc_thresh3` and its two siblings.',
    },
    // net/core/neighbour.c; net/ipv4/route.c up to Linux 3.5.
    neighbour('kernel.arp-table-full', 'neighbor table overflow!'),
    neighbour('kernel.arp-table-full-old', 'Neighbour table overflow.'),
  ),
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('tcp-memory-full'),
      meaning:
        'All TCP connections together hold as much memory as they may, or too many are left that no process holds; the kernel drops what comes and ends connections.',
      whatToDo: 'See who holds them (`ss -s`, `cat /proc/net/sockstat`); raise `net.ipv4.tcp_mem` if they are needed.',
    },
    // net/ipv4/tcp.c
    neighbour('kernel.tcp-memory-full', 'TCP: out of memory -- consider tuning tcp_mem'),
    neighbour('kernel.tcp-orphans', 'TCP: too many orphaned sockets'),
  ),
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('fork-rejected'),
      meaning:
        'A control group has as many processes and threads as it may, so no more can be started in it. The kernel says it only once for each group.',
      whatToDo:
        'Of a service: compare `systemctl show SERVICE -p TasksCurrent -p TasksMax`. Of a pod: it is its own limit (`podPidsLimit`).',
    },
    // kernel/cgroup/pids.c
    neighbour('kernel.fork-rejected', 'cgroup: fork rejected by pids controller in {group}'),
  ),
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('kernel-fault'),
      meaning:
        'The kernel met a fault of its own (an oops). It ends the process that ran then, but keeps the locks that this process held: whoever needs one of them waits for ever.',
      whatToDo:
        'Save the lines below (`RIP:`, `Call Trace:`): they name the function and the module. Reboot the node, for what is locked stays locked.',
    },
    // arch/x86/mm/fault.c, arch/x86/kernel/traps.c and dumpstack.c, arch/arm64/mm/fault.c, lib/bug.c, kernel/panic.c. Of processes the kernel writes `traps: NAME[PID] general protection fault ip:…`.
    neighbour('kernel.null-pointer', 'BUG: kernel NULL pointer dereference, address: {address}'),
    neighbour('kernel.null-pointer-old', 'BUG: unable to handle kernel {what} at {address}'),
    neighbour('kernel.page-fault', 'BUG: unable to handle page fault for address: {address}'),
    neighbour('kernel.null-pointer-arm', 'Unable to handle kernel {what} at virtual address {address}'),
    neighbour('kernel.protection-fault', 'general protection fault, {details}'),
    neighbour('kernel.protection-fault-old', 'general protection fault: {code} [#{count}] {details}'),
    neighbour('kernel.bug', 'kernel BUG at {place}!'),
    neighbour('kernel.oops', 'Oops: {code} [#{count}] {details}'),
    neighbour('kernel.panic', 'Kernel panic - not syncing: {details}'),
  ),
  ...family(
    {
      component: 'kernel',
      meaning:
        'The kernel did not find as much memory in one piece as it was asked for: 2 to the power of `order` pages. With an order of 4 and more there may be enough in small pieces; only what asked fails, such as a new control group or network device.',
      whatToDo:
        'See in which pieces memory is free: `cat /proc/buddyinfo`; `echo 1 > /proc/sys/vm/compact_memory` puts pieces together.',
    },
    // mm/page_alloc.c, warn_alloc; the older one up to 4.9
    neighbour('kernel.page-allocation', '{program}: page allocation failure: order:{order}, mode:{mode}'),
  ),
  ...family(
    {
      component: 'kernel',
      meaning:
        'The kernel could not enlarge one of its caches (`cache:` in the next line). Where names there end with a control group, kernels such as 3.10 of CentOS 7 keep caches of groups that are gone, until no new group can be made (`cannot allocate memory` where pods start).',
      whatToDo:
        'See how many there are: `ls /sys/kernel/slab | wc -l`; a reboot frees them, a newer kernel or `cgroup.memory=nokmem` on its command line keeps them away.',
    },
    // mm/slub.c, slab_out_of_memory
    neighbour('kernel.slub', 'SLUB: Unable to allocate memory on node {node} (gfp={flags})'),
    neighbour('kernel.slub-named', 'SLUB: Unable to allocate memory on node {node}, gfp={flags}'),
  ),
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('memory-error'),
      meaning:
        'The hardware reports an error of its memory: one that it corrected (CE), or one that it could not (UE), for which the kernel ends the processes that use that memory.',
      whatToDo: 'Have the module replaced.',
    },
    // drivers/edac/edac_mc.c, mm/memory-failure.c.
    neighbour('kernel.edac-corrected', 'EDAC MC{controller}: {count} CE {details}'),
    neighbour('kernel.edac-uncorrected', 'EDAC MC{controller}: {count} UE {details}'),
    neighbour('kernel.memory-corrupt', 'Memory failure: {page}: {action} due to hardware memory corruption'),
  ),
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('gpu-error'),
      meaning:
        'The driver of an NVIDIA card reports an error by its number (Xid): 79 is a card that has fallen off the bus, 48, 63, 64, 94 and 95 are errors of its memory, 13, 31, 43 and 45 mostly of the program that used it.',
      whatToDo: 'See whether the card still answers (`nvidia-smi`); after 79 the machine must be reset or repaired.',
    },
    neighbour('kernel.gpu-xid', 'NVRM: Xid ({device}): {details}'),
  ),
  ...family(
    {
      component: 'kernel',
      facts: neighbourSays('boot'),
      meaning: 'The kernel starts: the node was rebooted.',
    },
    neighbour('kernel.boot', 'Linux version {version} ({details}'),
  ),
  // kernel/power/suspend.c and hibernate.c since Linux 4.17 and 5.4.
  ...family(
    { component: 'kernel', ...SUSPENDED },
    neighbour('kernel.suspend', 'PM: suspend entry ({state})'),
    neighbour('kernel.hibernate', 'PM: hibernation: hibernation entry'),
  ),
  ...family(
    { component: 'kernel', ...RESUMED },
    neighbour('kernel.suspend-exit', 'PM: suspend exit'),
    neighbour('kernel.hibernate-exit', 'PM: hibernation: hibernation exit'),
  ),
];

const clockRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'clock',
      facts: neighbourSays('clock-set'),
      meaning:
        'The time service set the clock of the node at once, instead of slowing it down or speeding it up. Times before and after do not compare directly.',
      whatToDo:
        'See why it was wrong: the machine was paused or had no time service for long, or its hardware clock is wrong.',
    },
    // chrony (reference.c), ntp (ntpd/ntp_loopfilter.c, ntpdate/ntpdate.c).
    neighbour('clock.chrony-step', 'System clock was stepped by {seconds} seconds'),
    neighbour('clock.ntpd-step', 'time reset {seconds} s'),
    neighbour('clock.ntpd-event', 'clock_step {seconds} s'),
    neighbour('clock.ntpdate-step', 'step time server {server} offset {seconds} sec'),
  ),
  // systemd (src/timesync/timesyncd-manager.c, 250 and later): at each start of it, however little the clock was wrong.
  ...family(
    {
      component: 'clock',
      facts: neighbourSays('clock-first-set'),
      meaning: 'The time service sets the clock to the first time that it got from a server.',
    },
    neighbour('clock.timesyncd', 'Initial clock synchronization to {time}.'),
  ),
  // chrony (sched.c): by ten seconds or more.
  ...family(
    {
      component: 'clock',
      facts: neighbourSays('clock-set'),
      meaning: 'The clock jumped: another program set it, or the machine slept or was paused.',
    },
    neighbour('clock.noticed-forward', 'Forward time jump detected!'),
    neighbour('clock.noticed-backward', 'Backward time jump detected!'),
  ),
];

const systemdRows: readonly CatalogueRow[] = [
  // src/sleep/sleep.c up to 229, up to 249 and since.
  ...family(
    { component: 'systemd', ...SUSPENDED },
    neighbour('sleep.suspending', 'Suspending system...'),
    neighbour('sleep.state', "Entering sleep state '{state}'..."),
    neighbour('sleep.operation', "Performing sleep operation '{operation}'..."),
  ),
  ...family(
    { component: 'systemd', ...RESUMED },
    neighbour('sleep.resumed', 'System resumed.'),
    neighbour('sleep.returned', 'System returned from sleep {state}'),
  ),
  ...family(
    {
      component: 'systemd',
      facts: carrierLost,
      meaning: 'A network device lost its link. Of a card: nothing goes through it meanwhile.',
      whatToDo: 'See which device it is, and whether it is up again: `networkctl`.',
    },
    // src/network/networkd-link.c
    neighbour('networkd.carrier-lost', ': Lost carrier'),
  ),
  ...family(
    {
      component: 'systemd',
      facts: unitChanged('unit-started'),
      meaning: 'systemd started a unit: a service, or a scope, timer or mount.',
    },
    neighbour('systemd.started-unit', 'Started {unit} - {description}.'),
    neighbour('systemd.started', 'Started {unit}.'),
  ),
  ...family(
    {
      component: 'systemd',
      facts: kubeletRestarts,
      meaning: 'systemd is going to start a service again that has ended.',
    },
    neighbour('systemd.restart-scheduled', '{unit}: Scheduled restart job, restart counter is at {count}.'),
    neighbour('systemd.restart-scheduled2', '{unit}: Service hold-off time over, scheduling restart.'),
    neighbour('systemd.restart-scheduled3', '{unit} holdoff time over, scheduling restart.'),
    neighbour('systemd.restart-scheduled4', '{unit}: Service RestartSec={time} expired, scheduling restart.'),
  ),
  ...family(
    {
      component: 'systemd',
      facts: unitEnds('unit-stopped', { sign: 'stopping' }),
      meaning: 'systemd stops a unit, because somebody asked for it or the machine shuts down.',
    },
    neighbour('systemd.stopping-unit', 'Stopping {unit} - {description}...'),
    neighbour('systemd.stopping', 'Stopping {unit}...'),
  ),
  ...family(
    {
      component: 'systemd',
      facts: unitEnds('unit-stopped', { sign: 'gone' }),
      meaning:
        'A unit does not run any more: systemd stopped it, or it had ended by itself. Where systemd starts a service again that failed, it writes this first.',
    },
    neighbour('systemd.stopped-unit', 'Stopped {unit} - {description}.'),
    neighbour('systemd.stopped', 'Stopped {unit}.'),
  ),
  ...family(
    {
      component: 'systemd',
      facts: unitEnds('unit-stopped', { sign: 'succeeded' }),
      meaning: 'A unit (a service, scope or mount) ended without an error, by itself or because systemd stopped it.',
    },
    neighbour('systemd.succeeded', '{unit}: Succeeded.'),
    neighbour('systemd.deactivated', '{unit}: Deactivated successfully.'),
  ),
  ...family(
    {
      component: 'systemd',
      facts: unitChanged('watchdog'),
      meaning:
        'A service did not tell systemd in time that it is alive, so systemd kills it. A kubelet whose sync loop stands still is restarted in this way from 1.32 on.',
      whatToDo: 'Find out what blocked the service before this line.',
    },
    neighbour('systemd.watchdog', '{unit}: Watchdog timeout (limit {limit})!'),
    neighbour('systemd.watchdog-result', "{unit}: Failed with result 'watchdog'."),
  ),
  ...family(
    {
      component: 'logind',
      facts: neighbourSays('power-off'),
      meaning: 'The machine is going to power off or reboot; the kubelet and all containers end with it.',
      whatToDo:
        'See who or what asked for it: the lines before, and in a cloud its events (scale-in, maintenance, spot instances).',
    },
    // systemd, src/login/logind-dbus.c and logind-action.c.
    neighbour('logind.key', 'Power key pressed{details}', {
      meaning: 'The power key was pressed: so clouds and hypervisors switch a machine off.',
    }),
    neighbour('logind.powering-down', 'System is powering down{details}'),
    neighbour('logind.rebooting', 'System is rebooting{details}'),
    neighbour('logind.power-off', 'The system will power off{details}'),
    neighbour('logind.reboot', 'The system will reboot{details}'),
  ),
  ...family(
    {
      component: 'sudo',
      facts: commandOfSudo,
      meaning: 'Somebody gave a command through sudo that takes the machine down, or stops its kubelet.',
    },
    // sudo, lib/eventlog/eventlog.c
    neighbour('sudo.command', '{user} : {details}COMMAND={command}'),
  ),
  ...family(
    {
      component: 'health-monitor',
      facts: healthMonitor('kubelet'),
      meaning:
        'The health monitor of this node asked the kubelet (`/healthz`) or the runtime (`crictl pods`, `docker ps`) and got no good answer in time, so it kills it; systemd starts it again.',
      whatToDo: 'Find out what held that program up before this line.',
    },
    // cluster/gce/gci/health-monitor.sh
    neighbour('monitor.kubelet', 'Kubelet is unhealthy!'),
    neighbour('monitor.runtime', 'Container runtime {unit} failed!'),
    neighbour('monitor.docker', 'Docker daemon failed!', { facts: healthMonitor('docker') }),
  ),
  ...family(
    {
      component: 'systemd',
      facts: unitChanged('unit-failed'),
      meaning: 'A service ended with an error or was killed.',
      whatToDo: 'The reason is in the lines of that service just before.',
    },
    neighbour('systemd.failed-result', "{unit}: Failed with result '{result}'.", { facts: failedWithResult }),
    neighbour('systemd.exited', '{unit}: Main process exited, code={code}, status={status}', {
      facts: mainProcessExited,
    }),
    neighbour('systemd.exited-old', '{unit}: main process exited, code={code}, status={status}', {
      facts: mainProcessExited,
    }),
    neighbour('systemd.failed-old', '{unit} failed.'),
    neighbour('systemd.failed-state', 'Unit {unit} entered failed state.'),
    // src/core/service.c, service_set_state: at the level debug, to 219 without the colon.
    neighbour('systemd.changed-failed', '{unit}: Changed {state} -> failed', {
      facts: unitEnds('unit-failed', { sign: 'failed' }),
    }),
    neighbour('systemd.changed-failed-old', '{unit} changed {state} -> failed', {
      facts: unitEnds('unit-failed', { sign: 'failed' }),
    }),
    neighbour('systemd.failed-state2', '{unit}: Unit entered failed state.', {
      facts: unitEnds('unit-failed', { sign: 'failed' }),
    }),
    neighbour('systemd.failed-start', 'Failed to start {unit} - {description}.'),
    neighbour('systemd.failed-start2', 'Failed to start {unit}.'),
    neighbour('systemd.stop-timeout', "{unit}: State '{state}' timed out. {action}."),
    neighbour('systemd.stop-timeout2', '{unit}: State {state} timed out. {action}.'),
  ),
  ...family(
    {
      component: 'systemctl',
      facts: neighbourSays('unit-status'),
      meaning: 'What `systemctl status` says of a unit: whether it runs, and since when.',
    },
    // src/systemctl/systemctl-show.c, print_status_info
    neighbour('systemctl.active', 'Active: {state} since {since}'),
    neighbour('systemctl.process', 'Process: {pid} ExecStart={command} (code={code}, status={status})', {
      facts: statusOfProcess,
      meaning: 'What `systemctl status` says of the last process of a unit: its program, and how it ended.',
    }),
    neighbour('systemctl.process-killed', 'Process: {pid} ExecStart={command} (code={code}, signal={signal})', {
      facts: statusOfProcess,
      meaning: 'What `systemctl status` says of the last process of a unit: its program, and which signal ended it.',
    }),
    // Its pager cuts long lines; the next line tells the end.
    neighbour('systemctl.process-cut', 'Process: {pid} ExecStart={command}', { facts: statusOfProcess }),
    neighbour('systemctl.main-pid', 'Main PID: {pid} (code={code}, status={status})'),
    neighbour('systemctl.main-pid-killed', 'Main PID: {pid} (code={code}, signal={signal})'),
    neighbour('systemctl.main-pid-runs', 'Main PID: {pid} ({command})', { facts: statusOfProcess }),
  ),
  ...family(
    {
      component: 'systemd',
      facts: unitChanged('unit-given-up'),
      meaning:
        'A service ended too often in a short time (`StartLimitBurst=` within `StartLimitIntervalSec=`): systemd gives up and does not start it again by itself.',
      whatToDo: 'Correct what its own last lines say, then `systemctl reset-failed` and `systemctl start` the unit.',
    },
    // src/core/service.c, service_start; to 219 with the unit behind.
    neighbour('systemd.start-limit', '{unit}: Start request repeated too quickly.'),
    neighbour('systemd.start-limit-old', 'start request repeated too quickly for {unit}'),
  ),
  ...family(
    {
      component: 'systemd',
      facts: neighbourSays('systemd-dbus'),
      meaning:
        'systemd could not be reached over D-Bus, or refused. Runtimes that use the systemd cgroup driver ask it for every container, so they wait or fail too.',
      whatToDo:
        'Check the load of systemd and its leftover units; `systemctl daemon-reexec` often helps, an upgrade for good.',
    },
    neighbour('systemd.dbus-activation', 'Failed to activate service {service}: timed out{details}'),
    neighbour('systemd.dbus-agent', 'Failed to get initial list of names: {error}'),
    neighbour('systemd.dbus-timeout', 'Failed to {action}: Connection timed out'),
    neighbour('systemd.dbus-subscribe', 'Failed to subscribe to {what} signal{details}'),
    neighbour('systemd.dbus-full', 'The maximum number of pending replies{details}'),
  ),
];

const RUNTIME_ENDS = { meaning: 'The runtime ends, or does not start, for this error.' };

const runtimeRows: readonly CatalogueRow[] = [
  ...family(
    { component: 'containerd', facts: neighbourSays('runtime-started'), meaning: 'containerd starts.' },
    neighbour('containerd.starting', 'msg="starting containerd" revision={details}'),
    neighbour('containerd.booted', 'msg="containerd successfully booted in {duration}"'),
  ),
  ...family(
    { component: 'containerd', facts: neighbourSays('runtime-stopped'), meaning: 'containerd stops.' },
    neighbour('containerd.stop', 'msg="Stop CRI service"'),
  ),
  ...family(
    {
      component: 'containerd',
      facts: neighbourSays('container-hangs'),
      meaning:
        'containerd asked the shim of this container for its state or its measurements, and got no answer within two seconds. Whoever asks for this container waits with it.',
      whatToDo:
        'One container alone: its shim or runc hangs, mostly in the kernel. Many at once: the node is short of processor, memory or disk.',
    },
    // containerd, services/tasks/local.go (plugins/services/tasks from 2.0); up to 1.2 services/tasks/service.go.
    neighbour('containerd.state', '"get state for {id}" error="{text}context deadline exceeded{details}'),
    neighbour('containerd.metrics', '"collecting metrics for {id}" error="{text}context deadline exceeded{details}'),
    neighbour('containerd.task', '"converting task to protobuf" error="context {details}'),
  ),
  ...family(
    {
      component: 'containerd',
      facts: neighbourSays('runtime-error'),
      meaning: 'containerd reports that it could not do something for a container or sandbox.',
      whatToDo: 'See which container and which call; the same call in the kubelet failed or timed out.',
    },
    neighbour('containerd.call-failed', 'level=error msg="{call} for {details} failed{rest}'),
    neighbour('containerd.task-exit', 'level=error msg="failed to handle container TaskExit event {details}'),
    neighbour('containerd.shim', 'level=warning msg="cleaning up after shim disconnected"{details}'),
    neighbour('containerd.kill', 'level=error msg="failed to kill shim{details}'),
    neighbour('containerd.deadline', 'level=error msg="{call}" error="{text}context deadline exceeded{details}'),
    neighbour('containerd.ttrpc', 'level=error msg="ttrpc: received message on inactive stream{details}'),
  ),
  ...family(
    { component: 'containerd', facts: runtimeEnds('containerd: '), ...RUNTIME_ENDS },
    // cmd/containerd/main.go
    neighbour('containerd.ended', 'containerd: {error}'),
  ),
  ...family(
    { component: 'crio', facts: neighbourSays('runtime-started'), meaning: 'CRI-O starts.' },
    neighbour('crio.starting', 'msg="Starting CRI-O, version: {version}'),
    neighbour('crio.serving', 'msg="Serving metrics{details}'),
  ),
  ...family(
    {
      component: 'crio',
      facts: neighbourSays('runtime-error'),
      meaning: 'CRI-O reports that it could not do something for a container or sandbox.',
      whatToDo: 'See which container; the same call in the kubelet failed or timed out.',
    },
    neighbour('crio.error', 'level=error msg="{details}'),
    neighbour('crio.context', 'msg="{details}context deadline exceeded{rest}'),
    neighbour('crio.name-reserved', 'is reserved for {details}'),
  ),
  ...family(
    { component: 'crio', facts: runtimeEnds(), ...RUNTIME_ENDS },
    // cmd/crio/main.go
    neighbour('crio.ended', 'level=fatal msg="{error}'),
  ),
  ...family(
    {
      component: 'dockerd',
      facts: neighbourSays('runtime-started'),
      meaning: 'dockerd starts, or is ready for calls.',
    },
    neighbour('dockerd.starting', 'msg="Starting up"'),
    neighbour('dockerd.ready', 'msg="Daemon has completed initialization"'),
    neighbour('dockerd.listening', 'msg="API listen on {socket}"'),
  ),
  ...family(
    { component: 'dockerd', facts: runtimeEnds(), ...RUNTIME_ENDS },
    // moby, cmd/dockerd/docker.go and daemon.go; the second up to 1.13.
    neighbour('dockerd.start.ended', 'failed to start daemon: {error}'),
    neighbour('dockerd.old.ended', 'Error starting daemon: {error}'),
    neighbour('dockerd.file.ended', 'unable to configure the Docker daemon with {error}'),
  ),
  ...family(
    { component: 'dockerd', facts: neighbourSays('runtime-stopped'), meaning: 'dockerd stops.' },
    neighbour('dockerd.stopping', 'msg="Processing signal \'{signal}\'"'),
  ),
  ...family(
    {
      component: 'dockerd',
      facts: neighbourSays('container-hangs'),
      meaning:
        'dockerd killed a container, and ten seconds later it was still there. It keeps its lock, so whoever asks for it (`docker inspect`) waits.',
      whatToDo: 'See what its processes wait for in the kernel (state D), and whether its shim still answers.',
    },
    // moby, daemon/kill.go: up to 20.10 with the id in the text, then in a field of its own.
    neighbour('dockerd.kill-in-vain', 'Container {containerID} failed to exit within {seconds} seconds of kill'),
    neighbour('dockerd.kill-in-vain2', 'Container failed to exit within {duration} of kill'),
  ),
  ...family(
    {
      component: 'dockerd',
      facts: neighbourSays('runtime-error'),
      meaning: 'dockerd answered a call with an error, or a call of it took too long; the error says what.',
      whatToDo: 'Read the error: an image that cannot be fetched is no fault of dockerd; a time-out may be one.',
    },
    neighbour('dockerd.no-exit', 'Container {containerID} failed to exit within {seconds} seconds of {signal}', {
      meaning: 'A container did not end in the time that it was given; dockerd kills it next.',
      whatToDo: 'A container that does not exit although it was killed keeps its lock; inspecting it hangs then.',
    }),
    neighbour('dockerd.handler', 'msg="Handler for {method} {path} returned error: {error}"'),
    neighbour('dockerd.stream', 'level=error msg="stream copy error: {details}', {
      meaning:
        'What a container writes could not be copied any more. `reading from a closed fifo` is left of a container that did not start, or of an exec (a probe) that was given up.',
      whatToDo: 'Look for the container or probe that failed at this time.',
    }),
    neighbour('dockerd.attach', 'level=error msg="{details}context deadline exceeded{rest}'),
    neighbour('dockerd.no-such', 'no such container{details}', {
      meaning: 'Somebody asked for a container that is gone. One now and then is normal.',
      whatToDo: 'Many for one container: see who asks for it.',
    }),
  ),
  ...family(
    {
      component: 'cni',
      facts: neighbourSays('runtime-error'),
      meaning: 'A network plugin reports that it could not connect or disconnect a pod.',
      whatToDo: 'See the log of the network plugin. While it hangs, sandboxes can be neither made nor removed.',
    },
    neighbour('cni.setup-failed', 'failed to setup network for sandbox {details}'),
    neighbour('cni.destroy-failed', 'failed to destroy network for sandbox {details}'),
    neighbour('cni.delegate', 'plugin type="{type}" failed ({action}){details}'),
  ),
  ...family(
    {
      component: 'storage',
      facts: neighbourSays('disk-full'),
      meaning: 'A disk is full.',
      whatToDo: 'Free space; images, container logs and the journal are the usual eaters.',
    },
    neighbour('storage.no-space', 'no space left on device{details}'),
    neighbour('storage.no-space-upper', 'No space left on device{details}'),
    // drivers/md/dm-thin.c
    neighbour('storage.thin-pool', ': switching pool to out-of-data-space {details}'),
  ),
];

/** What rke2 (pkg/executor/staticpod) and k3s (pkg/daemons/executor) say of the kubelet that they run, through logrus. */
const parentRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'rke2',
      facts: kubeletVersion,
      meaning: 'k3s (or rke2) starts, in this version; the kubelet that it runs has the same.',
      whatToDo:
        'Nothing, unless it comes again and again: then it ends each time, and its last lines before this say why.',
    },
    // pkg/cli/agent/agent.go and pkg/cli/server/server.go of k3s, which rke2 runs, too.
    neighbour(
      'parent.version.k3s-agent',
      'time="{time}" level=info msg="Starting k3s agent {kubeletVersion} ({commit})"',
    ),
    neighbour('parent.version.k3s', 'time="{time}" level=info msg="Starting k3s {kubeletVersion} ({commit})"'),
    neighbour(
      'parent.version.rke2-agent',
      'time="{time}" level=info msg="Starting rke2 agent {kubeletVersion} ({commit})"',
    ),
    neighbour('parent.version.rke2', 'time="{time}" level=info msg="Starting rke2 {kubeletVersion} ({commit})"'),
  ),
  ...family(
    {
      component: 'rke2',
      facts: kubeletExited,
      meaning: 'The program that runs the kubelet says that it ended; it starts it again after some seconds.',
      whatToDo: 'Read why in the log of the kubelet itself: `/var/lib/rancher/rke2/agent/logs/kubelet.log`.',
    },
    neighbour('parent.kubelet-exited', 'time="{time}" level={level} msg="Kubelet exited: {err}"'),
    neighbour('parent.kubelet-exited2', 'time="{time}" level={level} msg="kubelet exited: {err}"'),
  ),
  ...family(
    {
      component: 'rke2',
      facts: podAwaited,
      meaning:
        'rke2 waits until the kubelet has started a part of the control plane as a static pod; it looks every 20 seconds. For a minute or two of a start this is normal.',
      whatToDo: 'Where it goes on: read the log of the kubelet, `/var/lib/rancher/rke2/agent/logs/kubelet.log`.',
    },
    // pkg/podtemplate and pkg/staticpod of rke2 (checks of the static pods at a start).
    neighbour('parent.pod-awaited', 'time="{time}" level={level} msg="Pod for {pod} not synced ({err}), retrying"'),
    neighbour(
      'parent.container-awaited',
      'time="{time}" level={level} msg="Container for {pod} not found ({err}), retrying"',
    ),
  ),
  ...family(
    {
      component: 'rke2',
      facts: serverNotTrusted,
      meaning:
        'k3s (or rke2) could not get, or does not accept, certificates or configuration from its server. At a start its kubelet waits for that.',
      whatToDo: 'Check the clock first (`timedatectl`), then the way to the server and its token.',
    },
    // pkg/clientaccess/token.go of k3s.
    neighbour('parent.ca-validation', 'time="{time}" level={level} msg="CA cert validation failed: {err}'),
    // pkg/clientaccess/clientaccess.go of k3s, up to 1.18.
    neighbour('parent.not-trusted', 'time="{time}" level={level} msg="server {server} is not trusted: {err}'),
    neighbour('parent.ca-certs', 'time="{time}" level={level} msg="failed to get CA certs: {err}'),
    neighbour('parent.ca-certs-at', 'time="{time}" level={level} msg="failed to get CA certs at {server}: {err}'),
    // pkg/agent/config/config.go and pkg/agent/tunnel/tunnel.go of k3s; up to 1.20 the error alone, in 1.21 the third.
    neighbour(
      'parent.agent-config',
      'time="{time}" level={level} msg="Waiting to retrieve agent configuration; server is not ready: {err}',
    ),
    neighbour(
      'parent.proxy-config',
      'time="{time}" level={level} msg="Waiting to retrieve kube-proxy configuration; server is not ready: {err}',
      { facts: serverAway },
    ),
    neighbour('parent.configure-agent', 'time="{time}" level={level} msg="Failed to configure agent: {err}'),
    // pkg/cluster/cluster.go and pkg/etcd/etcd.go of k3s.
    neighbour('parent.datastore', 'time="{time}" level={level} msg="Failed to test {datastore} connection: {err}'),
    neighbour(
      'parent.etcd-status',
      'time="{time}" level={level} msg="Failed to check local etcd status for learner management: {err}',
    ),
    neighbour(
      'parent.agent-config2',
      'time="{time}" level={level} msg="failed to retrieve configuration from server: {err}',
    ),
    neighbour('parent.node-password', 'time="{time}" level=error msg="{err}with the --with-node-id flag"'),
    neighbour(
      'parent.ca-hash',
      'time="{time}" level={level} msg="token CA hash does not match the Cluster CA certificate hash: {err}',
      { facts: tokenOfOthers },
    ),
    neighbour('parent.proxy', 'time="{time}" level={level} msg="Failed to connect to proxy{more}" error="{err}'),
    neighbour('parent.tunnel', 'time="{time}" level={level} msg="Remotedialer proxy error{more}" error="{err}', {
      facts: tunnelBroke,
      meaning:
        'The tunnel from this node to a server of k3s (or rke2), by which the API server reaches the kubelet for logs and exec, broke or could not be made. It is made anew; once at a restart of the server is normal.',
      whatToDo: 'Where it goes on: see whether the server answers, and what stands between them.',
    }),
    neighbour(
      'parent.validate-connection',
      'time="{time}" level={level} msg="Failed to validate connection to cluster at {server}: {err}',
    ),
  ),
];

/** Tried last: what these programs end with, whatever it is. */
const parentEndRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'rke2',
      facts: parentEnds,
      highlight: 'trouble',
      meaning:
        'k3s (or rke2) ends, and the kubelet in it with it. systemd starts it again, and where the reason stays it ends again.',
      whatToDo: 'The text says why: correct that first.',
    },
    // github.com/sirupsen/logrus: a fatal line ends the program with status 1.
    neighbour('parent.fatal', 'time="{time}" level=fatal msg="{err}'),
  ),
];

const journalRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'journald',
      facts: journalLoss,
      meaning:
        'journald dropped lines because a service wrote too many in a short time. What stands between the line before and this one is not all that happened.',
      whatToDo: 'Raise RateLimitBurst or RateLimitIntervalSec in journald.conf, or lower the verbosity of the service.',
    },
    neighbour('journald.suppressed', 'Suppressed {count} messages from {unit}'),
  ),
  ...family(
    {
      component: 'journald',
      facts: journalLoss,
      meaning: 'journald missed lines of the kernel, which came too fast for it.',
      whatToDo: 'See what the kernel says at that time.',
    },
    neighbour('journald.missed', 'Missed {count} kernel messages'),
  ),
  ...family(
    {
      component: 'journald',
      facts: journalLoss,
      meaning:
        'rsyslog dropped lines because too many came at once: between the line before and this one more happened.',
      whatToDo: 'Read the journal itself (journalctl), which may still have the lines.',
    },
    neighbour('journald.imjournal', 'imjournal: {count} messages lost due to rate-limiting{details}'),
    neighbour('journald.rsyslog', 'begin to drop messages due to rate-limiting{details}'),
  ),
  ...family(
    {
      component: 'journald',
      facts: neighbourSays('unclean-shutdown'),
      meaning:
        'journald found that its file of the boot before had not been closed: the machine was not shut down in order, but by a loss of power, a reset or a crash. What was written last may be missing.',
      whatToDo: 'See what took the machine down: events of the cloud, the hypervisor or the board, and crash dumps.',
    },
    // systemd, src/libsystemd/sd-journal/journal-file.c; a file of a user tells less, because it may be in use to the last.
    neighbour(
      'journald.unclean',
      'File {folder}/system.journal corrupted or uncleanly shut down, renaming and replacing.',
    ),
  ),
  ...family(
    { component: 'journald', facts: boot, meaning: 'A new boot of the machine begins here.' },
    neighbour('journald.boot', '-- Boot {id} --'),
    neighbour('journald.reboot', '-- Reboot --'),
  ),
];

export const NEIGHBOUR_ROWS: readonly CatalogueRow[] = [
  ...kernelRows,
  ...clockRows,
  ...systemdRows,
  ...runtimeRows,
  ...parentRows,
  ...parentEndRows,
  ...journalRows,
];
