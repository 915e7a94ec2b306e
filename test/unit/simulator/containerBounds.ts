/** What the analysis says of the states of containers, held against what they truly did. */
import type { ProvenHistory } from '../../../src/inference/history.ts';
import type { TruthRecord } from '../../../src/simulator/wording/truth.ts';
import { timeOf } from './truth.ts';

const MILLISECOND = 1000;
const STATES: Readonly<Record<string, string>> = {
  READY: 'running',
  RUNNING: 'running',
  NOTREADY: 'exited',
  EXITED: 'exited',
  REMOVED: 'removed',
};

interface Change {
  readonly at: number;
  readonly state: string | undefined;
  readonly exitCode: unknown;
}

interface Life {
  readonly kind: 'container' | 'sandbox';
  readonly changes: Change[];
}

/** Kinds and exit codes that are not the true ones, and states whose bounds exclude when they truly began or ended; `shown` writes a time. Holds for a log with lines taken out too. */
export function untrueStates(
  history: ProvenHistory,
  truth: readonly TruthRecord[],
  shown: (time: number) => string,
): string[] {
  const found: string[] = [];
  const lives = processesOf(truth);
  for (const { name, containers } of history.pods) {
    for (const { id, kind, states } of containers) {
      const life = lives.get(id);
      if (life === undefined) {
        found.push(`${name}/${id.slice(0, 8)} is invented`);
        continue;
      }
      const { changes } = life;
      if (kind !== 'unknown' && kind !== life.kind)
        found.push(`${name}/${id.slice(0, 8)} is a ${kind}, truly a ${life.kind}`);
      for (const [index, { state, from, fromOpen, to, exitCode }] of states.entries()) {
        if (state === 'unknown') continue;
        const begins = changes.filter((change) => change.state === state);
        const ends = changes.filter((_, index) => changes[index - 1]?.state === state);
        if (
          exitCode !== undefined &&
          !changes.some((change) => change.state === 'exited' && change.exitCode === exitCode)
        )
          found.push(
            `${name}/${id.slice(0, 8)} exited with ${exitCode}, truly ${changes.map((change) => change.exitCode).join(', ')}`,
          );
        const least = fromOpen === undefined ? from.min : Number.NEGATIVE_INFINITY;
        if (!begins.some(({ at }) => isWithin(at, least, from.max)))
          found.push(
            `${name}/${id.slice(0, 8)} is ${state} from ${shown(from.min)}–${shown(from.max)}, truly ${told(begins, shown)}`,
          );
        const leastEnd = states[index + 1]?.fromOpen === undefined ? (to?.min ?? 0) : Number.NEGATIVE_INFINITY;
        if (to !== undefined && !ends.some(({ at }) => isWithin(at, leastEnd, to.max)))
          found.push(
            `${name}/${id.slice(0, 8)} is ${state} to ${shown(to.min)}–${shown(to.max)}, truly ${told(ends, shown)}`,
          );
      }
    }
  }
  return found;
}

/** By id: the changes of state of every container and sandbox. */
function processesOf(truth: readonly TruthRecord[]): ReadonlyMap<string, Life> {
  const lives = new Map<string, Life>();
  for (const record of truth as readonly (TruthRecord & Readonly<Record<'id' | 'state' | 'exit', unknown>>)[]) {
    if ((record.ev !== 'container_state' && record.ev !== 'sandbox_state') || typeof record.id !== 'string') continue;
    const change: Change = { at: timeOf(record.t), state: STATES[String(record.state)], exitCode: record.exit };
    const life = lives.get(record.id);
    // What is removed while it runs exits in the same moment, and PLEG tells both.
    if (change.state === 'removed' && life?.changes.at(-1)?.state === 'running')
      life.changes.push({ ...change, state: 'exited' });
    if (life === undefined)
      lives.set(record.id, { kind: record.ev === 'container_state' ? 'container' : 'sandbox', changes: [change] });
    else if (life.changes.at(-1)?.state !== change.state) life.changes.push(change);
  }
  return lives;
}

function isWithin(at: number, min: number, max: number): boolean {
  return min - 5 * MILLISECOND <= at && at <= max + 5 * MILLISECOND;
}

function told(changes: readonly Change[], shown: (time: number) => string): string {
  return changes.length === 0 ? 'never' : changes.map(({ at }) => shown(at)).join(', ');
}
