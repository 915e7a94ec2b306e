/**
 * Checks a trace against the published description of the Trace Event Format (Google, "Trace Event Format": JSON object format, metadata, complete, instant, counter,
 * nestable async and flow events) as strictly as its readers take it.
 */

const PHASES = new Set(['M', 'X', 'i', 'C', 'b', 'e', 's', 'f']);
const METADATA: Readonly<Record<string, string>> = {
  process_name: 'name',
  process_labels: 'labels',
  process_sort_index: 'sort_index',
  thread_name: 'name',
  thread_sort_index: 'sort_index',
};

type Fields = Readonly<Record<string, unknown>>;

interface Slice {
  readonly ts: number;
  readonly end: number;
}

/** What is wrong with a trace, in words; empty where all is right. */
export function faultsOfTrace(json: string): string[] {
  const trace: unknown = JSON.parse(json);
  if (!isFields(trace) || !Array.isArray(trace['traceEvents'])) return ['it has no traceEvents'];
  const faults: string[] = [];
  const slices = new Map<string, Slice[]>();
  const flows = new Map<string, Fields[]>();
  const open = new Map<string, Fields>();
  const named = new Set<string>();
  const used = new Set<string>();
  trace['traceEvents'].forEach((event: unknown, index) => {
    const wrong = (why: string): void => void faults.push(`${index}: ${why}: ${JSON.stringify(event)}`);
    if (!isFields(event)) return wrong('no object');
    const { ph, name, pid, tid, ts } = event;
    if (typeof ph !== 'string' || !PHASES.has(ph)) return wrong('phase');
    if (typeof name !== 'string' || name === '') wrong('name');
    if (!Number.isInteger(pid) || !Number.isInteger(tid)) return wrong('pid and tid');
    const lane = `${String(pid)} ${String(tid)}`;
    if (ph === 'M') {
      const field = METADATA[String(name)];
      if (field === undefined || !isFields(event['args']) || !(field in event['args'])) wrong('metadata');
      if (name === 'thread_name') named.add(lane);
      if (name === 'process_name') named.add(String(pid));
      return;
    }
    if (typeof ts !== 'number' || !Number.isFinite(ts) || ts < 0) return wrong('ts');
    used.add(String(pid));
    if (ph !== 'C') used.add(lane);
    if (ph === 'X') {
      const dur = event['dur'];
      if (typeof dur !== 'number' || dur < 0) return wrong('dur');
      slices.set(lane, [...(slices.get(lane) ?? []), { ts, end: ts + dur }]);
    }
    if (ph === 'i' && !['g', 'p', 't'].includes(String(event['s']))) wrong('scope');
    if (ph === 'C' && (!isFields(event['args']) || Object.values(event['args']).some((one) => typeof one !== 'number')))
      wrong('counter');
    if ('bes f'.includes(ph) && ph !== ' ') {
      if (typeof event['id'] !== 'string' || typeof event['cat'] !== 'string') return wrong('id and cat');
      const key = `${event['cat']} ${event['id']}`;
      if (ph === 'b') {
        if (open.has(key)) wrong('begun twice');
        open.set(key, event);
      } else if (ph === 'e') {
        const begin = open.get(key);
        if (begin === undefined || Number(begin['ts']) > ts || begin['name'] !== name) wrong('end without its begin');
        open.delete(key);
      } else flows.set(key, [...(flows.get(key) ?? []), event]);
    }
  });
  for (const key of open.keys()) faults.push(`${key} does not end`);
  for (const [lane, all] of slices) faults.push(...overlaps(lane, all));
  for (const [key, [start, end, more]] of flows) {
    if (start?.['ph'] !== 's' || end?.['ph'] !== 'f' || more !== undefined) faults.push(`flow ${key} is no pair`);
    else if (Number(end['ts']) < Number(start['ts'])) faults.push(`flow ${key} goes back`);
    for (const one of [start, end]) {
      const around = slices.get(`${String(one?.['pid'])} ${String(one?.['tid'])}`) ?? [];
      const at = Number(one?.['ts']);
      if (!around.some(({ ts, end: to }) => ts <= at && at <= to)) faults.push(`flow ${key} hangs in the air`);
    }
  }
  for (const lane of used) if (!named.has(lane)) faults.push(`${lane} has no name`);
  return faults;
}

/** Slices of a thread must nest. */
function overlaps(lane: string, slices: readonly Slice[]): string[] {
  const faults: string[] = [];
  const stack: Slice[] = [];
  for (const slice of slices.toSorted((a, b) => a.ts - b.ts || b.end - a.end)) {
    while (stack.length > 0 && (stack.at(-1)?.end ?? 0) <= slice.ts) stack.pop();
    const around = stack.at(-1);
    if (around !== undefined && slice.end > around.end)
      faults.push(`${lane}: ${slice.ts}–${slice.end} overlaps ${around.ts}–${around.end}`);
    stack.push(slice);
  }
  return faults;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
