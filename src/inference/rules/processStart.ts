import type { Instant } from '../../kubelet/time.ts';
import type { ProcessEvidence } from '../evidence.ts';
import type { Proof } from '../proof.ts';
import type { RuleText } from '../rule.ts';
import { firstWritten } from '../streams/stepsBack.ts';
import { FIRST_LINE_WITHIN } from './margins.ts';

export const processStart: RuleText = {
  id: 'process-start',
  title: 'A kubelet starts unhealthy',
  reason:
    'Before the first good Status and the first listed relist a kubelet has no healthy state: “status check may not have completed yet” and “pleg has yet to be successful” hold from the start of the process on. One to three skips with them in the first seconds are normal. ' +
    'After a restart into a hang the same text stays for as long as the hang, even if Status answers.',
  condition:
    'The reasons of the first skip are only those of a start. The process began before its first line, and after whatever is known of the process run before it. Where the start is not in the log, the sleeps tell: the run of skips begins with the shortest one, or one skip stands alone and the loop worked again before its longest sleep would have been over.',
  source:
    'pkg/kubelet/runtime.go, runtimeErrors (baseRuntimeSync is zero); pleg/generic.go, Healthy (relist time is zero); 1.8–1.36',
};

/** When the state that a start begins with began: with the process. */
export function whenProcessStarted(process: ProcessEvidence): Proof {
  const from = firstWritten(process.ledger) ?? process.from;
  const earliest = (from - FIRST_LINE_WITHIN) as Instant;
  const { notBefore } = process.ledger;
  return {
    // A process whose begin is not in the log may be any age.
    ...(process.ledger.startedInLog
      ? { min: notBefore !== undefined && notBefore <= from ? notBefore : earliest }
      : {}),
    max: from,
    rule: processStart.id,
    lines: [process.ledger.first],
  };
}
