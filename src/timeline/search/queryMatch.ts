/** Which marks of a document a query means. Texts are looked at once each, not once a mark, so a million marks take milliseconds. */
import { isOfKind, type QueryMoment, type QueryTerm } from './query.ts';
import { MARK_STYLES, type TimelineDocument } from '../timelineDocument.ts';

/** How typed times become times of the document: microseconds. */
export interface QueryClock {
  /** Of the document's zero since the epoch. */
  readonly origin: number;
  /** Minutes east of UTC of the clock that is shown. */
  readonly offset: number;
  /** What `+2m` counts from, since origin. */
  readonly reference: number;
}

/** 1 for each mark that all terms hold for. */
export function matchMarks(
  document: Pick<TimelineDocument, 'marks' | 'strings' | 'lanes'>,
  terms: readonly QueryTerm[],
  clock: QueryClock,
): Uint8Array {
  const out = new Uint8Array(document.marks.count).fill(1);
  for (const term of terms) {
    const holds = predicate(document, term, clock);
    const keep = term.negated ? 0 : 1;
    for (let mark = 0; mark < out.length; mark += 1) if (out[mark] === 1 && holds(mark) !== (keep === 1)) out[mark] = 0;
  }
  return out;
}

type Predicate = (mark: number) => boolean;

function predicate(
  document: Pick<TimelineDocument, 'marks' | 'strings' | 'lanes'>,
  term: QueryTerm,
  clock: QueryClock,
): Predicate {
  const { marks, strings, lanes } = document;
  const hits = (test: (text: string) => boolean): Uint8Array =>
    Uint8Array.from(strings, (text, index) => (index > 0 && test(text.toLowerCase()) ? 1 : 0));
  const column =
    (hit: Uint8Array, texts: Uint32Array): Predicate =>
    (mark) =>
      hit[texts[mark] ?? 0] === 1;
  switch (term.field) {
    case 'text': {
      const hit = hits((text) => term.values.some((value) => text.includes(value)));
      const lines = new Set(term.values.filter(isDigits).map(Number));
      return (mark) =>
        hit[marks.what[mark] ?? 0] === 1 ||
        hit[marks.detail[mark] ?? 0] === 1 ||
        hit[marks.pod[mark] ?? 0] === 1 ||
        hit[marks.container[mark] ?? 0] === 1 ||
        (lines.size > 0 && lines.has(marks.line[mark] ?? 0));
    }
    case 'pod':
      return column(
        hits((text) =>
          term.values.some((value) => (value.includes('/') ? text : text.slice(text.indexOf('/') + 1)).includes(value)),
        ),
        marks.pod,
      );
    case 'ns':
      return column(
        hits((text) =>
          term.values.some((value) => text.includes('/') && text.slice(0, text.indexOf('/')).startsWith(value)),
        ),
        marks.pod,
      );
    case 'uid': {
      const labels = new Set(
        lanes
          .filter(
            (lane) =>
              lane.uid !== undefined && term.values.some((value) => lane.uid?.toLowerCase().startsWith(value) === true),
          )
          .map((lane) => lane.label.toLowerCase()),
      );
      return column(
        hits((text) => labels.has(text) || term.values.some((value) => text === value)),
        marks.pod,
      );
    }
    case 'container': {
      const named = hits((text) => term.values.some((value) => text.includes(value)));
      const byId = containersById(document, term.values);
      return (mark) =>
        named[marks.container[mark] ?? 0] === 1 ||
        (byId.size > 0 && byId.has(pairKey(marks.pod[mark] ?? 0, marks.container[mark] ?? 0)));
    }
    case 'kind': {
      const styles = MARK_STYLES.map((style) => term.values.some((value) => isOfKind(style, value)));
      const kinds = lanes.map((lane) => term.values.some((value) => isOfKind(lane.kind, value)));
      const styleOf = markStyles(document);
      return (mark) => kinds[marks.lane[mark] ?? 0] === true || styles[styleOf[mark] ?? -1] === true;
    }
    case 'severity':
      return (mark) => term.levels.includes(marks.level[mark] ?? 2);
    case 'time':
      return timePredicate(document, term, clock);
  }
}

/** The pod and the name of each container that has an id which begins so: marks hold names, not ids. */
function containersById(
  { lanes, strings }: Pick<TimelineDocument, 'lanes' | 'strings'>,
  values: readonly string[],
): ReadonlySet<number> {
  const wanted = lanes.filter(
    (lane) => lane.ids?.some((id) => values.some((value) => id.toLowerCase().startsWith(value))) === true,
  );
  if (wanted.length === 0) return new Set();
  const index = new Map(strings.map((text, place) => [text, place]));
  const labels = new Map(lanes.map((lane) => [lane.id, lane.label]));
  return new Set(
    wanted.map((lane) => pairKey(index.get(labels.get(lane.parent ?? '') ?? '') ?? 0, index.get(lane.label) ?? 0)),
  );
}

function pairKey(pod: number, container: number): number {
  return pod * 2 ** 26 + container;
}

/** The style of each mark, from the lane that shows it. */
function markStyles({ marks, lanes }: Pick<TimelineDocument, 'marks' | 'lanes'>): Uint8Array {
  const out = new Uint8Array(marks.count).fill(255);
  lanes.forEach((lane, place) => {
    for (let index = 0; index < lane.mark.length; index += 1) {
      const mark = lane.mark[index] ?? -1;
      if (mark >= 0 && marks.lane[mark] === place) out[mark] = lane.style[index] ?? 255;
    }
  });
  return out;
}

const DAY = 86_400_000_000;

function timePredicate(
  { marks }: Pick<TimelineDocument, 'marks'>,
  term: Extract<QueryTerm, { field: 'time' }>,
  clock: QueryClock,
): Predicate {
  const shift = clock.origin + clock.offset * 60_000_000;
  const endOf = (mark: number): number => {
    const end = marks.end[mark] ?? Number.NaN;
    return Number.isNaN(end) ? (marks.time[mark] ?? 0) : end;
  };
  if ((term.from ?? term.to)?.of !== 'clock') {
    const at = (moment: QueryMoment | undefined, otherwise: number): number =>
      moment === undefined ? otherwise : moment.of === 'date' ? moment.time - shift : clock.reference + moment.time;
    const from = at(term.from, Number.NEGATIVE_INFINITY);
    const to = at(term.to, Number.POSITIVE_INFINITY);
    return (mark) => (marks.time[mark] ?? 0) <= to && endOf(mark) >= from;
  }
  // A clock time means every day: its stretch that begins at or before the mark's end must reach the mark's begin.
  const from = term.from?.time ?? 0;
  const to = term.to?.time ?? DAY;
  const length = to >= from ? to - from : to + DAY - from;
  return (mark) => {
    const end = endOf(mark) + shift;
    const begin = Math.floor((end - from) / DAY) * DAY + from;
    return begin + length >= (marks.time[mark] ?? 0) + shift;
  };
}

function isDigits(text: string): boolean {
  for (const character of text) if (character < '0' || character > '9') return false;
  return text !== '';
}
