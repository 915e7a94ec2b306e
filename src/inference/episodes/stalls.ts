import { type Duration, type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import type { EpisodeDraft } from './episodeParts.ts';
import { type ProcessEvidence, lastHealthyBefore } from '../evidence.ts';
import type { LoopStall } from '../history.ts';
import { FirstBetween } from '../store/firstBetween.ts';
import { lineOf } from '../store/lines.ts';
import { stallsByLateTurn } from '../rules/lateTurn.ts';
import { ROUNDING, stallsByHousekeeping } from '../rules/slowHousekeeping.ts';
import { FREE_LOOP_NOTICES } from '../rules/margins.ts';

const LONG: Duration = seconds(2);
/** A first skip that comes nearer than this to the end of slow housekeeping waited for it. */
const NEAR: Duration = milliseconds(500);

/** Times in which the sync loop could not turn: slow housekeeping by its own line; a turn that does not end; else a first skip that comes long after the state became unhealthy. */
export function stallsOf(process: ProcessEvidence, drafts: readonly EpisodeDraft[]): readonly LoopStall[] {
  const stalls = [...stallsByHousekeeping(process), ...stallsByLateTurn(process)];
  const housekeeping = new FirstBetween(process.slowHousekeeping, ({ time }) => time);
  for (const { episode, run } of drafts) {
    const first = run?.skips[0];
    if (
      first === undefined ||
      episode.startup ||
      episode.beginsBeforeLog ||
      run?.fromStart !== true ||
      !episode.reasons.includes('pleg-stale')
    )
      continue;
    const late = first.fact.time - episode.begin.max;
    if (late < FREE_LOOP_NOTICES + LONG) continue;
    const isLogged = housekeeping.find(first.fact.time - NEAR + 1, first.fact.time + NEAR - 1) !== undefined;
    if (isLogged) continue;
    const turn = lastHealthyBefore(process, first.fact.time);
    stalls.push({
      process: process.id,
      by: 'unknown',
      from: {
        min: turn?.min ?? process.from,
        max: Math.min(first.fact.time, episode.begin.max + FREE_LOOP_NOTICES) as Instant,
      },
      to: { min: (first.fact.time - ROUNDING) as Instant, max: first.fact.time },
      evidence: [lineOf(first.fact)],
    });
  }
  return stalls.sort((a, b) => a.to.max - b.to.max);
}
