/** A change of the verdict as a line: for people, or as JSON. */
import type { VerdictChange } from '../analysis/follow/verdictChanges.ts';
import { formatClockBounds, formatDay, formatRfc3339 } from '../analysis/outputs/instantText.ts';
import { type Printable, printable, printableJson, printing } from '../kubelet/printable.ts';

/** One line with its end. */
export function changeText(change: VerdictChange, isJson: boolean): Printable {
  if (isJson) return printing`${printableJson(JSON.stringify(jsonOf(change)))}\n`;
  const { at, finding, headline } = change;
  const when = `${formatDay(at.max)} ${formatClockBounds(at)}`;
  switch (change.kind) {
    case 'begin':
      return printing`${when}  began: ${headline}\n`;
    case 'cause':
      return printing`${when}  cause: ${finding?.title ?? printable('not known')} (${finding?.confidence ?? 'low'} confidence, ${finding?.id ?? 'none'})\n`;
    case 'recovered':
      return printing`${when}  recovered: ${headline}\n`;
  }
}

function jsonOf({ kind, at, episode, finding, headline }: VerdictChange): object {
  return {
    change: kind,
    at: { min: formatRfc3339(at.min), max: formatRfc3339(at.max) },
    episode: episode.id,
    process: episode.process,
    ...(finding === undefined
      ? {}
      : { finding: { id: finding.id, confidence: finding.confidence, title: finding.title } }),
    headline,
  };
}
