/** Reads one summary. It is a stranger's file: every field is looked at, what is longer than a summary has it is cut, and what is no summary is refused with a word. */
import { parseRfc3339 } from '../analysis/outputs/instantText.ts';
import {
  LINES_OF_FINDING,
  LONGEST_LABEL,
  LONGEST_LABEL_NAME,
  MOST_EPISODES,
  MOST_FINDINGS,
  MOST_LABELS,
  MOST_NAMES,
  MOST_VERSIONS,
  type NodeState,
  SUMMARY_SCHEMA,
  type SummaryLabel,
  type SummaryLine,
} from '../analysis/outputs/summary/summaryJson.ts';
import { APART } from '../diagnosis/causeOf.ts';
import { baseName } from '../kubelet/baseName.ts';
import type { Instant, TimeBounds } from '../kubelet/time.ts';
import type { FleetNode, NodeCause, Onset, SummaryPlace } from './fleetNode.ts';

/** Why a line is no summary. */
export type Refusal = 'no-json' | 'other-schema' | 'newer-schema' | 'malformed' | 'too-long';

/** Findings that go along with a trouble, or are none. */
const ALONG: ReadonlySet<string> = new Set([
  'startup-normal',
  'loop-blocked',
  'event-channel-full',
  'many-nodes-at-once',
  'journal-loss',
  'clock-step',
]);
const STATES: readonly NodeState[] = ['healthy', 'impaired', 'recovered', 'unhealthy-at-end', 'unknown'];
const LONGEST_TEXT = 400;
const LONGEST_ID = 60;

export type Fields = Readonly<Record<string, unknown>>;

/** Reads the text of one summary. */
export function readSummary(text: string, place: SummaryPlace): FleetNode | Refusal {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'no-json';
  }
  const summary = fieldsOf(value);
  const schema = summary['schema'];
  if (schema !== SUMMARY_SCHEMA)
    return typeof schema === 'string' && /^kubelet-timeline\/summary@\d{1,6}$/.test(schema)
      ? 'newer-schema'
      : 'other-schema';
  const state = STATES.find((one) => one === summary['state']);
  const node = fieldsOf(summary['node']);
  if (
    state === undefined ||
    !Array.isArray(node['names']) ||
    !Array.isArray(summary['episodes']) ||
    !Array.isArray(summary['findings'])
  )
    return 'malformed';
  return nodeOf(summary, node, state, place);
}

function nodeOf(summary: Fields, node: Fields, state: NodeState, place: SummaryPlace): FleetNode {
  const names = listOf(node['names'], MOST_NAMES)
    .flatMap((name) => textOf(name) ?? [])
    .filter((name) => name.trim() !== '');
  const redacted = node['redacted'] === true;
  const labels = labelsOf(summary['labels']);
  const episodes = episodesOf(summary['episodes']);
  const [first] = episodes;
  const findings = findingsOf(summary['findings']);
  const cause = causeOf(findings, first?.id);
  const isTrouble = episodes.length > 0 || (state !== 'healthy' && state !== 'unknown');
  const trouble =
    first?.begin ??
    (isTrouble && cause?.from !== undefined ? { min: cause.from, max: cause.from, isOpen: false } : undefined);
  const at = trouble?.max;
  const span = spanOf(summary['span']);
  const kubelet = atTime(versionsOf(fieldsOf(summary['kubelet'])['versions']), at)?.version;
  const runtime = atTime(versionsOf(summary['runtimes']), at);
  const kernel =
    atTime(versionsOf(summary['kernels']), at)?.version ?? labels.find(({ name }) => name === 'kernel')?.value;
  const over = episodes.at(-1)?.end;
  const slowest = slowestOf(fieldsOf(summary['relists'])['buckets']);
  const [name] = names;
  const where = place.line === 1 ? baseOf(place.file) : `${baseOf(place.file)}:${place.line}`;
  return {
    ...place,
    name: name === undefined ? where : redacted ? `${name} (${where})` : name,
    ...(name === undefined || redacted
      ? {}
      : { key: JSON.stringify([name, labels.find((label) => label.name === 'cluster')?.value]) }),
    names,
    redacted,
    state,
    headline: textOf(summary['headline']) ?? '',
    timeZone: summary['timeZone'] === 'known' ? 'known' : 'unknown',
    isYearSure: summary['yearFrom'] === 'log' || summary['yearFrom'] === 'option',
    ...(span === undefined ? {} : { span }),
    ...(kubelet === undefined ? {} : { kubelet }),
    ...(runtime?.name === undefined ? {} : { runtime: { name: runtime.name, version: runtime.version } }),
    ...(kernel === undefined ? {} : { kernel }),
    labels: labels.filter((label) => label.name !== 'kernel'),
    ...(trouble === undefined ? {} : { trouble }),
    ...(over === undefined ? {} : { over }),
    unhealthyTimes: episodes.length,
    ...(isTrouble && cause !== undefined
      ? { cause: { id: cause.id, title: cause.title, confidence: cause.confidence, lines: cause.lines } }
      : {}),
    ...(slowest === undefined ? {} : { slowestRelist: slowest }),
  };
}

interface ReadFinding extends NodeCause {
  readonly episode?: string;
  readonly from?: Instant;
}

/** That of the first unhealthy time, else the first one that is a trouble; findings come most important first. */
function causeOf(findings: readonly ReadFinding[], episode: string | undefined): ReadFinding | undefined {
  const worth = findings.filter(({ id, confidence }) => confidence !== 'low' && !ALONG.has(id));
  return (
    worth.find((finding) => finding.episode !== undefined && finding.episode === episode) ??
    worth.find(({ id }) => episode === undefined || !APART.has(id))
  );
}

function findingsOf(value: unknown): readonly ReadFinding[] {
  return listOf(value, MOST_FINDINGS).flatMap((one) => {
    const { id, title, confidence, episode, from, lines } = fieldsOf(one);
    if (typeof id !== 'string' || id.length > LONGEST_ID || !/^[a-z][a-z0-9-]*$/.test(id)) return [];
    const since = timeOf(from);
    return [
      {
        id,
        title: textOf(title) ?? id,
        confidence: confidence === 'high' || confidence === 'medium' ? confidence : 'low',
        lines: listOf(lines, LINES_OF_FINDING).flatMap(lineOf),
        ...(typeof episode === 'string' ? { episode: episode.slice(0, LONGEST_ID) } : {}),
        ...(since === undefined ? {} : { from: since }),
      } satisfies ReadFinding,
    ];
  });
}

function lineOf(value: unknown): SummaryLine | readonly never[] {
  const { line, source, time, text } = fieldsOf(value);
  const [from, at, written] = [textOf(source), timeOf(time), textOf(text)];
  if (typeof line !== 'number' || !Number.isSafeInteger(line) || line < 1 || written === undefined) return [];
  return {
    line,
    ...(from === undefined ? {} : { source: from }),
    ...(at === undefined ? {} : { time: String(time) }),
    text: written,
  };
}

interface ReadEpisode {
  readonly id: string;
  readonly begin: Onset;
  readonly end?: TimeBounds;
}

/** Unhealthy times without those of a start, in order of their begin. */
function episodesOf(value: unknown): readonly ReadEpisode[] {
  return listOf(value, MOST_EPISODES)
    .flatMap((one): readonly ReadEpisode[] => {
      const { id, begin, beginOpen, beginsBeforeLog, end, startup } = fieldsOf(one);
      const from = boundsOf(begin);
      const to = boundsOf(end);
      if (startup === true || typeof id !== 'string' || from === undefined) return [];
      const isOpen = beginOpen === true || beginsBeforeLog === true;
      return [{ id: id.slice(0, LONGEST_ID), begin: { ...from, isOpen }, ...(to === undefined ? {} : { end: to }) }];
    })
    .sort((a, b) => a.begin.max - b.begin.max);
}

interface ReadVersion {
  readonly from: Instant;
  readonly version: string;
  readonly name?: string;
}

function versionsOf(value: unknown): readonly ReadVersion[] {
  return listOf(value, MOST_VERSIONS).flatMap((one): readonly ReadVersion[] => {
    const { from, version, name } = fieldsOf(one);
    const since = timeOf(from);
    const text = textOf(version);
    if (since === undefined || text === undefined || text === '') return [];
    const called = textOf(name);
    return [{ from: since, version: text, ...(called === undefined || called === '' ? {} : { name: called }) }];
  });
}

/** The last one that was said before a moment, else the first; without a moment the last. */
function atTime(versions: readonly ReadVersion[], at: Instant | undefined): ReadVersion | undefined {
  return at === undefined ? versions.at(-1) : (versions.findLast(({ from }) => from <= at) ?? versions[0]);
}

function labelsOf(value: unknown): readonly SummaryLabel[] {
  return listOf(value, MOST_LABELS).flatMap((one) => {
    const { name, value: given } = fieldsOf(one);
    return typeof name === 'string' &&
      typeof given === 'string' &&
      name !== '' &&
      name.length <= LONGEST_LABEL_NAME &&
      given.length <= LONGEST_LABEL
      ? [{ name, value: given }]
      : [];
  });
}

function slowestOf(value: unknown): number | undefined {
  if (!Array.isArray(value)) return undefined;
  let slowest: number | undefined;
  for (const bucket of value.slice(0, 1000) as readonly unknown[]) {
    const { min } = fieldsOf(fieldsOf(bucket)['longest']);
    if (typeof min === 'number' && Number.isFinite(min) && min >= 0) slowest = Math.max(slowest ?? 0, min);
  }
  return slowest;
}

function spanOf(value: unknown): { readonly from: Instant; readonly to: Instant } | undefined {
  const { from, to } = fieldsOf(value);
  const bounds = boundsOf({ min: from, max: to });
  return bounds && { from: bounds.min, to: bounds.max };
}

function boundsOf(value: unknown): TimeBounds | undefined {
  const { min, max } = fieldsOf(value);
  const [from, to] = [timeOf(min), timeOf(max)];
  return from === undefined || to === undefined || to < from ? undefined : { min: from, max: to };
}

function timeOf(value: unknown): Instant | undefined {
  return typeof value === 'string' && value.length < 40 ? parseRfc3339(value) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : undefined;
}

/** The first so many of a list; of anything else none. */
export function listOf(value: unknown, most: number): readonly unknown[] {
  return Array.isArray(value) ? (value.slice(0, most) as readonly unknown[]) : [];
}

/** The fields of an object; of anything else none. They are asked for by names of ours, none of which every object has. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function baseOf(file: string): string {
  return baseName(file) || file;
}
