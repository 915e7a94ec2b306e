/** What systemd says last of the unit of a kubelet: that it failed, or that systemd does not start it again by itself. */
import { queriesOf } from '../../inference/queries.ts';
import { isKubeletName } from '../../kubelet/writers.ts';
import { oncePer } from '../../kubelet/oncePer.ts';
import { seconds } from '../../kubelet/time.ts';
import type { NeighbourFact } from '../../messages/fact.ts';
import type { DiagnosisView } from '../view.ts';

export interface UnitFailure {
  readonly failed: readonly NeighbourFact[];
  /** `exit-code`, `timeout`, `start-limit-hit` of systemd's words, the last of them (systemd.exec(5), `$SERVICE_RESULT`). */
  readonly result: string | undefined;
  /** systemd does not start it again by itself. */
  readonly gaveUp: NeighbourFact | undefined;
}

/** Stamps of the journal may be cut to the second, while those of klog are not. */
const CUT = seconds(1);
/** Of `Failed with result '…'` where systemd gave up, to 234 `start-limit`. */
const LIMIT = 'start-limit';

/** What a unit that takes too long is called (`TimeoutStartSec`, which counts where a unit says that it is up, as that of k3s does; `TimeoutStopSec`). */
const TIMEOUT = 'timeout';
const OUT_OF_TIME = 'It did not say in time that it is up, or did not stop in time, so systemd ended it.';

/** That systemd ended the last kubelet because it took too long, if it did; for the end of a text. */
export function outOfTimeText(view: DiagnosisView): string {
  return endedFor(view) === TIMEOUT ? ` ${OUT_OF_TIME}` : '';
}

/** The last result that systemd tells of the unit of a kubelet. */
function endedFor(view: DiagnosisView): string | undefined {
  return view.facts
    .of(undefined, 'neighbour')
    .findLast(({ what, end, unit }) => what === 'unit-failed' && end?.result !== undefined && isKubeletName(unit ?? ''))
    ?.end?.result;
}

const NOTHING: UnitFailure = { failed: [], result: undefined, gaveUp: undefined };

/** Of the only node of a log and its host, later than all that a kubelet wrote and than each start of its unit. */
export const unitFailure = oncePer((view: DiagnosisView): UnitFailure => {
  const { nodes, processes, sources } = view.history;
  // Under headings the times of others are of captures of their own.
  if (nodes.length > 1 || sources.some(({ sections }) => sections === true)) return NOTHING;
  const wrote = processes.reduce((last, { to }) => Math.max(last, to), Number.NEGATIVE_INFINITY);
  const last = processes.at(-1);
  // Of another machine are those that stand behind the last line of its own.
  const until = last === undefined ? Number.POSITIVE_INFINITY : queriesOf(view.history).seenUntil(last);
  let facts: NeighbourFact[] = [];
  for (const fact of view.facts.of(undefined, 'neighbour')) {
    if (fact.time < wrote - CUT || fact.time > until || !isKubeletName(fact.unit ?? '')) continue;
    if (fact.what === 'unit-started') facts = [];
    else if (fact.what === 'unit-failed' || fact.what === 'unit-given-up') facts.push(fact);
  }
  const failed = facts.filter(({ what }) => what === 'unit-failed');
  const result = failed.findLast(({ end }) => end?.result !== undefined)?.end?.result;
  return {
    failed,
    result,
    gaveUp:
      facts.findLast(({ what }) => what === 'unit-given-up') ??
      failed.findLast(({ end }) => end?.result?.startsWith(LIMIT) === true),
  };
});
