/** What a kubelet said last, as a title quotes it: without what each caller says around the error. */
import { bothEnds } from './factText.ts';

/** cmd/kubelet/app/server.go, k8s.io/component-base/cli/run.go, pkg/kubelet/kubelet.go and apis/config/validation. */
const AROUND =
  /^(?:\[?(?:error|command failed|invalid configuration|failed to \w{1,20} kubelet[^:]{0,80}|\/[^:]{1,80}, error): |failed to start containermanager:? )+/i;
/** What stands behind each fault of the configuration, always the same (cmd/kubelet/app/server.go). */
const OF_TYPE = /, path: &TypeMeta\{[^}]{0,80}\}$/;

/** The title, with the last words of the kubelet behind it. */
export function quoting(title: string, words = ''): string {
  const said = firstWords(words)
    .replace(AROUND, '')
    .replace(/^([^[]{0,1000})\]$/, '$1');
  return said === '' ? title : `${title}: "${bothEnds(said, 110)}"`;
}

/** The first line of what was said, without the fault's own file. */
export function firstWords(text: string): string {
  return (text.split('\n')[0] ?? '').replace(OF_TYPE, '');
}
