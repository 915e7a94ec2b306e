/** Findings as an editor lists problems: each at the first line that proves it. */
import type { Analysis } from '../../analysis/analysis.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import { printing } from '../../kubelet/printable.ts';
import type { PrintableFinding } from '../../diagnosis/finding.ts';
import type { OutlineProblem } from './logOutline.ts';

/** None for a log of a healthy kubelet; what only says that all is normal is never one. */
export function outlineProblems(analysis: Analysis, source: number): readonly OutlineProblem[] {
  if (analysis.answer.state === 'healthy') return [];
  return analysis.findings
    .filter(({ id }) => id !== 'startup-normal')
    .flatMap((finding) => problemOf(analysis, finding, source));
}

function problemOf({ reconstruction }: Analysis, finding: PrintableFinding, source: number): OutlineProblem[] {
  const [first, ...others] = finding.evidence.filter((line) => line.source === source);
  const line = first?.line ?? firstSkipOf(reconstruction.history, finding.episode, source);
  if (line === undefined) return [];
  const next = finding.nextSteps[0];
  return [
    {
      line,
      severity: finding.confidence === 'low' ? 'information' : 'warning',
      code: finding.id,
      message:
        next === undefined
          ? printing`${finding.title}. ${finding.explanation}`
          : printing`${finding.title}. ${finding.explanation} What to do: ${next}`,
      related: others.map((other) => ({ line: other.line, text: other.text })),
    },
  ];
}

function firstSkipOf(
  history: Analysis['reconstruction']['history'],
  episode: string | undefined,
  source: number,
): number | undefined {
  const first = episode === undefined ? undefined : lookupsOf(history).skipsOf(episode)[0];
  return first?.source === source ? first.line : undefined;
}
