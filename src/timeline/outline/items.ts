/** The outline as a tree: kubelet processes, in them their unhealthy times, in those what is notable. */
import { formatClock, formatDay } from '../../analysis/outputs/instantText.ts';
import type { KubeletProcess, ProvenHistory } from '../../inference/history.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import { onceFor } from '../../kubelet/oncePer.ts';
import { printing } from '../../kubelet/printable.ts';
import type { EpisodeSpan, LineSpan, OutlineItem } from './logOutline.ts';

interface Draft extends Omit<OutlineItem, 'children'> {
  readonly children: Draft[];
}

/** An entry of one line, of the process that wrote it, where that is known. */
export interface NotableEvent {
  readonly item: OutlineItem;
  readonly process: string | undefined;
}

/** The entries of a source, by line. What lies in no process stands beside them; of several nodes, whose lines may stand in turns, each entry lies in those of its own. */
export function outlineItems(
  history: ProvenHistory,
  source: number,
  episodes: readonly EpisodeSpan[],
  events: readonly NotableEvent[],
): readonly OutlineItem[] {
  const byNode = new Map<string | undefined, Draft[]>();
  const isOne = history.nodes.length === 1;
  const put = (process: string | undefined, draft: Draft): void => {
    const node = isOne || process === undefined ? undefined : lookupsOf(history).process(process)?.node;
    onceFor(byNode, node, (): Draft[] => []).push(draft);
  };
  const names = new Map(isOne ? [] : history.nodes.map(({ id, names: [name] }) => [id, name]));
  for (const process of history.processes)
    if (process.first.source === source && process.last.source === source)
      put(process.id, processItem(process, names.get(process.node)));
  for (const { process, startup, title, first, last, beginText } of episodes)
    put(process, {
      kind: startup ? 'startup' : 'episode',
      name: title,
      detail: beginText === title ? printing`` : printing`${beginText.slice(title.length).replace(/^ · /, '')}`,
      first,
      last,
      children: [],
    });
  for (const { item, process } of events) put(process, { ...item, children: [] });
  return [...byNode.values()].flatMap(nested).toSorted((a, b) => a.first - b.first);
}

function processItem(process: KubeletProcess, node: string | undefined): Draft {
  const { first, last, pid, versionText, from, to, identifier } = process;
  const isOneDay = formatDay(from) === formatDay(to);
  const [begin, end] = [from, to].map((time) => `${isOneDay ? '' : `${formatDay(time)} `}${formatClock(time)}`);
  const name = identifier === undefined || identifier === '' ? 'kubelet' : identifier;
  return {
    kind: 'process',
    name: pid === undefined ? printing`${name}` : printing`${name} ${pid}`,
    detail: printing`${[node, versionText, `${begin ?? ''}–${end ?? ''}`].filter((part) => part !== undefined).join(' · ')}`,
    first: Math.min(first.line, last.line),
    last: Math.max(first.line, last.line),
    children: [],
  };
}

/** Each entry in the smallest one that holds its lines; one that reaches beyond it is cut, so that a reader of the tree never leaves it. */
function nested(drafts: readonly Draft[]): readonly OutlineItem[] {
  const sorted = drafts.toSorted((a, b) => a.first - b.first || b.last - a.last || rank(a) - rank(b));
  const roots: Draft[] = [];
  const open: Draft[] = [];
  for (const draft of sorted) {
    while (open.length > 0 && !holds(open.at(-1) as Draft, draft.first)) open.pop();
    const parent = open.at(-1);
    const own = parent !== undefined && draft.last > parent.last ? { ...draft, last: parent.last } : draft;
    (parent?.children ?? roots).push(own);
    if (own.last > own.first || own.kind === 'process') open.push(own);
  }
  return roots;
}

function holds({ last }: LineSpan, line: number): boolean {
  return line <= last;
}

/** Which of two entries with the same lines is the outer one. */
function rank({ kind }: Draft): number {
  return kind === 'process' ? 0 : kind === 'episode' || kind === 'startup' ? 1 : 2;
}
