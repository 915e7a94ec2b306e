/** What `systemctl status` above a log says of the unit of a kubelet that does not run: it was printed after the last line below it. */
import { isKubeletName } from '../../kubelet/writers.ts';
import type { NeighbourFact } from '../../messages/fact.ts';
import type { DiagnosisView } from '../view.ts';

export interface UnitStatus {
  /** `restarting`: systemd waits before it starts it again; `failed`: it does not; `stopped`: nobody wants it to run. */
  readonly state: 'restarting' | 'failed' | 'stopped';
  /** `status 1/FAILURE`, `signal ABRT`. */
  readonly end: string;
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
/** So few lines stand between that on the state and that on the process. */
const NEAR = 8;

/** Of the only node of a log; `undefined` where a kubelet of another pid wrote later, or lines of systemd tell how it ended, and when. */
export function unitStatus(view: DiagnosisView): UnitStatus | undefined {
  const { nodes, processes } = view.history;
  if (nodes.length > 1 || processes.at(-1)?.ending !== undefined) return undefined;
  const told = view.facts.of(undefined, 'neighbour').filter(({ what }) => what === 'unit-status');
  let active: NeighbourFact | undefined;
  /** The process that is told to be a kubelet. */
  let named: string | undefined;
  let found: UnitStatus | undefined;
  for (const fact of told.toSorted((a, b) => a.source - b.source || a.line - b.line)) {
    if (fact.text.startsWith('Active: ')) {
      active = fact;
      named = undefined;
    }
    if (active === undefined || found?.lines[0] === active) continue;
    if (active.source !== fact.source || fact.line - active.line > NEAR) continue;
    if (isKubeletName(fact.unit ?? '')) named = PROCESS.exec(fact.text)?.[1];
    const { text } = active;
    const state = STATES.find(([, words]) => words.test(text))?.[0];
    // Of a line that the pager cut, the one on the main process has the end.
    const own = MAIN_PID.exec(fact.text)?.[1] ?? named;
    const end = own === named ? END.exec(fact.text.slice(0, 2100))?.[1] : undefined;
    const pid = processes.at(-1)?.pid;
    if (state !== undefined && end !== undefined && named !== undefined && (pid === undefined || pid === Number(named)))
      found = { state, end: end.replace('=', ' '), lines: [active, fact] };
  }
  return found;
}
