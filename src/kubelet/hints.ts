import { KUBELET_ONLY_MESSAGES } from './callerFiles.ts';
import { KUBELET_NAMES } from './writers.ts';

/**
 * Whether a text can be of a kubelet's log at all: it has a name under which kubelets write, a place in a Go source file, or words that only a kubelet writes. Says yes to much that is
 * none, and takes no reader to say no.
 */
export function hintsAtKubelet(head: string): boolean {
  // Lines can be wrapped at a width, anywhere.
  for (const text of [head, head.replace(/[\r\n]+[ \t]{0,40}/g, '')]) {
    const lower = text.toLowerCase();
    if (KUBELET_NAMES.some((name) => lower.includes(name)) || /\.go(?::|\])/.test(text)) return true;
    if (KUBELET_ONLY_MESSAGES.some((words) => text.includes(words))) return true;
  }
  return false;
}
