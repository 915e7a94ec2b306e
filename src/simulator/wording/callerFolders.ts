/** The folder that klog's JSON writes before the file of the caller. */
const FOLDERS: Readonly<Record<string, string>> = {
  'generic.go': 'pleg',
  'evented.go': 'pleg',
  'server.go': 'app',
  'setters.go': 'nodestatus',
  'flags.go': 'flag',
  'util.go': 'util',
  'scope.go': 'topologymanager',
  'log.go': 'internal',
  'remote_runtime.go': 'pkg',
  'remote_image.go': 'pkg',
  'run.go': 'cli',
  'status_manager.go': 'status',
  'volume_manager.go': 'volumemanager',
  'kuberuntime_manager.go': 'kuberuntime',
  'kuberuntime_container.go': 'kuberuntime',
  'kuberuntime_sandbox.go': 'kuberuntime',
};

export function folderOf(file: string): string {
  return FOLDERS[file] ?? 'kubelet';
}
