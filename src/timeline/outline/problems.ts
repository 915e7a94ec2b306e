/** Findings as an editor lists problems: each at the first line that proves it. */
import type { Analysis } from '../../analysis/analysis.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import { printing } from '../../kubelet/printable.ts';
import { isWorthALook, type PrintableFinding, tellsTrouble } from '../../diagnosis/finding.ts';
import type { OutlineProblem } from './logOutline.ts';

/** None for a log in which all is well; while PLEG is healthy, what is worth a look is for information. */
export function outlineProblems(analysis: Analysis, source: number): readonly OutlineProblem[] {
  const isHealthy = analysis.answer.state === 'healthy';
  return analysis.findings
    .filter(isHealthy ? isWorthALook : tellsTrouble)
    .flatMap((finding) => problemOf(analysis, finding, source, isHealthy));
}

function problemOf(
  { reconstruction }: Analysis,
  finding: PrintableFinding,
  source: number,
  isHealthy: boolean,
): OutlineProblem[] {
  const [first, ...others] = finding.evidence.filter((line) => line.source === source);
  const line = first?.line ?? firstSkipOf(reconstruction.history, finding.episode, source);
  if (line === undefined) return [];
  const next = finding.nextSteps[0];
  return [
    {
      line,
      severity: isHealthy || finding.confidence === 'low' ? 'information' : 'warning',
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
