/** Kubelets that ended before their sync loop started: no loop worked and no relist ran in them. One home for pane, chart and lanes. */
import type { KubeletProcess, ProvenHistory } from '../inference/history.ts';
import { lookupsOf } from '../inference/lookups.ts';
import { oncePer } from '../kubelet/oncePer.ts';
import { queriesOf } from '../inference/queries.ts';
import { seconds } from '../kubelet/time.ts';

/** One that exits by itself so soon after its first line did not come to its loop, whose first turn writes a skip. */
const BRIEF = seconds(5);

/** Ids of the processes whose start is in the log, or that exited as soon as they wrote (`command failed … unknown flag`), and of which nothing that the loop or PLEG would write is there. */
export const neverStartedOf = oncePer((history: ProvenHistory): ReadonlySet<string> => {
  const around = lookupsOf(history);
  const ids = new Set(
    history.processes
      // Where lines are missing, those of the loop's start may be among them.
      .filter((process) => mayNotHaveStarted(process) && around.holesBetween(process.from, process.to).length === 0)
      .map(({ id }) => id),
  );
  if (ids.size === 0) return ids;
  for (const lines of [history.skips, history.plegEvents, history.relists])
    for (const { process } of lines) ids.delete(process);
  for (const { process } of queriesOf(history).passingFacts((kind) => kind === 'container-finished'))
    if (process !== undefined) ids.delete(process);
  return ids;
});

function mayNotHaveStarted(process: KubeletProcess): boolean {
  return (
    process.loopStarted === undefined &&
    (process.startedInLog || (exitedItself(process) && process.to - process.from < BRIEF))
  );
}

function exitedItself({ ending }: KubeletProcess): boolean {
  return ending?.how === 'exited' || ending?.how === 'fatal' || ending?.how === 'panic';
}
