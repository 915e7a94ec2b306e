import type { SourceTable } from './source.ts';

export const nodeTroubleSources: SourceTable = {
  'cmd/kubelet/app/server.go': {
    'port.healthz.u': 'klog',
    'port.healthz.u2': 'glog',
    'port.healthz.s': 'structured, lines',
    'bare.parse-flag.u': 'structured, lines',
    'bare.load-config.u': 'structured',
    'bare.validate-config.u': 'structured',
    'bare.run.u': 'lines',
    'bare.run.u2': 'lines',
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
    'kernel.modules.s': 'structured',
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
