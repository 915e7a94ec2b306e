import { printable } from '../kubelet/printable.ts';
import type { Finding, PrintableFinding } from './finding.ts';

/** The finding of a cause with its texts as they may be shown: names and errors in them are the log's. Its evidence is in order of time, also of sources that run backwards. */
export function printableFinding(finding: Finding, backwards: ReadonlySet<number>): PrintableFinding {
  const { title, explanation, nextSteps, evidence } = finding;
  return {
    ...finding,
    title: printable(title),
    explanation: printable(explanation),
    nextSteps: nextSteps.map(printable),
    evidence: evidence
      .map((line) => ({ ...line, text: printable(line.text) }))
      .sort((a, b) => a.source - b.source || (a.line - b.line) * (backwards.has(a.source) ? -1 : 1)),
  };
}
