import { type Instant, seconds } from '../kubelet/time.ts';
import type { ProcessEvidence } from './evidence.ts';
import type { NodeReadyChange } from './history.ts';
import { lineOf } from './lines.ts';

/** The event line and the condition line of one change stand this near to each other. */
const ONE_CHANGE = seconds(1);

/** The node's Ready condition as one process reported it: “Node became not ready” with its reasons, and the recorded NodeReady and NodeNotReady events. */
export function nodeReadyOf(process: ProcessEvidence, node: string): readonly NodeReadyChange[] {
  const changes: NodeReadyChange[] = process.conditions.map((condition) => ({
    ...lineOf(condition), time: condition.time, node, process: process.id, ready: condition.ready,
    ...(condition.reason === undefined ? {} : { reason: condition.reason }), ...(condition.text === undefined ? {} : { text: condition.text }),
  }));
  const told = (time: Instant, ready: boolean): boolean => changes.some((change) => change.ready === ready && Math.abs(change.time - time) <= ONE_CHANGE);
  for (const event of process.nodeEvents) {
    const ready = event.event === 'NodeReady';
    if ((ready || event.event === 'NodeNotReady') && !told(event.time, ready)) changes.push({ ...lineOf(event), time: event.time, node, process: process.id, ready });
  }
  return changes.sort((a, b) => a.time - b.time || a.line - b.line);
}
