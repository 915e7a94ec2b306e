import { RELIST_PERIOD } from '../../kubelet/constants.ts';
import type { Instant } from '../../kubelet/time.ts';
import { eventedAt, type ProcessEvidence } from '../evidence.ts';
import type { NamedRelist } from '../relists/bookedRelists.ts';
import type { RuleText } from '../rule.ts';
import type { TimedLine } from '../store/timeColumn.ts';
import { STAMP_NOISE } from './margins.ts';

export const slowInspection: RuleText = {
  id: 'slow-inspection',
  title: 'PLEG’s own lines show a slow inspection',
  reason:
    'A relist inspects its changed pods one after another and writes “container finished” (1.22+) and V(4) lines as it goes. Such lines between the start of the last listed relist and the last skip that names it are written by this relist, so it hung or crawled in inspection, not in listing. Failed inspections name the pod.',
  condition:
    'In 1.36 relists of single pods write such lines too; three pods, each more than a second after the one before, can only be the one relist. The first of them and the last two can be of relists of their own pods all the same, so they bound nothing.',
  source: 'pkg/kubelet/pleg/generic.go, Relist: one pod after another, 1.8–1.36',
};

/** What PLEG's own lines tell of the inspection of a relist. */
interface InspectionLines {
  /** The relist was listed before the first of these lines, and not over before the last. */
  readonly first: TimedLine;
  readonly last: TimedLine;
}

/**
 * PLEG's own lines that the inspection of a named relist wrote: up to 1.35 every such line after its start and before the last line that names it. In
 * 1.36 relists of single pods write such lines too, but only in the second after a global relist, and one more that runs on when the next one is due: three
 * pods, each more than a second after the one before, can only be the named relist inspecting one pod after another. Of these the first and the last two
 * can still be of pods' own relists.
 */
export function inspectionLines(process: ProcessEvidence, relist: NamedRelist): InspectionLines | undefined {
  if (eventedAt(process, relist.start)) return undefined;
  const lines = process.ledger.listings.between((relist.start + STAMP_NOISE) as Instant, relist.lastNamed, 2_000);
  if (!process.podRelists) return span(lines, 0, 0);
  const apart: TimedLine[] = [];
  for (const line of lines) {
    const before = apart.at(-1);
    if (before === undefined || (line.label !== before.label && line.time - before.time > RELIST_PERIOD))
      apart.push(line);
  }
  const pods = new Set(apart.map((line) => line.label));
  return pods.size < 3 ? undefined : span(apart, 1, Math.min(2, apart.length - 2));
}

function span(lines: readonly TimedLine[], fromStart: number, fromEnd: number): InspectionLines | undefined {
  const first = lines[fromStart];
  const last = lines[lines.length - 1 - fromEnd];
  return first === undefined || last === undefined ? undefined : { first, last };
}
