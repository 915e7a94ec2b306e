/** When the runtime's Status call hung or failed, and when it said that runtime or network is not ready. */
import type { AttributedFact, LineReference } from '../../inference/history.ts';
import { without } from '../../kubelet/stretches.ts';
import { seconds } from '../../kubelet/time.ts';
import { type Drafted, inferred, type JsonObject, durationText } from '../scenarioFile.ts';
import type { FaultDraft } from './faultDraft.ts';
import { isRefusal } from './listFaults.ts';
import type { ReplayedProcess } from './relists.ts';

/** Status is asked for every five seconds. */
const PERIOD = seconds(5);
const TOGETHER = seconds(12);
/** Without a good Status for less, nothing was wrong. */
const LEAST = seconds(10);
/** A call that failed within this did not hang. */
const AT_ONCE = seconds(4);

interface Part {
  readonly from: number;
  readonly to: number;
  readonly kind: 'hang' | 'error';
  readonly error?: string;
  readonly lines: readonly LineReference[];
}

export function statusFaults(
  { facts, process }: ReplayedProcess,
  noStatus: readonly { readonly from: number; readonly to: number }[],
  listFaults: readonly FaultDraft[],
  notReady: readonly NotReady[],
): readonly Drafted<FaultDraft>[] {
  const failed: Part[] = [];
  for (const { began, end, error, at } of facts.statuses) {
    if (isRefusal(error)) continue; // the socket is gone: the fault of all calls says so
    const kind = end - began > AT_ONCE ? 'hang' : 'error';
    const last = failed.at(-1);
    if (last?.kind === kind && began - last.to < TOGETHER)
      failed[failed.length - 1] = { ...last, to: end, lines: [...last.lines, at] };
    else failed.push({ from: began, to: end, kind, error, lines: [at] });
  }
  const parts = failed.map((part): Part => {
    const recovered = noStatus.find(({ from, to }) => from <= part.to && to > part.to && to - part.to < TOGETHER);
    return part.kind === 'hang' ? { ...part, to: recovered?.to ?? part.to } : { ...part, to: part.to + PERIOD / 2 };
  });
  const known = [
    ...parts,
    ...notReady.filter(({ of }) => of === 'runtime'),
    ...listFaults.filter(({ methods }) => methods === undefined), // refused: of all calls
  ];
  for (const window of noStatus) {
    // A kubelet that has just started lists before its first Status counts.
    if (window.from - facts.begin < PERIOD && listFaults.some(({ from, to }) => from < window.to && to > window.from))
      continue;
    for (const gap of without<number>([window], known))
      if (gap.to - gap.from > LEAST) parts.push({ ...gap, kind: 'hang', lines: linesIn(facts.skips, gap) });
  }
  return parts.map(({ from, to, kind, error, lines }) =>
    inferred<FaultDraft>(
      {
        from: from - (kind === 'hang' ? seconds(0.2) : seconds(1)),
        to: Math.min(to, process.to),
        effect: kind,
        methods: ['Status'],
        ...(kind === 'error' && error !== undefined ? { error } : {}),
      },
      kind === 'hang' ? 'Status gave no answer' : 'Status failed at once',
      lines,
    ),
  );
}

function linesIn(
  skips: ReplayedProcess['facts']['skips'],
  { from, to }: { readonly from: number; readonly to: number },
): readonly LineReference[] {
  return skips
    .filter(({ skip }) => skip.time >= from && skip.time <= to)
    .map(({ skip: { source, line } }) => ({ source, line }));
}

/** A time in which Status said that something is not ready. */
export interface NotReady {
  readonly of: 'runtime' | 'network';
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly lines: readonly LineReference[];
}

/** The times in which lines repeat that the runtime, or its network, is not ready. */
export function notReadyTimes(facts: Iterable<AttributedFact>, process: string): readonly NotReady[] {
  const found: NotReady[] = [];
  for (const { fact, process: of } of facts) {
    if (of !== process || (fact.kind !== 'runtime-not-ready' && fact.kind !== 'network-not-ready')) continue;
    const what = fact.kind === 'runtime-not-ready' ? 'runtime' : 'network';
    const at = found.findLastIndex((one) => one.of === what);
    const last = found[at];
    const here = { source: fact.source, line: fact.line };
    if (last !== undefined && fact.time - last.to < TOGETHER)
      found[at] = { ...last, to: fact.time + PERIOD / 2, lines: [...last.lines.slice(0, 3), here] };
    else
      found.push({
        of: what,
        from: fact.time - seconds(0.5),
        to: fact.time + PERIOD / 2,
        text: fact.text,
        lines: [here],
      });
  }
  return found;
}

/** The Status answers of a scenario: each change of what is not ready. */
export function conditionsJson(times: readonly NotReady[], start: number): readonly Drafted<JsonObject>[] {
  const moments = [...new Set(times.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  return moments.map((at) => {
    const now = times.filter(({ from, to }) => from <= at && at < to);
    return inferred(
      {
        at: durationText(at - start),
        ...Object.fromEntries(now.map(({ of, text }) => [`${of}Ready`, conditionOf(text)])),
      },
      now.length === 0 ? 'Status says that all is ready again' : 'Status says what is not ready',
      now.flatMap(({ lines }) => lines),
    );
  });
}

/** `RuntimeReady=false reason:R message:M`. */
function conditionOf(text: string): JsonObject {
  const reasonAt = text.indexOf('reason:');
  const messageAt = text.indexOf(' message:');
  return {
    ready: false,
    reason:
      reasonAt < 0 ? 'Unknown' : text.slice(reasonAt + 'reason:'.length, messageAt < 0 ? undefined : messageAt).trim(),
    message: messageAt < 0 ? '' : text.slice(messageAt + ' message:'.length).trim(),
  };
}
