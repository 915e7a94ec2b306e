import { isAllInOne } from '../../kubelet/writers.ts';
import { compareVersions, parseVersion } from '../../kubelet/version.ts';
import type { Fact } from '../../messages/fact.ts';
import type { RuleText } from '../rule.ts';
import { BARE_VERSION } from '../streams/kubeletLines.ts';
import type { ProcessLedger } from '../streams/ledger.ts';

export const newProcess: RuleText = {
  id: 'new-process',
  title: 'What begins a new process of a kubelet',
  reason:
    'A new pid on a record from a kubelet source file begins a new process, and so does a second version line or a second “Starting kubelet main sync loop” under the same pid (a kubelet in a container always has the same one). A boot mark ends every process. The same pid goes on even under another host name.',
  condition:
    'crictl and other programs write klog lines with pids of their own: files of the CRI client library are no evidence. Nor is a version line with the very stamp of the one before: it was sent twice; nor is one of the same version from another line of its source file: another component of the same process wrote it.',
  source: 'klog header (pid); cmd/kubelet/app/server.go; measured on public excerpts',
};

/** Whether facts of one record, logged at this line of its source file, show that another kubelet begins under the pid of this process; a line of a new pid begins one in any case. */
export function startsAgain(ledger: ProcessLedger, facts: readonly Fact[], fileLine: number): boolean {
  for (const fact of facts) {
    if (fact.kind === 'sync-loop-started' && ledger.loopStarted !== undefined && fact.time > ledger.loopStarted.time)
      return true;
    // A kubelet prints its flags, then its version, before it does anything else.
    if (
      (fact.kind === 'kubelet-version' || fact.kind === 'flag') &&
      isUnderWay(ledger, fact) &&
      !isOfAnother(ledger, fact, fileLine) &&
      (ledger.to === undefined || fact.time >= ledger.to)
    )
      return true;
  }
  return false;
}

/** Whether the process has come beyond the line of its start that says this. */
function isUnderWay({ loopStarted, version, turns, skips, identifier }: ProcessLedger, fact: Fact): boolean {
  const isVersion = fact.kind === 'kubelet-version';
  // The very line that said it, sent twice.
  if (isVersion && version?.time === fact.time) return false;
  // Beside a kubelet in the same process, other components print flags and versions, when they start.
  if (
    identifier !== undefined &&
    isAllInOne(identifier) &&
    (!isVersion || fact.message === BARE_VERSION || version?.isBare !== false)
  )
    return false;
  return loopStarted !== undefined || turns.size > 0 || skips.length > 0 || (isVersion && version !== undefined);
}

/** The same version from another line of a `server.go`: another component's in the same process, where no envelope names the program (k3s in a container). */
function isOfAnother({ version, versionSightings }: ProcessLedger, fact: Fact, fileLine: number): boolean {
  if (fact.kind !== 'kubelet-version' || version === undefined) return false;
  const value = parseVersion(fact.version);
  const first = versionSightings.sightings.find(({ message }) => message === fact.message);
  return (
    value !== undefined &&
    compareVersions(value, version.value) === 0 &&
    first !== undefined &&
    first.callerLine !== fileLine
  );
}
