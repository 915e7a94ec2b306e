/** Makes a summary fit: a bound that holds for any log, whatever its names and lines are made of. */
import { jsonText } from '../jsonBytes.ts';
import type { Printable } from '../../../kubelet/printable.ts';
import { type NodeSummary, SUMMARY_BYTES } from './summaryJson.ts';

/** Longest texts of a whole summary, in bytes of JSON. */
const LINE = 400;
const TITLE = 300;
const ANSWER = 2000;
const NAME = 300;
/** Nothing is cut to less. */
const LEAST = 24;
/** Halved so often all of it is gone that can go: then a hundred short texts are left. */
const MOST_HALVINGS = 8;

const encoder = new TextEncoder();

/** The summary as a line of JSON without its end: as much as has room, the most interesting first. */
export function fitSummary(whole: NodeSummary): Printable {
  for (let halvings = 0; ; halvings += 1) {
    const text = jsonText(cut(whole, halvings));
    if (encoder.encode(text).length < SUMMARY_BYTES || halvings === MOST_HALVINGS) return text;
  }
}

function cut(summary: NodeSummary, halvings: number): NodeSummary {
  const most = (count: number): number => Math.max(1, count >> halvings);
  const short = (text: string, bytes: number): string => shortened(text, Math.max(LEAST, bytes >> halvings));
  const episodes = kept(summary.episodes, most(summary.episodes.length));
  const findings = summary.findings.slice(0, most(summary.findings.length));
  const ready = kept(summary.ready, most(summary.ready.length));
  const warnings = summary.warnings.slice(0, most(summary.warnings.length));
  const { leftOut } = summary;
  return {
    ...summary,
    program: short(summary.program, NAME),
    node: { ...summary.node, names: summary.node.names.map((name) => shortened(name, NAME)) },
    kubelet: {
      ...summary.kubelet,
      versions: summary.kubelet.versions.map((one) => ({ ...one, version: shortened(one.version, NAME / 2) })),
    },
    runtimes: summary.runtimes.map((one) => ({
      ...one,
      name: shortened(one.name, NAME / 2),
      version: shortened(one.version, NAME / 2),
    })),
    kernels: summary.kernels.map((one) => ({ ...one, version: shortened(one.version, NAME / 2) })),
    headline: short(summary.headline, TITLE),
    answer: short(summary.answer, ANSWER),
    episodes: episodes.map((episode) => ({
      ...episode,
      reasons: episode.reasons.map((reason) => shortened(reason, NAME / 4)),
    })),
    ready: ready.map((one) => (one.reason === undefined ? one : { ...one, reason: short(one.reason, NAME) })),
    findings: findings.map((finding) => ({
      ...finding,
      title: short(finding.title, TITLE),
      lines: finding.lines.map((line) => ({
        ...line,
        ...(line.source === undefined ? {} : { source: short(line.source, NAME) }),
        text: short(line.text, LINE),
      })),
    })),
    relists: { ...summary.relists, buckets: slowest(summary.relists.buckets, most(summary.relists.buckets.length)) },
    warnings: warnings.map((text) => short(text, TITLE)),
    leftOut: {
      episodes: leftOut.episodes + summary.episodes.length - episodes.length,
      findings: leftOut.findings + summary.findings.length - findings.length,
      ready: leftOut.ready + summary.ready.length - ready.length,
      warnings: leftOut.warnings + summary.warnings.length - warnings.length,
    },
  };
}

/** The first ones and the last: when trouble began, and how it stands. */
export function kept<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const first = Math.ceil(most / 2);
  return [...items.slice(0, first), ...items.slice(items.length - (most - first))];
}

/** In their order of time. */
function slowest<Bucket extends { readonly longest: { readonly min: number } }>(
  buckets: readonly Bucket[],
  most: number,
): readonly Bucket[] {
  if (buckets.length <= most) return buckets;
  const chosen = new Set([...buckets].sort((a, b) => b.longest.min - a.longest.min).slice(0, most));
  return buckets.filter((bucket) => chosen.has(bucket));
}

/** As much of a text as has this many bytes between the quotes of JSON, an ellipsis included; a letter is not cut in two. */
export function shortened(text: string, bytes: number): string {
  // A letter has at least one byte.
  if (text.length * 6 <= bytes || (text.length <= bytes && sizeOf(text) <= bytes)) return text;
  let out = '';
  let used = '…'.length * 3;
  for (const letter of text.slice(0, bytes)) {
    used += sizeOf(letter);
    if (used > bytes) break;
    out += letter;
  }
  return `${out}…`;
}

/** Bytes of a text in JSON, where what is hidden is written as an escape. */
function sizeOf(text: string): number {
  return encoder.encode(jsonText(text)).length - 2;
}
