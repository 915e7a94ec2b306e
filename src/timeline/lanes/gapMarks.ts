/** Where lines are missing, each stretch once: what journald says of it, how many lines it dropped, and the skips that are missing in it are one mark. */
import type { LineReference, LogGap, ProvenHistory } from '../../inference/history.ts';
import type { Fact, JournalLossFact } from '../../messages/fact.ts';
import type { Instant } from '../../kubelet/time.ts';
import { factText } from './factText.ts';
import { formatSeconds } from '../format.ts';
import { packLine } from '../../inference/store/lines.ts';

export interface GapMark {
  readonly from: Instant;
  readonly to: Instant;
  readonly what: string;
  readonly detail?: string;
  readonly at: LineReference | undefined;
}

const TEXTS: Readonly<Record<LogGap['why'], string>> = {
  suppressed: 'Lines were dropped here',
  gap: 'The log has a gap here',
  'late-flush': 'These lines arrived late',
  'clock-step': 'The clock was set here',
  'truncated-start': 'The log begins with the kubelet already running',
  'truncated-end': 'The log breaks off',
};

/** The marks for the gaps of a history, and the lines of journald that they tell already. */
export function gapMarks({ gaps, facts }: Pick<ProvenHistory, 'gaps' | 'facts'>): {
  readonly marks: readonly GapMark[];
  readonly drawn: ReadonlySet<Fact>;
} {
  const drawn = new Set<Fact>();
  const losses = new Map<number, JournalLossFact>();
  for (const { fact } of facts) if (fact.kind === 'journal-loss') losses.set(packLine(fact), fact);
  const holes = gaps.filter(({ why }) => why === 'gap');
  const joined = new Set<LogGap>();
  const dropped = new Map<LogGap, GapMark>();
  for (const gap of gaps) {
    const at = gap.evidence[0];
    if (gap.why !== 'suppressed' || gap.to <= gap.from) continue;
    const loss = at === undefined ? undefined : losses.get(packLine(at));
    if (loss !== undefined) drawn.add(loss);
    const inside = holes.filter((hole) => hole.from < gap.to && hole.to > gap.from && !joined.has(hole));
    for (const hole of inside) joined.add(hole);
    const from = Math.min(gap.from, ...inside.map((hole) => hole.from)) as Instant;
    const to = Math.max(gap.to, ...inside.map((hole) => hole.to)) as Instant;
    const missing = inside.map((hole) => formatSeconds((hole.to - hole.from) / 1e6)).join(', ');
    const detail = [loss?.text, missing === '' ? undefined : `Skips are missing for ${missing} of it.`]
      .filter((part) => part !== undefined)
      .join(' · ');
    dropped.set(gap, {
      from,
      to,
      what: withLength(loss === undefined ? TEXTS.suppressed : factText(loss).what, from, to),
      ...(detail === '' ? {} : { detail }),
      at,
    });
  }
  const marks = gaps.flatMap((gap): readonly GapMark[] => {
    if (joined.has(gap)) return [];
    const to = Math.max(gap.from, gap.to) as Instant;
    // Where a log was cut nobody knows how much is gone.
    return [
      dropped.get(gap) ?? {
        from: gap.from,
        to,
        what: gap.why.startsWith('truncated') ? TEXTS[gap.why] : withLength(TEXTS[gap.why], gap.from, to),
        at: gap.evidence[0],
      },
    ];
  });
  return { marks, drawn };
}

function withLength(text: string, from: Instant, to: Instant): string {
  return to > from ? `${text} (${formatSeconds((to - from) / 1e6)})` : text;
}
