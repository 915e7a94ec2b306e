/** The findings below the answer: each with what it means, what to do, and the lines that say so. */
import type { FindingCard, TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import { element, lineLink } from '../page/dom.ts';
import type { Actions } from '../page/model.ts';
import { t } from '../page/words.ts';
import { nextStepsNode } from './nextSteps.ts';

const CONFIDENCE: Readonly<Record<FindingCard['confidence'], { readonly text: string; readonly dots: string }>> = {
  high: { text: t('high confidence'), dots: '●●●' },
  medium: { text: t('medium confidence'), dots: '●●○' },
  low: { text: t('low confidence'), dots: '●○○' },
};

export function findingsNode(timeline: TimelineDocument, actions: Actions): HTMLElement | undefined {
  if (timeline.findings.length === 0) return undefined;
  return element('div', {
    className: 'findings',
    children: timeline.findings.map((finding) => findingNode(finding, actions)),
  });
}

function findingNode(finding: FindingCard, actions: Actions): HTMLElement {
  return element('details', {
    className: 'finding',
    children: [
      element('summary', {
        children: [
          element('span', { className: 'finding-title', text: `${finding.title} ` }),
          certainty(finding.confidence),
        ],
      }),
      element('p', { text: finding.explanation }),
      lineLink(t('What this means in general'), finding.id, () => actions.guide(finding.id)),
      nextStepsNode(finding, actions.copyCommand),
      finding.evidence.length === 0
        ? undefined
        : element('div', {
            children: [
              element('h2', { text: t('The lines that say so') }),
              element('ul', {
                className: 'evidence',
                children: finding.evidence.map((line) =>
                  element('li', {
                    children: [
                      lineLink(t('line {0}', line.line), t('Open line {0}', line.line), (event) =>
                        actions.openLine(line.source, line.line, event.altKey),
                      ),
                      element('code', { text: line.text }),
                    ],
                  }),
                ),
              }),
            ],
          }),
    ],
  });
}

function certainty(confidence: FindingCard['confidence']): HTMLElement {
  const { text, dots } = CONFIDENCE[confidence];
  return element('span', {
    className: 'certainty',
    children: [
      element('span', { className: 'certainty-dots', text: dots, attributes: { 'aria-hidden': 'true' } }),
      element('span', { text }),
    ],
  });
}
