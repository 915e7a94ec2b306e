/** What `systemctl status` above a log says of the unit of a kubelet that does not run: it was printed after the last line below it. */
import type { KubeletProcess } from '../../inference/history.ts';
import { oncePer } from '../../kubelet/oncePer.ts';
import { type Instant, instant, seconds } from '../../kubelet/time.ts';
import { isKubeletName } from '../../kubelet/writers.ts';
import type { NeighbourFact } from '../../messages/fact.ts';
import type { DiagnosisView } from '../view.ts';

export interface UnitStatus {
  /** `restarting`: systemd waits before it starts it again; `failed`: it does not; `stopped`: nobody wants it to run. */
  readonly state: 'restarting' | 'failed' | 'stopped';
  /** `status 1/FAILURE`, `signal ABRT`. */
  readonly end: string;
  /** Since when. */
  readonly since: Instant | undefined;
  readonly lines: readonly [active: NeighbourFact, ended: NeighbourFact];
}

const STATES: readonly (readonly [UnitStatus['state'], RegExp])[] = [
  ['restarting', /^Active: activating \(auto-restart\)/],
  ['failed', /^Active: failed\b/],
  ['stopped', /^Active: inactive \(dead\)/],
];
const PROCESS = /^Process: (\d{1,8}) /;
const END = /\(code=\w{1,10}, ((?:status|signal)=[\w/+-]{1,30})\)/;
const MAIN_PID = /^Main PID: (\d{1,8}) \(/;
/** The state that `systemctl` gives to a unit, and since when: in the words of any language but for the date. */
const RUNS = /^Active: active \(running\)/;
const SINCE = / since \S{1,12} (20\d\d)-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d) ([\w+-]{1,6})/;
/** So few lines stand between that on the state and that on the process. */
const NEAR = 8;

/** What ended longer before has nothing to do with the kubelet that wrote. */
const LONGEST_BEFORE = seconds(86_400);

interface Told {
  readonly state: UnitStatus['state'] | 'running' | undefined;
  readonly since: Instant | undefined;
  readonly pid: number;
  readonly end: string | undefined;
  readonly lines: UnitStatus['lines'];
}

/** Of the only node of a log; `undefined` where a kubelet of another pid wrote later, or lines of systemd tell how it ended, and when. */
export function unitStatus(view: DiagnosisView): UnitStatus | undefined {
  const { nodes, processes } = view.history;
  if (nodes.length > 1 || processes.at(-1)?.ending !== undefined) return undefined;
  const pid = processes.at(-1)?.pid;
  return toldOf(view)
    .filter((told) => pid === undefined || told.pid === pid)
    .flatMap(asEnded)
    .at(-1);
}

/** The same of a kubelet of which no line is in the log, from before its first. */
export function earlierStatus(view: DiagnosisView): UnitStatus | undefined {
  const { nodes, processes } = view.history;
  const [first] = processes;
  if (nodes.length > 1 || first === undefined) return undefined;
  return toldOf(view)
    .filter(
      ({ pid, state, since }) =>
        state !== 'stopped' &&
        since !== undefined &&
        since < first.from &&
        first.from - since < LONGEST_BEFORE &&
        processes.every((process) => process.pid !== undefined && process.pid !== pid),
    )
    .flatMap(asEnded)
    .at(-1);
}

/** When a kubelet was started, where a status above or below its lines says it. */
export function startedByStatus(view: DiagnosisView, { pid, to }: KubeletProcess): Instant | undefined {
  return toldOf(view).find(
    ({ state, since, pid: told }) => state === 'running' && told === pid && since !== undefined && since <= to,
  )?.since;
}

function asEnded({ state, end, since, lines }: Told): readonly UnitStatus[] {
  return state === undefined || state === 'running' || end === undefined ? [] : [{ state, end, since, lines }];
}

const toldOf = oncePer(collect);

function collect(view: DiagnosisView): readonly Told[] {
  const facts = view.facts.of(undefined, 'neighbour').filter(({ what }) => what === 'unit-status');
  const found: Told[] = [];
  let active: NeighbourFact | undefined;
  /** The process that is told to be a kubelet. */
  let named: string | undefined;
  for (const fact of facts.toSorted((a, b) => a.source - b.source || a.line - b.line)) {
    if (fact.text.startsWith('Active: ')) {
      active = fact;
      named = undefined;
    }
    if (active === undefined || found.at(-1)?.lines[0] === active) continue;
    if (active.source !== fact.source || fact.line - active.line > NEAR) continue;
    const { text } = active;
    const state = RUNS.test(text) ? 'running' : STATES.find(([, words]) => words.test(text))?.[0];
    const main = MAIN_PID.exec(fact.text)?.[1];
    if (isKubeletName(fact.unit ?? '')) named = PROCESS.exec(fact.text)?.[1] ?? (state === 'running' ? main : named);
    // Of a line that the pager cut, the one on the main process has the end.
    const own = main ?? named;
    const end = own === named ? END.exec(fact.text.slice(0, 2100))?.[1]?.replace('=', ' ') : undefined;
    if (state !== undefined && named !== undefined && (state === 'running' ? main === named : end !== undefined))
      found.push({ state, since: sinceOf(view, text), pid: Number(named), end, lines: [active, fact] });
  }
  return found;
}

/** Its stamp is of the node's own zone, as those of a log are of which no zone is known. */
function sinceOf(view: DiagnosisView, text: string): Instant | undefined {
  const [, year, month, day, hour, minute, second, zone] = SINCE.exec(text) ?? [];
  if (zone === undefined || (zone !== 'UTC' && view.history.sources.some(({ timeZone }) => timeZone === 'known')))
    return undefined;
  return instant(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) * 1000,
  );
}
