/** The findings over time: each shades the stretch that its lines, or its unhealthy time, span. */
import { type Finding, tellsTrouble } from '../../diagnosis/finding.ts';
import { draftLane, firstLine, type TimelineContext } from '../context.ts';
import { endOf } from '../episodes.ts';
import type { LaneDraft } from '../marks.ts';
import { packLine } from '../../inference/store/lines.ts';

/** One lane for all findings and below it, folded, one for each. Those that say that nothing is wrong, and those whose time nothing tells, have none. */
export function findingLanes(context: TimelineContext, findings: readonly Finding[]): LaneDraft[] {
  const troubles = findings.filter(tellsTrouble);
  const times = timesOf(context, troubles);
  const all = draftLane('findings', 'findings', 'findings');
  const lanes: LaneDraft[] = [];
  troubles.forEach((finding, place) => {
    const stretch = stretchOf(context, finding, times);
    if (stretch === undefined) return;
    const lane = draftLane(`findings/${place}`, 'findings', finding.title, all.id);
    const mark = context.add(
      all,
      { ...stretch, style: 'finding', level: 0, proven: finding.confidence === 'high' },
      { what: finding.title, detail: finding.explanation, ...firstLine(finding.evidence) },
    );
    context.add(lane, { ...stretch, style: 'finding', level: 0, proven: finding.confidence === 'high', reuse: mark });
    lanes.push(lane);
  });
  if (lanes.length < 2) return lanes.length === 0 ? [] : [all];
  all.folded = true;
  return [all, ...lanes];
}

/** From the first to the last of its lines; of an unhealthy time, that time, which ends at the latest with its process. */
function stretchOf(
  context: TimelineContext,
  { episode: id, evidence }: Finding,
  times: ReadonlyMap<number, number>,
): { readonly start: number; readonly end: number } | undefined {
  const episode = context.history.episodes.find((candidate) => candidate.id === id);
  const known = evidence.flatMap((line) => times.get(packLine(line)) ?? []);
  if (episode !== undefined) {
    const end = endOf(context, context.history, episode);
    return {
      start: Math.max(0, Math.min(context.at(episode.begin.min), ...known)),
      end: end === undefined ? context.end : context.at(end.max),
    };
  }
  return id !== undefined || known.length === 0 ? undefined : { start: Math.min(...known), end: Math.max(...known) };
}

/** When the lines that findings rest on were written, microseconds since origin; of lines that state no fact nothing is known. */
function timesOf(context: TimelineContext, findings: readonly Finding[]): ReadonlyMap<number, number> {
  const wanted = new Set(findings.flatMap(({ evidence }) => evidence.map(packLine)));
  const times = new Map<number, number>();
  if (wanted.size === 0) return times;
  const take = (line: { readonly source: number; readonly line: number }, time: number): void => {
    const key = packLine(line);
    if (wanted.has(key)) times.set(key, context.at(time as Parameters<TimelineContext['at']>[0]));
  };
  for (const { fact } of context.history.facts) take(fact, fact.time);
  for (const skip of context.history.skips) take(skip, skip.time);
  for (const process of context.history.processes) {
    take(process.first, process.from);
    take(process.last, process.to);
  }
  return times;
}
