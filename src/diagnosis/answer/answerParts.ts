/** What the answers share, with an unhealthy time and without. */
import { duration, type Duration } from '../../kubelet/time.ts';
import { describeEndings } from './answerEndings.ts';
import { shorten } from '../words/factText.ts';
import type { Answer, SentencePart } from '../finding.ts';
import { Paragraph } from './paragraph.ts';
import type { DiagnosisView } from '../view.ts';

/** How processes ended. */
export function endingsOf(view: DiagnosisView): Paragraph {
  const paragraph = new Paragraph('endings');
  describeEndings(view, paragraph);
  return paragraph;
}

/** The paragraphs that say something. */
export function paragraphsOf(...paragraphs: readonly Paragraph[]): Answer['paragraphs'] {
  return paragraphs
    .filter((paragraph) => !paragraph.isEmpty)
    .map((paragraph): readonly SentencePart[] => paragraph.parts());
}

/** The name of the node, where there is one and it has one. */
export function nameNode({ history }: DiagnosisView, paragraph: Paragraph): void {
  const [node, ...others] = history.nodes;
  const name = node?.names[0];
  if (name !== undefined && others.length === 0) paragraph.strong(`${shorten(name, 80)}: `, node?.evidence[0]);
}

/** How much time the log covers. */
export function lengthOf({ span }: DiagnosisView['history']): Duration {
  return duration(span === undefined ? 0 : span.to - span.from);
}
