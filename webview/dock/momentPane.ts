/** The inner state of the kubelet at a moment: fields with how they are known, the call path of the relist, channel, pod records, cache. */
import { formatSeconds } from '../../src/timeline/format.ts';
import type {
  MomentCallPath,
  MomentChange,
  MomentDocument,
  MomentField,
  MomentPlace,
} from '../../src/timeline/moment/moment.ts';
import { formatListed } from '../charts/axis.ts';
import { callPathNode } from './callPath.ts';
import { element, lineLink } from '../page/dom.ts';
import type { Actions, Model } from '../page/model.ts';
import {
  cacheNode,
  eventsNode,
  knownNode,
  type ListParts,
  recordsNode,
  reinspectNode,
  waitingText,
} from './momentLists.ts';
import { FIELD_EXPLANATIONS, KNOWN_LOOKS } from './momentText.ts';
import { button, dropdown } from '../toolkit.ts';
import { t } from '../page/words.ts';

export interface MomentPaneParts {
  readonly actions: Actions;
  /** Microseconds since the epoch. */
  readonly goTo: (time: number) => void;
  readonly choose: (process: string) => void;
}

/** In CSS pixels. */
const HIGH = 1100;

export class MomentPane {
  readonly root: HTMLElement;
  readonly #parts: MomentPaneParts;
  #model: Model | undefined;
  #moment: MomentDocument | undefined;
  #explained = false;
  readonly #opened: Set<string>;
  #width = 0;

  /** Fills `root`. */
  constructor(root: HTMLElement, parts: MomentPaneParts) {
    this.root = root;
    this.#parts = parts;
    // On a high screen nothing needs to be folded.
    this.#opened = new Set(
      root.clientHeight < HIGH ? ['path', 'channel'] : ['path', 'channel', 'records', 'reinspect', 'cache'],
    );
    new ResizeObserver(() => {
      const width = this.#room();
      if (Math.abs(width - this.#width) > 4) this.redraw();
    }).observe(this.root);
  }

  setModel(model: Model): void {
    this.#model = model;
    this.#moment = undefined;
    this.redraw();
  }

  show(moment: MomentDocument): void {
    this.#moment = moment;
    this.redraw();
  }

  /** Hides the explanations when they are open; false when they are not. */
  closeTop(): boolean {
    if (!this.#explained) return false;
    this.#explained = false;
    this.redraw();
    return true;
  }

  redraw(): void {
    const model = this.#model;
    const moment = this.#moment;
    this.#width = this.#room();
    if (model === undefined || moment === undefined) {
      this.root.replaceChildren(
        element('p', {
          className: 'hint',
          text: t(
            'Point at the charts or click a moment to see the state of the kubelet’s PLEG and sync loop at that time: what the log proves, and what the embedded kubelet replays in between.',
          ),
        }),
      );
      return;
    }
    // Where the focus is must survive that everything is drawn anew while the pointer moves.
    const focused =
      document.activeElement instanceof HTMLElement && this.root.contains(document.activeElement)
        ? document.activeElement.dataset['key']
        : undefined;
    const { scrollTop } = this.root;
    this.root.replaceChildren(...this.#nodes(moment, model));
    this.root.scrollTop = scrollTop;
    if (focused !== undefined) this.root.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  #room(): number {
    return Math.max(200, this.root.clientWidth - 26);
  }

  #nodes(moment: MomentDocument, model: Model): HTMLElement[] {
    const explain = button({
      text: this.#explained ? t('Hide explanations') : t('Explain'),
      title: this.#explained ? t('Hide explanations of the fields') : t('Explain each field in a sentence'),
      className: 'is-small moment-explain',
      onClick: () => {
        this.#explained = !this.#explained;
        this.redraw();
      },
    });
    explain.dataset['key'] = 'explain';
    const parts: ListParts = { time: (epoch) => this.#time(epoch, model), line: (place) => this.#line(place) };
    return [
      element('div', {
        className: 'moment-head',
        children: [
          element('span', { className: 'moment-time', text: this.#time(moment.time, model) }),
          element('div', {
            className: 'moment-steps',
            children: [
              this.#change('‹', t('Previous change'), moment.previousChange, model),
              this.#change('›', t('Next change'), moment.nextChange, model),
            ],
          }),
          explain,
          element('span', { className: 'muted moment-process', text: moment.processLabel }),
        ],
      }),
      ...(moment.otherProcesses.length === 0
        ? []
        : [
            dropdown(
              'Kubelet',
              [
                { value: moment.process, text: moment.processLabel },
                ...moment.otherProcesses.map(({ id, label }) => ({ value: id, text: label })),
              ],
              moment.process,
              this.#parts.choose,
            ).root,
          ]),
      element('p', { className: 'moment-headline', text: moment.headline }),
      ...moment.caveats.map((text) => element('p', { className: 'moment-caveat', text })),
      element('dl', { className: 'moment-fields', children: moment.fields.flatMap((field) => this.#field(field)) }),
      ...(moment.callPath === undefined
        ? []
        : [this.#section('path', t('Relist call path'), [this.#path(moment.callPath, model)])]),
      this.#section(
        'channel',
        t('Channel to the sync loop: {0} of {1}', waitingText(moment), moment.channel.capacity.toLocaleString('en')),
        [eventsNode(moment, parts)],
      ),
      this.#section('records', t('Pod records: {0}', moment.pods.toLocaleString('en')), [recordsNode(moment)]),
      this.#section(
        'reinspect',
        t('To reinspect: {0}', moment.reinspectKnown === 'unknown' ? '?' : moment.reinspect.length),
        [reinspectNode(moment, parts)],
      ),
      this.#section(
        'cache',
        moment.cache.globalAge === undefined
          ? t('Cache')
          : t('Cache: all pods up to date as of {0} ago', formatSeconds(moment.cache.globalAge, 1)),
        [cacheNode(moment, parts)],
      ),
      element('p', {
        className: 'muted moment-legend',
        text: (['proven', 'likely', 'unknown'] as const)
          .map((name) => `${KNOWN_LOOKS[name].symbol} ${t(name)}`)
          .join('   '),
      }),
    ];
  }

  #time(epoch: number, model: Model): string {
    return formatListed(epoch - model.document.origin, model.scale, model.document.length);
  }

  #change(symbol: string, name: string, change: MomentChange | undefined, model: Model): HTMLElement {
    const made = button({
      text: symbol,
      title: change === undefined ? t('{0}: none', name) : `${name}: ${change.what}, ${this.#time(change.time, model)}`,
      className: 'is-small',
      onClick: () => {
        if (change !== undefined) this.#parts.goTo(change.time);
      },
    });
    made.dataset['key'] = name;
    made.toggleAttribute('disabled', change === undefined);
    return made;
  }

  #field(field: MomentField): HTMLElement[] {
    const explanation = t(FIELD_EXPLANATIONS[field.id]);
    return [
      element('dt', {
        title: explanation,
        children: [knownNode(field.known), element('span', { className: 'moment-label', text: t(field.label) })],
      }),
      element('dd', {
        children: [
          element('span', {
            text: field.value === '' ? t('not known') : field.value,
            ...(field.value === '' ? { className: 'muted' } : {}),
          }),
          this.#line(field),
        ],
      }),
      ...(this.#explained ? [element('dd', { className: 'moment-explanation', text: explanation })] : []),
    ];
  }

  #line({ source, line }: MomentPlace): HTMLElement | undefined {
    return line === undefined || line < 1
      ? undefined
      : lineLink(t('line {0}', line), t('Open line {0}', line), (event) =>
          this.#parts.actions.openLine(source ?? 0, line, event.altKey),
        );
  }

  #section(key: string, title: string, children: readonly HTMLElement[]): HTMLElement {
    const summary = element('summary', { text: title });
    summary.dataset['key'] = key;
    const made = element('details', { className: 'moment-section', children: [summary, ...children] });
    made.open = this.#opened.has(key);
    made.addEventListener('toggle', () => {
      if (made.open) this.#opened.add(key);
      else this.#opened.delete(key);
    });
    return made;
  }

  #path(path: MomentCallPath, model: Model): HTMLElement {
    return callPathNode(path, {
      width: this.#room(),
      time: (epoch) => this.#time(epoch, model),
      openLine: this.#parts.actions.openLine,
    });
  }
}
