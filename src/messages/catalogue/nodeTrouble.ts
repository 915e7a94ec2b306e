/** Messages about the node and the kubelet itself that are of no larger component: limits, ports, the kernel, panics, docker. */
import { runtimeAway } from '../facts/devices.ts';
import { cannotListen, limitReached, manifestEvent, nodeTrouble, troubleByError } from '../facts/troubles.ts';
import { exits, ownPrint, startFailed } from '../facts/node.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';
import { ENDED } from './startup.ts';

/** cmd/kubelet/app/server.go, pkg/kubelet/server/server.go. */
const portRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'startup',
      file: 'server.go',
      facts: cannotListen,
      meaning:
        'A server of the kubelet could not listen at its address, mostly because another process does; on port 10250 that ends the kubelet, for health checks (10248) it tries again.',
      whatToDo: "See who has the port: `ss -ltnp | grep -E ':(10250|10248|10255)'`; often an older kubelet still runs.",
    },
    text('port.healthz.u', 'Starting healthz server failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    text('port.healthz.u2', 'Starting health server failed: {err}', { severity: 'E', verbosity: 0, until: '1.12' }),
    keyed('port.healthz.s', 'Failed to start healthz server', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'server.go',
      facts: startFailed,
      meaning: 'The kubelet could not open its own endpoint and ends.',
      whatToDo: "See who has the port: `ss -ltnp | grep -E ':(10250|10255)'`.",
    },
    keyed('port.serve.s', 'Failed to listen and serve', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
    text('port.streaming.u', 'Streaming server stopped unexpectedly: {err}', {
      severity: 'F',
      verbosity: 0,
      until: '1.20',
      file: 'docker_service.go',
    }),
    keyed('port.streaming.s', 'Streaming server stopped unexpectedly', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.23',
      file: 'docker_service.go',
    }),
  ),
];

/** cadvisor/container/raw/watcher.go and manager/manager.go, pkg/kubelet/config/file_linux.go, pkg/kubelet/kuberuntime/logs. */
const limitRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'cadvisor',
      file: 'watcher.go',
      facts: limitReached,
      meaning:
        'The kubelet could not watch a control group. "no space left on device" is the limit of inotify watches, "too many open files" that of instances.',
      whatToDo: 'Raise it: `sysctl fs.inotify.max_user_watches fs.inotify.max_user_instances`.',
    },
    text('limit.watch-event.u', 'Error while processing event ({event}): {err}', { severity: 'W', verbosity: 0 }),
    text('limit.watch-directory.u', 'Failed to watch directory "{path}": {err}', { severity: 'E', verbosity: 0 }),
    text('limit.watch-event.u2', 'Failed to watch directory "{path}": {err}', {
      severity: 'E',
      verbosity: 0,
      file: 'raw.go',
    }),
    text('limit.watch-event.u3', 'Error while processing event ({event}): {err}', {
      severity: 'W',
      verbosity: 0,
      file: 'raw.go',
    }),
    text('limit.factory.u', 'Registration of the raw container factory failed: {err}', {
      severity: 'E',
      verbosity: 0,
      file: 'manager.go',
    }),
    text('limit.watch-new.u', 'Failed to process watch event {event}: {err}', {
      severity: 'W',
      verbosity: 0,
      file: 'manager.go',
    }),
  ),
  ...family(
    {
      component: 'config',
      file: 'file.go',
      facts: manifestEvent,
      meaning:
        'The folder of static pods could not be watched, or a file that changed in it could not be read as a pod; the folder is read every 20 seconds all the same.',
      whatToDo:
        'Correct the file that the error names. With "too many open files" or "no space left on device" raise `fs.inotify.max_user_instances` and `fs.inotify.max_user_watches`.',
    },
    text('limit.manifest-event.u', 'Unable to process watch event: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.11',
      until: '1.20',
    }),
    keyed('limit.manifest-event.s', 'Unable to process watch event', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    text('limit.manifest-path.u', 'Unable to read manifest path "{path}": {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.10',
    }),
  ),
  ...family(
    {
      component: 'device',
      file: 'plugin_manager.go',
      facts: limitReached,
      meaning:
        'The folder in which plug-ins (CSI drivers, device plug-ins) put their sockets is not watched, so none can register.',
      whatToDo: 'Read the error; where it says "too many open files" raise `fs.inotify.max_user_instances`.',
    },
    keyed('limit.plugin-watch.s', 'The desired_state_of_world populator (plugin watcher) starts failed!', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'logs',
      file: 'server.go',
      facts: troubleByError({ 'too-many-files': 'file-limit' }),
      meaning:
        'The kubelet\'s own server could not take a connection: with "too many open files" the process has as many as it may.',
      whatToDo:
        'See how many it has and may have: `ls /proc/$(pidof kubelet)/fd | wc -l`, `grep files /proc/$(pidof kubelet)/limits`.',
    },
    text('limit.accept.u', 'http: Accept error: {err}; retrying in {interval}', { severity: 'I', verbosity: 0 }),
    text('limit.accept.u2', 'http: Accept error: {err}; retrying in {interval}', {
      severity: 'I',
      verbosity: 0,
      file: 'log.go',
    }),
  ),
];

/** pkg/kubelet/kubelet.go (initializeModules), pkg/kubelet/cm. */
const kernelRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'startup',
      file: 'kubelet.go',
      facts: startFailed,
      meaning:
        'The part that hears of processes that the kernel kills for memory could not start, so the kubelet ends. It reads /dev/kmsg.',
      whatToDo: 'In a container give it /dev/kmsg of the node.',
    },
    text('kernel.oom-watcher.u', 'Failed to start OOM watcher {err}', {
      severity: 'F',
      verbosity: 0,
      since: '1.10',
      until: '1.20',
    }),
    text('kernel.oom-watcher.u2', 'failed to start OOM watcher {err}', {
      severity: 'F',
      verbosity: 0,
      until: '1.20',
    }),
    keyed(
      'kernel.oom-watcher.s',
      'Failed to create an oomWatcher (running in UserNS, Hint: enable KubeletInUserNamespace feature flag to ignore the error)',
      ['err'],
      { severity: 'E', verbosity: 0, since: '1.22' },
    ),
  ),
  ...family(
    {
      component: 'startup',
      file: 'oom_watcher_linux.go',
      facts: nodeTrouble('kernel-setting'),
      meaning:
        'The kubelet does not hear of processes that the kernel kills for memory, for it cannot read /dev/kmsg; it goes on without.',
    },
    keyed('kernel.no-kmsg.s', 'Failed to create an oomWatcher (running in UserNS, ignoring)', ['err'], {
      severity: 'I',
      verbosity: 2,
      since: '1.22',
      file: 'kubelet.go',
      facts: () => undefined,
    }),
  ),
];

/** k8s.io/apimachinery/pkg/util/runtime (runtime.go), net/http/server.go through klog. */
const panicRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'startup',
      file: 'runtime.go',
      highlight: 'trouble',
      facts: nodeTrouble('panic'),
      meaning:
        'A part of the kubelet panicked; the stack follows. Mostly it was caught and that part goes on or is started again, but what it was doing is undone.',
      whatToDo:
        'Look the stack up in the issues of Kubernetes for this version; a newer patch version may have the fix.',
    },
    text('panic.observed.u', 'Observed a panic: {panic}', { severity: 'E', verbosity: 0, until: '1.30' }),
    keyed('panic.observed.s', 'Observed a panic', ['panic', 'panicGoValue', 'stacktrace'], {
      severity: 'E',
      verbosity: 0,
      since: '1.31',
    }),
    text('panic.recovered.u', 'Recovered from panic: {panic}', { severity: 'E', verbosity: 0, until: '1.4' }),
    text('panic.recovered.u2', 'Recovered from panic: {panic}', {
      severity: 'E',
      verbosity: 0,
      until: '1.2',
      file: 'util.go',
    }),
    text('panic.serving.u', 'http: panic serving {client}: {panic}', { severity: 'I', verbosity: 0, file: 'log.go' }),
    text('panic.serving.u2', 'http: panic serving {client}: {panic}', {
      severity: 'I',
      verbosity: 0,
      file: 'server.go',
    }),
    text('panic.apiserver.u', "apiserver panic'd on {request}", {
      severity: 'E',
      verbosity: 0,
      file: 'wrap.go',
      facts: () => undefined,
    }),
    text('panic.apiserver.u2', "APIServer panic'd on {request}: {panic}", {
      severity: 'E',
      verbosity: 0,
      file: 'wrap.go',
      facts: () => undefined,
    }),
  ),
];

/** cmd/kubelet/app/server.go through cobra and pflag, and minikube's localkube around it: what is printed without a klog header. */
const bareRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'startup',
      facts: exits(true),
      highlight: 'trouble',
      meaning: 'The kubelet does not start with these flags or this configuration, and ends.',
      whatToDo:
        'Correct the flag or the file that it names; flags of kubeadm stand in /var/lib/kubelet/kubeadm-flags.env.',
    },
    text('bare.parse-flag.u', 'Error: failed to parse kubelet flag: {err}', { since: '1.24' }),
    text('bare.unknown-flag.u', 'Error: unknown flag: {flag}', { facts: ownPrint }),
    text('bare.unknown-shorthand.u', 'Error: unknown shorthand flag: {flag}', { facts: ownPrint }),
    text('bare.invalid-argument.u', 'Error: invalid argument {flag}', { facts: ownPrint }),
    text('bare.load-config.u', 'Error: failed to load kubelet config file, {err}', { since: '1.24' }),
    text('bare.validate-config.u', 'Error: failed to validate kubelet {err}', { since: '1.24' }),
    text('bare.dependencies.u', 'Error: failed to construct kubelet dependencies: {err}', { since: '1.24' }),
    // A 1.9 writes it with a capital, too.
    text('bare.run.u', 'Error: failed to run Kubelet: {err}', ENDED),
    text('bare.run.u2', 'error: failed to run Kubelet: {err}', { ...ENDED, until: '1.9' }),
    text('bare.client-ca.u', 'error: unable to load client CA file {err}', { until: '1.9', facts: ownPrint }),
    text('bare.localkube.u', 'kubelet: Exit with error: {err}', { until: '1.9' }),
    // glog and klog, exit: from there no line can be logged any more.
    text('bare.log-file.u', 'log: exiting because of error: {err}', {
      meaning: 'The kubelet could not write its own log file, and ended.',
      whatToDo: 'See the file system of its log (`--log-dir`, `--log-file`): is it full, read-only or broken?',
    }),
    keyed('bare.parse-flag.s', 'Failed to parse kubelet flag', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.23',
      file: 'server.go',
    }),
    keyed('bare.load-config.s', 'Failed to load kubelet config file', ['err', 'path'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.23',
      file: 'server.go',
    }),
    keyed('bare.validate-config.s', 'Failed to validate kubelet configuration', ['err', 'path'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.23',
      file: 'server.go',
    }),
    keyed('bare.validate-flags.s', 'Failed to validate kubelet flags', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.23',
      file: 'server.go',
    }),
    keyed('bare.feature-gates.s', 'Failed to set feature gates from initial flags-based config', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.23',
      file: 'server.go',
    }),
    keyed('bare.dependencies.s', 'Failed to construct kubelet dependencies', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.23',
      file: 'server.go',
    }),
  ),
];

/** pkg/kubelet/dockershim and, up to 1.5, pkg/kubelet/dockertools. */
const dockerRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'runtime',
      facts: nodeTrouble('docker'),
      meaning: 'The kubelet does not reach docker.',
      whatToDo: 'See whether it runs: `systemctl status docker`.',
    },
    text('docker.images.u', '[ImageManager] Failed to monitor images: {err}', {
      severity: 'W',
      verbosity: 0,
      until: '1.6',
      file: 'image_manager.go',
    }),
    text('docker.connect.u', 'failed to retrieve docker version: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      file: 'kube_docker_client.go',
    }),
    text('docker.pid.u', 'failed to detect process id for "{container}" - {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      file: 'container_manager_linux.go',
    }),
  ),
  ...family(
    {
      component: 'runtime',
      file: 'docker_sandbox.go',
      facts: runtimeAway('docker'),
      meaning: 'Docker did not stop the container of a sandbox (with dockershim). It is tried again.',
      whatToDo: 'See the error: with `operation timeout` docker did not answer, or the container did not end.',
    },
    text('docker.stop-sandbox.u', 'Failed to stop sandbox "{sandboxID}": {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
  ),
  ...family(
    {
      component: 'runtime',
      file: 'docker_sandbox.go',
      facts: nodeTrouble('docker-sandbox'),
      meaning:
        'The kubelet wanted the address of a pod whose sandbox has ended (with dockershim). After a restart of the node or of docker that is so for all pods; it makes new sandboxes.',
    },
    text('docker.pod-ip.u', 'failed to read pod IP from plugin/docker: {err}', {
      severity: 'W',
      verbosity: 0,
      since: '1.8',
      until: '1.20',
    }),
    text('docker.no-network.u', 'CNI failed to retrieve network namespace path: {err}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
      file: 'cni.go',
    }),
  ),
  ...family(
    {
      component: 'runtime',
      file: 'helpers.go',
      facts: nodeTrouble('docker-sandbox'),
      meaning:
        'Docker has a container of the name that the kubelet gives a new one (with dockershim), left of an earlier try. The kubelet removes it.',
      whatToDo: 'Where it comes again and again, see what docker has of that name: `docker ps -a`.',
    },
    text('docker.conflict.u', 'Unable to create pod sandbox due to conflict. Attempting to remove sandbox "{id}"', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    text('docker.conflict.u2', 'Failed to remove the conflicting container "{id}": {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
  ),
];

export const nodeTroubleRows: readonly CatalogueRow[] = [
  ...portRows,
  ...limitRows,
  ...kernelRows,
  ...panicRows,
  ...bareRows,
  ...dockerRows,
];

/** Where the texts of these rows were read. */
export const nodeTroubleSources: SourceTable = {
  'cmd/kubelet/app/server.go': {
    'port.healthz.u': 'klog',
    'port.healthz.u2': 'glog',
    'port.healthz.s': 'structured, lines',
    'bare.parse-flag.u': 'structured, lines',
    'bare.load-config.u': 'structured',
    'bare.validate-config.u': 'structured',
    'bare.dependencies.u': 'structured',
    'bare.run.u': 'lines',
    'bare.run.u2': 'lines',
    'bare.client-ca.u': 'lines of 1.8',
    'bare.parse-flag.s': 'structured',
    'bare.load-config.s': 'structured, lines',
    'bare.validate-config.s': 'structured',
    'bare.validate-flags.s': 'lines',
    'bare.feature-gates.s': 'structured',
    'bare.dependencies.s': 'structured',
  },
  'pkg/kubelet/server/server.go': {
    'port.serve.s': 'structured, lines',
  },
  'pkg/kubelet/dockershim/docker_sandbox.go': {
    'docker.stop-sandbox.u': 'klog, lines',
    'docker.pod-ip.u': 'lines',
  },
  'pkg/kubelet/dockershim/network/cni/cni.go': {
    'docker.no-network.u': 'lines',
  },
  'pkg/kubelet/dockershim/helpers.go': {
    'docker.conflict.u': 'lines',
    'docker.conflict.u2': 'lines',
  },
  'pkg/kubelet/dockershim/docker_service.go': {
    'port.streaming.u': 'glog, klog',
    'port.streaming.s': 'unread',
  },
  'github.com/google/cadvisor/container/raw/watcher.go': {
    'limit.watch-event.u': 'glog, klog, lines of 1.24, 1.28',
    'limit.watch-directory.u': 'klog',
  },
  'github.com/google/cadvisor/manager/watcher/raw/raw.go': {
    'limit.watch-event.u2': 'glog',
    'limit.watch-event.u3': 'glog',
  },
  'github.com/google/cadvisor/manager/manager.go': {
    'limit.factory.u': 'glog, klog, lines',
    'limit.watch-new.u': 'glog, klog',
  },
  'pkg/kubelet/config/file.go': {
    'limit.manifest-event.u': 'klog',
    'limit.manifest-event.s': 'structured, contextual',
    'limit.manifest-path.u': 'lines',
  },
  'pkg/kubelet/pluginmanager/plugin_manager.go': {
    'limit.plugin-watch.s': 'structured, contextual, lines',
  },
  'net/http/server.go': {
    'limit.accept.u': 'read',
    'limit.accept.u2': 'read',
    'panic.serving.u': 'read',
    'panic.serving.u2': 'read',
  },
  'pkg/kubelet/kubelet.go': {
    'kernel.oom-watcher.u': 'lines',
    'kernel.oom-watcher.u2': 'glog, klog',
    'kernel.oom-watcher.s': 'structured, lines',
    'kernel.no-kmsg.s': 'structured',
  },
  'k8s.io/apimachinery/pkg/util/runtime/runtime.go': {
    'panic.observed.u': 'lines',
    'panic.observed.s': 'contextual',
    'panic.recovered.u': 'glog',
  },
  'pkg/util/util.go': {
    'panic.recovered.u2': 'lines',
  },
  'k8s.io/apiserver/pkg/server/filters/wrap.go': {
    'panic.apiserver.u': 'klog',
    'panic.apiserver.u2': 'glog',
  },
  'github.com/spf13/pflag/errors.go': {
    'bare.unknown-flag.u': 'lines of 1.10',
    'bare.unknown-shorthand.u': 'read',
    'bare.invalid-argument.u': 'read',
  },
  'k8s.io/klog/klog.go': {
    'bare.log-file.u': 'lines',
  },
  'k8s.io/minikube/pkg/localkube/kubelet.go': {
    'bare.localkube.u': 'lines',
  },
  'pkg/kubelet/image_manager.go': {
    'docker.images.u': 'glog, lines',
  },
  'pkg/kubelet/dockershim/libdocker/kube_docker_client.go': {
    'docker.connect.u': 'lines',
  },
  'pkg/kubelet/cm/container_manager_linux.go': {
    'docker.pid.u': 'lines',
  },
};
