/** The last words of a kubelet, without what stands around the error that they give. */

/** What each caller says before it: cmd/kubelet/app/server.go, k8s.io/component-base/cli/run.go, pkg/kubelet/kubelet.go and apis/config/validation, 1.6–1.36. */
const AROUND =
  /^(?:\[?(?:error|command failed|invalid configuration|failed to \w{1,20} kubelet[^:]{0,80}|\/[^:]{1,80}, error): |failed to start containermanager:? )+/i;
/** What stands behind each fault of the configuration, always the same (cmd/kubelet/app/server.go). */
const OF_TYPE = /, path: &TypeMeta\{[^}]{0,80}\}$/;

/** The first line of what was said, without the type of the file that a fault is in. */
export function firstWords(text: string): string {
  return (text.split('\n')[0] ?? '').replace(OF_TYPE, '');
}

/** The error alone: the first line without what each caller says around it. */
export function errorOfLastWords(text: string): string {
  return firstWords(text)
    .replace(AROUND, '')
    .replace(/^([^[]{0,1000})\]$/, '$1');
}
