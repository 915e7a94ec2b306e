/** When the runtime's list calls hung, took long or failed, by the relists of the replay. */
import type { AttributedFact, LineReference } from '../../inference/history.ts';
import { ranIntoTimeout } from '../../messages/texts/timedOut.ts';
import { seconds } from '../../kubelet/time.ts';
import type { RelistFailedFact } from '../../messages/fact.ts';
import type { ModelRelist } from '../../replay/innerState/runStretch.ts';
import { type Drafted, inferred } from '../scenarioFile.ts';
import type { FaultDraft } from './faultDraft.ts';
import type { ReplayedProcess } from './relists.ts';

/** A listing below this is an ordinary one. */
const SLOW = seconds(1);
/** Relists that follow each other so soon are of one trouble: the pause of a second, and a listing of a single pod in between (1.36). */
const TOGETHER = seconds(10);
/** A failure within this was no time-out. */
const AT_ONCE = seconds(1);
const LISTS = ['ListPodSandbox', 'ListContainers'] as const;

interface Listing {
  /** Its place among all relists. */
  readonly place: number;
  readonly start: number;
  readonly end: number;
  readonly failed: boolean;
  readonly error?: RelistFailedFact;
  readonly lines: readonly LineReference[];
}

/** The faults of the list calls of one process. */
export function listFaults(
  { facts, relists, process, listedBy, unlistedUntil }: ReplayedProcess,
  failures: readonly RelistFailedFact[],
): readonly Drafted<FaultDraft>[] {
  const listings = relists.flatMap((relist, place): Listing[] => {
    const end = relist.listed ?? relist.end ?? process.to;
    const error = relist.failed ? nearest(failures, end) : undefined;
    if (end - relist.start < SLOW && error === undefined) return [];
    return [
      {
        place,
        start: relist.start,
        end,
        failed: relist.listed === undefined,
        lines: error === undefined ? linesAbout(relist, facts.relists) : [error],
        ...(error === undefined ? {} : { error }),
      },
    ];
  });
  const all = unlistedUntil === undefined ? listings : withFirst(listings, process, failures, unlistedUntil);
  return groups(all)
    .flatMap((group) => faultsOf(group, process.to, facts.callTimeout))
    .map((draft) => (listedBy === undefined ? draft : beginningAt(draft, listedBy)));
}

/**
 * The first relist of a process begins with its sync loop, and where none has listed yet when the first failure comes, it is that one that failed. Its line alone does not say so: a failure tells no begin.
 */
function withFirst(
  listings: readonly Listing[],
  { from, loopStarted }: ReplayedProcess['process'],
  failures: readonly RelistFailedFact[],
  unlistedUntil: number,
): readonly Listing[] {
  const [error] = failures;
  if (error === undefined || error.time > unlistedUntil || !ranIntoTimeout(error.error)) return listings;
  const first: Listing = {
    place: -1,
    start: loopStarted ?? from,
    end: error.time,
    failed: true,
    error,
    lines: [error],
  };
  return [first, ...listings.filter(({ end }) => end > error.time + AT_ONCE)];
}

/** The same fault, not before the first relist had listed. */
function beginningAt(draft: Drafted<FaultDraft>, listedBy: number): Drafted<FaultDraft> {
  const { value } = draft;
  return value.from >= listedBy || value.to <= listedBy ? draft : { ...draft, value: { ...value, from: listedBy } };
}

function nearest(failures: readonly RelistFailedFact[], at: number): RelistFailedFact | undefined {
  return failures.find(({ time }) => Math.abs(time - at) < seconds(1));
}

function linesAbout(relist: ModelRelist, proven: ReplayedProcess['facts']['relists']): readonly LineReference[] {
  return (
    proven.find(({ start }) => start.min - seconds(1) <= relist.start && relist.start <= start.max + seconds(1))
      ?.evidence ?? []
  );
}

function groups(listings: readonly Listing[]): readonly (readonly Listing[])[] {
  const found: Listing[][] = [];
  for (const listing of listings) {
    const last = found.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && isOfOne(before, listing)) last.push(listing);
    else found.push([listing]);
  }
  return found;
}

/** Nothing was listed after a failed relist before the next one: it was one trouble, whatever held the relists up in between. */
function isOfOne(before: Listing, next: Listing): boolean {
  return next.start - before.end < TOGETHER || (before.failed && next.place === before.place + 1);
}

/** One stretch of trouble: time-outs and what ends them are a hang, failures at once an error, several slow listings in a row a latency. */
function faultsOf(group: readonly Listing[], logEnd: number, timeout: number): readonly Drafted<FaultDraft>[] {
  const drafts: Drafted<FaultDraft>[] = [];
  let at = 0;
  while (at < group.length) {
    const begin = at;
    const kind = kindOf(group[at]);
    // What ends a hang is a listing that took long and was listed.
    while (at < group.length && (kindOf(group[at]) === kind || (kind === 'hang' && kindOf(group[at]) === 'slow'))) {
      at += 1;
      if (kind === 'hang' && kindOf(group[at - 1]) === 'slow') break;
    }
    const part = group.slice(begin, at);
    const next = group[at];
    const limit = Math.min(next?.start ?? Number.POSITIVE_INFINITY, logEnd);
    const isOver = next !== undefined || logEnd - (part.at(-1)?.end ?? logEnd) > TOGETHER;
    drafts.push(...draftsOf(part, kind, { limit, timeout, isOver }));
  }
  return drafts;
}

function kindOf(listing: Listing | undefined): 'hang' | 'error' | 'slow' {
  if (listing === undefined || !listing.failed) return 'slow';
  const quick = listing.end - listing.start < AT_ONCE;
  const timedOut = listing.error === undefined ? !quick : ranIntoTimeout(listing.error.error);
  return quick || !timedOut ? 'error' : 'hang';
}

function draftsOf(
  part: readonly Listing[],
  kind: 'hang' | 'error' | 'slow',
  { limit, timeout, isOver }: { readonly limit: number; readonly timeout: number; readonly isOver: boolean },
): readonly Drafted<FaultDraft>[] {
  const [first, last] = [part[0], part.at(-1)];
  if (first === undefined || last === undefined) return [];
  const lines = part.flatMap((listing) => listing.lines);
  if (kind === 'error') {
    const text = part.find(({ error }) => error !== undefined)?.error?.error.text ?? '';
    const refused = isRefusal(text);
    // A process that got through to the runtime again did so after the waits of its connection: they are within the fault, and `refuse` would add others.
    const effect = refused && !isOver ? 'refuse' : 'error';
    return [
      inferred(
        {
          from: first.start,
          to: Math.min(last.end + AT_ONCE / 2, Math.max(limit, last.end)),
          effect,
          ...(refused ? {} : { methods: LISTS }),
          ...(text === '' && refused ? {} : { error: text === '' ? UNKNOWN : text }),
        },
        refused ? 'the socket of the runtime refused' : 'the list calls failed at once',
        lines,
      ),
    ];
  }
  if (kind === 'hang' || (part.length === 1 && last.end - first.start < timeout))
    return [
      inferred(
        { from: first.start - BEFORE, to: last.end, effect: 'hang', methods: LISTS },
        'the list calls gave no answer, as the relists show',
        lines,
      ),
    ];
  return part.map((listing, index) =>
    inferred(
      {
        from: listing.start - BEFORE,
        to: (part[index + 1]?.start ?? listing.end - Math.min(seconds(1), (listing.end - listing.start) / 4)) - BEFORE,
        effect: 'takes',
        takes: (listing.end - listing.start) / 2,
        methods: LISTS,
      },
      'a listing took so long: half of it is taken for each of its two calls',
      listing.lines,
    ),
  );
}

/** The simulated relist does not begin to the millisecond where the logged one did. */
const BEFORE = seconds(0.45);
const UNKNOWN = 'rpc error: code = Unknown desc = the log does not say why';

/** Texts of a socket that is gone or refuses. */
export function isRefusal(text: string): boolean {
  return text.includes('code = Unavailable') && text.includes('connection error');
}

/** The failed relists of all pods of a process. */
export function failedRelists(facts: Iterable<AttributedFact>, process: string): readonly RelistFailedFact[] {
  const found: RelistFailedFact[] = [];
  for (const { fact, process: of } of facts)
    if (fact.kind === 'relist-failed' && fact.scope === 'all' && of === process) found.push(fact);
  return found;
}
