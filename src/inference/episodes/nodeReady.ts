import { type Instant, seconds } from '../../kubelet/time.ts';
import { indexFrom, type ProcessEvidence } from '../evidence.ts';
import type { NodeReadyChange } from '../history.ts';
import { lineOf } from '../store/lines.ts';

/** The event line and the condition line of one change stand this near to each other. */
const ONE_CHANGE = seconds(1);

/** The node's Ready condition as one process reported it: “Node became not ready” with its reasons, and the recorded NodeReady and NodeNotReady events. */
export function nodeReadyOf(process: ProcessEvidence, node: string): readonly NodeReadyChange[] {
  const conditions: NodeReadyChange[] = process.conditions.map((condition) => ({
    ...lineOf(condition),
    time: condition.time,
    node,
    process: process.id,
    ready: condition.ready,
    ...(condition.reason === undefined ? {} : { reason: condition.reason }),
    ...(condition.text === undefined ? {} : { text: condition.text }),
  }));
  const changes = [...conditions];
  const isLogged = (time: Instant, ready: boolean): boolean => {
    for (let index = indexFrom(conditions, (time - ONE_CHANGE) as Instant); index < conditions.length; index += 1) {
      const change = conditions[index];
      if (change === undefined || change.time > time + ONE_CHANGE) return false;
      if (change.ready === ready) return true;
    }
    return false;
  };
  let before: NodeReadyChange | undefined;
  for (const event of process.nodeEvents) {
    const ready = event.event === 'NodeReady';
    if ((!ready && event.event !== 'NodeNotReady') || isLogged(event.time, ready)) continue;
    // The recorded event and the fast update of the status are two lines of one change.
    if (before?.ready === ready && event.time - before.time <= ONE_CHANGE) continue;
    before = { ...lineOf(event), time: event.time, node, process: process.id, ready };
    changes.push(before);
  }
  return changes.sort((a, b) => a.time - b.time || a.line - b.line);
}
