/** The same log in other dress: as modes of journalctl print it, as others carry it, wrapped, turned round, parted. What it tells of a node must be the same. */
import type { Analysis } from '../../../src/analysis/analysis.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { WrittenMode } from '../../../src/journal/envelope/writeEnvelope.ts';
import { analysisOf } from '../analysis/analyse.ts';
import { atEdge, betweenWords } from '../analysis/captureWays.ts';
import { blank } from './alike.ts';
import { SECOND } from './rule.ts';
import { type Plan, troubledJournal } from './troubles.ts';

/** The lines of one file or of several. */
type Files = readonly string[];
type Dress = (plan: Plan) => Files;

/** Precise, and with the year: what any other mode has at most. */
export const PLAIN: WrittenMode = 'short-iso-precise';

const inMode =
  (mode: WrittenMode): Dress =>
  (plan) => [troubledJournal({ ...plan, mode }).log];
const rewritten =
  (rewrite: (lines: readonly string[]) => Files): Dress =>
  (plan) =>
    rewrite(
      troubledJournal({ ...plan, mode: PLAIN })
        .log.trimEnd()
        .split('\n'),
    );
const lineByLine = (rewrite: (line: string, row: number) => string): Dress =>
  rewritten((lines) => [lines.map(rewrite).join('\n')]);

const NODE = 'worker-4';
const stampOf = (line: string): string => line.slice(0, 26);

export const DRESSES = {
  short: inMode('short'),
  'short-precise': inMode('short-precise'),
  'short-iso': inMode('short-iso'),
  'short-full': inMode('short-full'),
  'short-unix': inMode('short-unix'),
  'with-unit': inMode('with-unit'),
  json: inMode('json'),
  'of klog in JSON': (plan) => [troubledJournal({ ...plan, mode: PLAIN, klogJson: true }).log],
  'by a CRI runtime': lineByLine((line) => `${stampOf(line)}123Z stdout F ${line}`),
  'by Docker': lineByLine((line) =>
    JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: `${stampOf(line)}123Z` }),
  ),
  'turned round': rewritten((lines) => [lines.toReversed().join('\n')]),
  'with the line ends of Windows': lineByLine((line) => `${line}\r`),
  'among other programs': rewritten((lines) => [
    `==> coredns <==\n[INFO] plugin/kubernetes: waiting for Kubernetes API\n\n==> kubelet <==\n${lines.join('\n')}\n\n==> describe nodes <==\nName:               ${NODE}\nRoles:              <none>`,
  ]),
  'wrapped at an edge': rewritten((lines) => [atEdge(lines, 120).join('\n')]),
  'wrapped between words': rewritten((lines) => [betweenWords(lines, 120).join('\n')]),
  'in two files': rewritten((lines) => {
    const half = Math.floor(lines.length / 2);
    return [lines.slice(0, half), lines.slice(half)].map((part) => part.join('\n'));
  }),
  'in two files that overlap': rewritten((lines) => [
    lines.slice(0, Math.ceil(lines.length * 0.6)).join('\n'),
    lines.slice(Math.floor(lines.length * 0.4)).join('\n'),
  ]),
} as const satisfies Readonly<Record<string, Dress>>;
export type DressName = keyof typeof DRESSES;

export function analysed(files: Files): Analysis {
  const session = createAnalysisSession();
  const feed = session.openMerged(files.map((_, row) => ({ name: `kubelet-${row + 1}.log`, options: { year: 2026 } })));
  for (let row = feed.wanted(); row !== undefined; row = feed.wanted()) {
    feed.push(row, new TextEncoder().encode(`${files[row] ?? ''}\n`));
    feed.end(row);
  }
  return analysisOf(session);
}

interface Told {
  readonly headline: string;
  readonly state: string;
  readonly first: string;
  readonly findings: readonly { readonly title: string; readonly shows?: readonly [number, number] }[];
}

/** Whole seconds are all that some dresses have: numbers and times are left out of the sentences. */
function told({ answer, findings }: Analysis): Told {
  return {
    headline: blank(answer.headline),
    state: answer.state,
    first: blank((answer.paragraphs[0] ?? []).map(({ text }) => text).join('')),
    findings: findings.map(({ id, confidence, title, shows }) => ({
      title: `${id} ${confidence}: ${blank(title)}`,
      ...(shows === undefined ? {} : { shows: [shows.from, shows.to] as const }),
    })),
  };
}

/** What the dressed log tells otherwise than the plain one. */
export function differences(drawn: Plan, dress: DressName): readonly string[] {
  // A screen cuts each dress at another word, so none is cut.
  const { seen: _, ...plan } = drawn;
  // Before 1.19 no kubelet writes it.
  if (dress === 'of klog in JSON' && Number(plan.version.split('.')[1]) < 19) return [];
  const plain = told(analysed([troubledJournal({ ...plan, mode: PLAIN }).log]));
  const other = told(analysed(DRESSES[dress](plan)));
  const complaints: string[] = [];
  // Such a capture ends when it was made, not with the kubelet's last line.
  const parts = ['state', 'headline', 'first'] as const;
  for (const part of parts)
    if (plain[part] !== other[part]) complaints.push(`${part}: ${plain[part]}\n  ${dress}: ${other[part]}`);
  const isSure = ({ title }: Told['findings'][number]): boolean => !/^[\w-]+ low/.test(title);
  const missing = plain.findings
    .filter(isSure)
    .filter(({ title }) => !other.findings.some((one) => one.title === title));
  const added = other.findings.filter(isSure).filter(({ title }) => !plain.findings.some((one) => one.title === title));
  if (missing.length > 0) complaints.push(`not found ${dress}: ${missing.map(({ title }) => title).join('; ')}`);
  if (added.length > 0) complaints.push(`found ${dress} only: ${added.map(({ title }) => title).join('; ')}`);
  for (const { title, shows } of plain.findings) {
    const same = other.findings.find((one) => one.title === title)?.shows;
    if (shows === undefined || same === undefined) continue;
    if (shows.some((time, row) => Math.abs(time - (same[row] ?? 0)) > 1.01 * SECOND))
      complaints.push(`${title}: shown ${shows.join('–')}\n  ${dress}: ${same.join('–')}`);
  }
  return complaints;
}
