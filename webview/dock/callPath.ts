/** The call path of a relist as a drawing: a tree from the relist down to the calls to the runtime, marked where it hangs. SVG, made of elements; texts stay texts. */
import { formatSeconds } from '../../src/timeline/format.ts';
import type { MomentCall, MomentCallPath } from '../../src/timeline/moment/moment.ts';
import { element } from '../page/dom.ts';
import { CALL_EXPLANATIONS, CALL_STATE_LOOKS, KNOWN_LOOKS } from './momentText.ts';
import { printableLines } from '../../src/kubelet/printable.ts';
import { t } from '../page/words.ts';

const SVG = 'http://www.w3.org/2000/svg' as const;
const ROW = 26;
const BOX = 20;
const INDENT = 18;
const LETTER = 6.6;
/** Steps that are drawn; the rest is counted. */
const MOST_STEPS = 60;

export interface CallPathParts {
  readonly width: number;
  readonly time: (epoch: number) => string;
  readonly openLine: (source: number, line: number, beside: boolean) => void;
}

export function callPathNode(path: MomentCallPath, parts: CallPathParts): HTMLElement {
  const steps = path.steps.slice(0, MOST_STEPS);
  const more = path.steps.length - steps.length;
  const title =
    path.known === 'unknown'
      ? t('Unknown here')
      : path.running
        ? t(path.scope === 'all' ? 'Relist of all pods, running' : 'Relist of one pod, running')
        : t(
            path.scope === 'all' ? 'Relist of all pods, the last one to end' : 'Relist of one pod, the last one to end',
          );
  const drawing = svg('svg', {
    class: 'call-path',
    role: 'list',
    width: parts.width,
    height: steps.length * ROW + 4,
    viewBox: `0 0 ${parts.width} ${steps.length * ROW + 4}`,
  });
  drawing.setAttribute('aria-label', title);
  drawHatch(drawing);
  steps.forEach((step, row) => {
    drawEdge(drawing, steps, row);
    drawing.append(stepNode(step, row, parts));
  });
  const rest = [
    path.morePods > 0
      ? t(
          path.morePods === 1
            ? '{0} more pod of this relist: no details in the log'
            : '{0} more pods of this relist: no details in the log',
          path.morePods.toLocaleString('en'),
        )
      : '',
    more > 0 ? t(more === 1 ? '{0} more step' : '{0} more steps', more) : '',
  ].filter((text) => text !== '');
  return element('figure', {
    className: 'call-figure',
    children: [
      element('figcaption', {
        children: [
          element('span', {
            className: `known is-${path.known}`,
            text: KNOWN_LOOKS[path.known].symbol,
            title: t(KNOWN_LOOKS[path.known].text),
          }),
          element('span', { text: title }),
        ],
      }),
      drawing,
      ...rest.map((text) => element('p', { className: 'muted', text })),
    ],
  });
}

/** The line from a step to the one it belongs under. */
function drawEdge(drawing: SVGElement, steps: readonly MomentCall[], row: number): void {
  const step = steps[row];
  if (step === undefined || step.depth === 0) return;
  let parent = row - 1;
  while (parent > 0 && (steps[parent]?.depth ?? 0) >= step.depth) parent -= 1;
  const x = 1 + (step.depth - 1) * INDENT + INDENT / 2;
  drawing.append(
    svg('path', {
      class: 'call-edge',
      d: `M ${x} ${parent * ROW + 2 + BOX} V ${row * ROW + 2 + BOX / 2} H ${1 + step.depth * INDENT}`,
    }),
  );
}

function stepNode(step: MomentCall, row: number, parts: CallPathParts): SVGElement {
  const left = 1 + step.depth * INDENT;
  const top = row * ROW + 2;
  const look = CALL_STATE_LOOKS[step.state];
  const name = [
    step.call === 'inspect' ? t('inspect pod') : step.call,
    step.call === 'inspect' || step.call === 'write-cache' ? step.pod : undefined,
    step.container,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
  const took = step.took === undefined ? '' : formatSeconds(step.took, 1);
  const label = step.state === 'hung' ? (took === '' ? t('hangs') : t('hangs for {0}', took)) : took;
  const width = Math.max(60, parts.width - left - 2);
  const room = Math.max(4, Math.floor((width - 30 - label.length * LETTER) / LETTER));
  const group = svg('g', { class: `call is-${step.state} is-${step.known}`, role: 'listitem' });
  const details = [
    `${name}: ${t(look.text)}${took === '' ? '' : t(step.state === 'hung' || step.state === 'running' ? ' for {0}' : ' after {0}', took)} (${t(KNOWN_LOOKS[step.known].text)})`,
    step.began === undefined ? '' : t('began {0}', parts.time(step.began)),
    step.ends === undefined ? '' : t('ends {0}', parts.time(step.ends)),
    step.text ?? '',
    t(CALL_EXPLANATIONS[step.call]),
  ]
    .filter((text) => text !== '')
    .map((text) => printableLines(text.slice(0, 1000)));
  const tip = svg('title', {});
  tip.textContent = details.join('\n');
  group.setAttribute('aria-label', details.join('. '));
  group.append(
    tip,
    svg('rect', { class: 'call-box', x: left + 0.5, y: top + 0.5, width: width - 1, height: BOX - 1, rx: 3 }),
  );
  if (step.state === 'hung')
    group.append(
      svg('rect', {
        class: 'call-hatch',
        x: left + 0.5,
        y: top + 0.5,
        width: width - 1,
        height: BOX - 1,
        rx: 3,
        fill: 'url(#call-hatch)',
      }),
    );
  group.append(
    textNode(look.symbol, left + 11, top, 'call-symbol', 'middle'),
    textNode(cut(name, room), left + 22, top, 'call-name', 'start'),
    textNode(label, left + width - 6, top, 'call-took', 'end'),
  );
  const { line, source } = step;
  if (line !== undefined && line > 0) {
    group.classList.add('has-line');
    group.setAttribute('tabindex', '0');
    group.addEventListener('click', (event) =>
      parts.openLine(source ?? 0, line, event instanceof MouseEvent && event.altKey),
    );
    group.addEventListener('keydown', (event) => {
      if (!(event instanceof KeyboardEvent) || event.key !== 'Enter') return;
      event.preventDefault();
      parts.openLine(source ?? 0, line, event.altKey);
    });
  }
  return group;
}

function drawHatch(drawing: SVGElement): void {
  const pattern = svg('pattern', {
    id: 'call-hatch',
    width: 6,
    height: 6,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  });
  pattern.append(svg('rect', { class: 'call-stripe', width: 1.5, height: 6 }));
  const defs = svg('defs', {});
  defs.append(pattern);
  drawing.append(defs);
}

function textNode(
  text: string,
  x: number,
  top: number,
  className: string,
  anchor: 'start' | 'middle' | 'end',
): SVGElement {
  const node = svg('text', {
    class: className,
    x,
    y: top + BOX / 2,
    'dominant-baseline': 'central',
    'text-anchor': anchor,
  });
  node.textContent = printableLines(text);
  return node;
}

function cut(text: string, letters: number): string {
  return text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1))}…`;
}

function svg(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made: SVGElement = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
