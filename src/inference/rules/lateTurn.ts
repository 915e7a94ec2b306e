import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import { eachBetween, firstHealthyAfter, lastHealthyBefore, type ProcessEvidence } from '../evidence.ts';
import type { LoopStall } from '../history.ts';
import type { RuleText } from '../rule.ts';
import { BEFORE_ALL } from '../store/lines.ts';
import { CHECK_TO_LINE } from './margins.ts';

export const lateTurn: RuleText = {
  id: 'late-turn',
  title: 'A turn that does not end',
  reason:
    'The health check of the kubelet, which the watchdog of systemd asks too, fails where the loop began or ended a turn five minutes ago or more. At -v=4 housekeeping has a line every two seconds. A loop that skips writes a line for each skip.',
  condition: 'No skip meanwhile; at -v=4 no line of a turn for a minute, while the kubelet writes others.',
  source: 'pkg/kubelet/kubelet.go, syncLoop, SyncLoopHealthCheck (up to 1.31 server/server.go), 1.8–1.36',
};

/** The check fails from then on: twice `syncFrequency` (a minute), and at least this. */
const LATE_AFTER: Duration = seconds(300);
/** A loop that housekeeps every two seconds, and has no line for so long, stands still. */
const SILENT_AFTER: Duration = seconds(60);
/** Of a minute before that there are nearly so many lines. */
const USUAL_TURNS = 20;

/** The times in which the loop ended no turn, by the health check and by the lines of housekeeping that stop. */
export function stallsByLateTurn(process: ProcessEvidence): LoopStall[] {
  const checked = stallsByHealthCheck(process);
  return [
    ...checked,
    ...stallsBySilence(process).filter(
      ({ from, to }) => !checked.some((stall) => stall.from.max < to.max && from.max < stall.to.max),
    ),
  ];
}

function stallsByHealthCheck(process: ProcessEvidence): LoopStall[] {
  const stalls: LoopStall[] = [];
  for (const late of process.ledger.lateLoops.between(BEFORE_ALL, process.to, Number.POSITIVE_INFINITY)) {
    const since = (late.time - LATE_AFTER) as Instant;
    if (hasSkip(process, since, late.time)) continue;
    const skip = eachBetween(process.skips, late.time, process.to).next();
    const until = Math.min(
      firstHealthyAfter(process, late.time)?.max ?? process.to,
      skip.done === true ? process.to : skip.value.time,
    ) as Instant;
    const before = stalls.at(-1);
    if (before !== undefined && before.to.max >= late.time) {
      stalls[stalls.length - 1] = { ...before, to: { min: late.time, max: until } };
      continue;
    }
    stalls.push({
      process: process.id,
      by: 'unknown',
      from: { min: lastHealthyBefore(process, (since + CHECK_TO_LINE) as Instant)?.min ?? process.from, max: since },
      to: { min: late.time, max: until },
      evidence: [late.at],
    });
  }
  return stalls;
}

/** At -v=4: from the last line of a turn to the next one, or to the last line of the kubelet. */
function stallsBySilence(process: ProcessEvidence): LoopStall[] {
  const { ledger } = process;
  if (!ledger.messages.has('syncloop.housekeeping.u') && !ledger.messages.has('syncloop.housekeeping.s')) return [];
  const quiet = ledger.silences.longest() ?? 0;
  return ledger.turns.gaps(SILENT_AFTER, process.to).flatMap(({ from, to, at }) => {
    const isUsual = ledger.turns.between((from - SILENT_AFTER) as Instant, from, USUAL_TURNS).length === USUAL_TURNS;
    const isOther =
      !isUsual ||
      quiet > (to - from) / 2 ||
      hasSkip(process, from, to) ||
      ledger.losses.some((loss) => loss.from < to && loss.time > from) ||
      process.slowHousekeeping.some(({ time }) => time > from && time < to + CHECK_TO_LINE);
    return isOther
      ? []
      : [
          {
            process: process.id,
            by: 'unknown',
            from: { min: from, max: from },
            to: { min: to, max: to },
            evidence: [at],
          },
        ];
  });
}

function hasSkip({ skips }: ProcessEvidence, from: Instant, to: Instant): boolean {
  return !eachBetween(skips, from, to).next().done;
}
