/** What the answers share, with an unhealthy time and without. */
import { duration, type Duration } from '../../kubelet/time.ts';
import { describeEndings } from './answerEndings.ts';
import { shorten } from '../words/factText.ts';
import type { Answer, Finding, SentencePart } from '../finding.ts';
import { Paragraph } from './paragraph.ts';
import type { DiagnosisView } from '../view.ts';
import { otherMachineOf } from '../signs/otherMachine.ts';
import { nodeOf } from '../signs/nodeOfFinding.ts';

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

/** The name of the node, where there is one and it has one; of several, that of the one that `finding` is about, or of the one that is `told` of, by its id. None where that is about a machine of which no kubelet wrote. */
export function nameNode(view: DiagnosisView, paragraph: Paragraph, finding?: Finding, told?: string): void {
  const { nodes } = view.history;
  const node =
    nodes.length === 1 ? nodes[0] : finding === undefined ? nodes.find(({ id }) => id === told) : nodeOf(view, finding);
  const name =
    finding?.evidence.every((line) => otherMachineOf(view, line) !== undefined) === true ? undefined : node?.names[0];
  if (name !== undefined) paragraph.strong(`${shorten(name, 80)}: `, node?.evidence[0]);
}

/** How much time the log covers. */
export function lengthOf({ span }: DiagnosisView['history']): Duration {
  return duration(span === undefined ? 0 : span.to - span.from);
}
