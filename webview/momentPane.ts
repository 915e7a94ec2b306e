/** The inner state of the kubelet at a moment: fields with how they are known, the call path of the relist, channel, pod records, cache. */
import { formatSeconds } from '../src/timeline/format.ts';
import type { Known, MomentCallPath, MomentChange, MomentDocument, MomentEvent, MomentField, MomentPlace, MomentPodRecord } from '../src/timeline/moment.ts';
import { formatListed } from './axis.ts';
import { callPathNode } from './callPath.ts';
import { element, lineLink } from './dom.ts';
import type { Actions, Model } from './model.ts';
import { FIELD_EXPLANATIONS, KNOWN_LOOKS } from './momentText.ts';
import { button, dropdown } from './toolkit.ts';

export interface MomentPaneParts {
  readonly actions: Actions;
  /** Microseconds since the epoch. */
  readonly goTo: (time: number) => void;
  readonly choose: (process: string) => void;
}

/** Rows of a list that are drawn; the rest is counted. */
const MOST_ROWS = 60;

export class MomentPane {
  readonly root: HTMLElement;
  readonly #parts: MomentPaneParts;
  #model: Model | undefined;
  #moment: MomentDocument | undefined;
  #explained = false;
  #opened = new Set(['path', 'channel']);
  #width = 0;

  /** Fills `root`. */
  constructor(root: HTMLElement, parts: MomentPaneParts) {
    this.root = root;
    this.#parts = parts;
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
      this.root.replaceChildren(element('p', { className: 'hint', text: 'Point at the charts, or click a moment: here is what the kubelet’s PLEG and sync loop hold then, as the log proves it and the embedded kubelet replays it.' }));
      return;
    }
    // Where the focus is must survive that everything is drawn anew while the pointer moves.
    const focused = document.activeElement instanceof HTMLElement && this.root.contains(document.activeElement) ? document.activeElement.dataset['key'] : undefined;
    const { scrollTop } = this.root;
    this.root.replaceChildren(...this.#nodes(moment, model));
    this.root.scrollTop = scrollTop;
    if (focused !== undefined) this.root.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  #room(): number {
    return Math.max(200, this.root.clientWidth - 26);
  }

  #nodes(moment: MomentDocument, model: Model): HTMLElement[] {
    const explain = button({ text: this.#explained ? 'Hide explanations' : 'Explain', title: 'Explain each field in a sentence', className: 'is-small moment-explain', onClick: () => {
      this.#explained = !this.#explained;
      this.redraw();
    } });
    explain.dataset['key'] = 'explain';
    return [
      element('div', { className: 'moment-head', children: [
        element('span', { className: 'moment-time', text: this.#time(moment.time, model) }),
        element('div', { className: 'moment-steps', children: [this.#change('‹', 'Previous change', moment.previousChange, model), this.#change('›', 'Next change', moment.nextChange, model)] }), explain,
        element('span', { className: 'muted moment-process', text: moment.processLabel }),
      ] }),
      ...(moment.otherProcesses.length === 0 ? [] : [dropdown('Kubelet', [{ value: moment.process, text: moment.processLabel }, ...moment.otherProcesses.map(({ id, label }) => ({ value: id, text: label }))], moment.process, this.#parts.choose).root]),
      element('p', { className: 'moment-headline', text: moment.headline }),
      ...moment.caveats.map((text) => element('p', { className: 'moment-caveat', text })),
      element('dl', { className: 'moment-fields', children: moment.fields.flatMap((field) => this.#field(field)) }),
      ...(moment.callPath === undefined ? [] : [this.#section('path', 'Call path of the relist', [this.#path(moment.callPath, model)])]),
      this.#section('channel', `Channel to the sync loop: ${countText(moment)} of ${moment.channel.capacity.toLocaleString('en')}`, [this.#events(moment, model)]),
      this.#section('records', `Pod records: ${moment.pods.toLocaleString('en')}`, [this.#records(moment)]),
      this.#section('reinspect', `To reinspect: ${moment.reinspectKnown === 'unknown' ? '?' : moment.reinspect.length}`, [
        moment.reinspect.length === 0 ? element('p', { className: 'muted', text: moment.reinspectKnown === 'unknown' ? 'Not known.' : 'No pod: every inspection worked.' }) : list(moment.reinspect, (one) => [known(one.known), element('span', { text: one.pod }), this.#line(one)]),
      ]),
      this.#section('cache', `Cache${moment.cache.globalAge === undefined ? '' : `: all pods known up to ${formatSeconds(moment.cache.globalAge, 1)} ago`}`, [
        moment.cache.entries.length === 0 ? element('p', { className: 'muted', text: 'No entry that lines or model tell of.' }) : list(moment.cache.entries, (entry) => [
          known(entry.known), element('span', { text: entry.pod }), element('span', { className: 'muted', text: entry.age === undefined ? '' : `${formatSeconds(entry.age, 1)} old` }),
          entry.error === undefined ? undefined : element('span', { className: 'is-bad', text: `✕ ${entry.error.slice(0, 300)}` }), this.#line(entry),
        ]),
      ]),
      element('p', { className: 'muted moment-legend', text: (['proven', 'likely', 'unknown'] as const).map((name) => `${KNOWN_LOOKS[name].symbol} ${name}`).join('   ') }),
    ];
  }

  #time(epoch: number, model: Model): string {
    return formatListed(epoch - model.document.origin, model.scale, model.document.length);
  }

  #change(symbol: string, name: string, change: MomentChange | undefined, model: Model): HTMLElement {
    const made = button({ text: symbol, title: change === undefined ? `${name}: there is none` : `${name}: ${change.what}, ${this.#time(change.time, model)}`, className: 'is-small', onClick: () => { if (change !== undefined) this.#parts.goTo(change.time); } });
    made.dataset['key'] = name;
    made.toggleAttribute('disabled', change === undefined);
    return made;
  }

  #field(field: MomentField): HTMLElement[] {
    const explanation = FIELD_EXPLANATIONS[field.id];
    return [
      element('dt', { title: explanation, children: [known(field.known), element('span', { className: 'moment-label', text: field.label })] }),
      element('dd', { children: [
        element('span', { text: field.value === '' ? 'not known' : field.value, ...(field.value === '' ? { className: 'muted' } : {}) }), this.#line(field),
        this.#explained ? element('p', { className: 'moment-explanation', text: explanation }) : undefined,
      ] }),
    ];
  }

  #line({ source, line }: MomentPlace): HTMLElement | undefined {
    return line === undefined || line < 1 ? undefined : lineLink(`line ${line}`, `Open line ${line}`, (event) => this.#parts.actions.openLine(source ?? 0, line, event.altKey));
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
    return callPathNode(path, { width: this.#room(), time: (epoch) => this.#time(epoch, model), openLine: this.#parts.actions.openLine });
  }

  #events({ channel }: MomentDocument, model: Model): HTMLElement {
    if (channel.waiting.length === 0) return element('p', { className: 'muted', text: channel.known === 'unknown' ? 'Not known.' : 'No event waits: the loop took all of them.' });
    return list(channel.waiting, (event: MomentEvent) => [
      known(event.known), element('span', { text: event.type }), element('span', { className: 'muted', text: [event.pod, event.container].filter((part) => part !== undefined).join(' ') }),
      event.handled === undefined ? undefined : element('span', { className: 'muted', text: `taken ${this.#time(event.handled, model)}` }), this.#line(event),
    ]);
  }

  #records({ podRecords, podRecordsKnown, pods }: MomentDocument): HTMLElement {
    if (podRecords.length === 0) return element('p', { className: 'muted', text: podRecordsKnown === 'unknown' ? 'Not known.' : 'No record yet.' });
    const rows = podRecords.flatMap((record) => recordRows(record)).slice(0, MOST_ROWS);
    const left = pods - new Set(rows.map((row) => row.dataset['pod'])).size;
    return element('div', { children: [
      element('table', { className: 'moment-table', label: 'Pod records', children: [
        element('thead', { children: [element('tr', { children: ['Pod', 'Container', 'Reported', 'Now'].map((text) => element('th', { text, attributes: { scope: 'col' } })) })] }),
        element('tbody', { children: rows }),
      ] }),
      left > 0 ? element('p', { className: 'muted', text: `${left.toLocaleString('en')} more pods` }) : undefined,
    ] });
  }
}

function recordRows(record: MomentPodRecord): HTMLElement[] {
  const containers = record.containers.length === 0 ? [undefined] : record.containers;
  return containers.map((container, place) => {
    const changed = container !== undefined && container.old !== container.current;
    const row = element('tr', { className: changed ? 'is-pending' : '', children: [
      element('td', { text: place === 0 ? record.pod : '', title: record.uid }),
      element('td', { text: container === undefined ? '' : container.name ?? (container.kind === 'sandbox' ? 'sandbox' : container.id.slice(0, 12)), ...(container === undefined ? {} : { title: container.id }) }),
      element('td', { text: container?.old ?? '' }),
      element('td', { children: container === undefined ? [] : [known(container.known), element('span', { text: changed ? `→ ${container.current}` : container.current })] }),
    ] });
    row.dataset['pod'] = record.uid;
    return row;
  });
}

function countText({ channel }: MomentDocument): string {
  if (channel.known === 'unknown') return '?';
  return channel.min === channel.max ? String(channel.count) : `${channel.min}–${channel.max}`;
}

function known(how: Known): HTMLElement {
  return element('span', { className: `known is-${how}`, text: KNOWN_LOOKS[how].symbol, role: 'img', label: KNOWN_LOOKS[how].text, title: KNOWN_LOOKS[how].text });
}

function list<T>(items: readonly T[], parts: (item: T) => readonly (HTMLElement | undefined)[]): HTMLElement {
  const more = items.length - MOST_ROWS;
  return element('ul', { className: 'moment-list', children: [
    ...items.slice(0, MOST_ROWS).map((item) => element('li', { children: parts(item) })), more > 0 ? element('li', { className: 'muted', text: `${more.toLocaleString('en')} more` }) : undefined,
  ] });
}
