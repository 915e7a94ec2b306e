/** The outline as a tree: kubelet processes, in them their unhealthy times, in those what is notable. */
import { formatClock, formatDay } from '../../analysis/outputs/instantText.ts';
import type { KubeletProcess, ProvenHistory } from '../../inference/history.ts';
import { printing } from '../../kubelet/printable.ts';
import type { EpisodeSpan, LineSpan, OutlineItem } from './logOutline.ts';

interface Draft extends Omit<OutlineItem, 'children'> {
  readonly children: Draft[];
}

/** The entries of a source, by line. What lies in no process stands beside them. */
export function outlineItems(
  history: ProvenHistory,
  source: number,
  episodes: readonly EpisodeSpan[],
  events: readonly OutlineItem[],
): readonly OutlineItem[] {
  const drafts: Draft[] = [
    ...history.processes.flatMap((process) => processItem(process, source)),
    ...episodes.map(({ startup, title, first, last, beginText }): Draft => ({
      kind: startup ? 'startup' : 'episode',
      name: title,
      detail: beginText === title ? printing`` : printing`${beginText.slice(title.length).replace(/^ · /, '')}`,
      first,
      last,
      children: [],
    })),
    ...events.map((event): Draft => ({ ...event, children: [] })),
  ];
  return nested(drafts);
}

function processItem(process: KubeletProcess, source: number): Draft[] {
  const { first, last, pid, versionText, from, to, identifier } = process;
  if (first.source !== source || last.source !== source) return [];
  const isOneDay = formatDay(from) === formatDay(to);
  const [begin, end] = [from, to].map((time) => `${isOneDay ? '' : `${formatDay(time)} `}${formatClock(time)}`);
  const name = identifier === undefined || identifier === '' ? 'kubelet' : identifier;
  return [
    {
      kind: 'process',
      name: pid === undefined ? printing`${name}` : printing`${name} ${pid}`,
      detail: printing`${versionText === undefined ? '' : `${versionText} · `}${begin ?? ''}–${end ?? ''}`,
      first: Math.min(first.line, last.line),
      last: Math.max(first.line, last.line),
      children: [],
    },
  ];
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
