import type { KubeletExitFact } from './fact.ts';

/** Whether it is a line of the node shutdown manager: the machine goes down, and the kubelet runs on until its pods are stopped. */
export function isOfShutdown({ by, message }: Pick<KubeletExitFact, 'by' | 'message'>): boolean {
  return by === 'shutdown' && message.startsWith('shutdown.');
}
