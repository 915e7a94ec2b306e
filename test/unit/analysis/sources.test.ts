import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AnalysisJson } from '../../../src/analysis/outputs/analysisJson.ts';
import { analysisJson } from '../../../src/analysis/outputs/formatJson.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { LogInput, ReadingOptions } from '../../../src/analysis/sources/logInput.ts';
import { readSources } from '../../../src/analysis/sources/sources.ts';
import type { SourceHead } from '../../../src/analysis/sources/sourceHead.ts';
import { nodeNamesOf } from '../../../src/analysis/sources/sourceNodes.ts';
import { parseTimeWish, type TimeWish } from '../../../src/analysis/sources/timeWish.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { projectRoot } from '../../support/shared.ts';

const text = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
const lines = text.trimEnd().split('\n');
/** The raw log of the kubelet: what klog wrote, without the journal's prefix. */
const raw = lines
  .filter((line) => / kubelet\[\d+\]: /.test(line))
  .map((line) => line.replace(/^.*? kubelet\[\d+\]: /, '').replaceAll('        ', '\t'));

function input(
  name: string,
  content: readonly string[],
  more: Partial<LogInput> & { packed?: boolean } = {},
): LogInput {
  const bytes = new TextEncoder().encode(content.map((line) => `${line}\n`).join(''));
  return {
    name,
    ...more,
    open: async (from = 0) => {
      async function* chunks(): AsyncGenerator<Uint8Array> {
        for (let at = from; at < bytes.length; at += 10_000) {
          await Promise.resolve();
          yield bytes.slice(at, at + 10_000);
        }
      }
      return {
        totalBytes: bytes.length,
        modified: instant(Date.UTC(2026, 10, 22) * 1000),
        packed: more.packed ?? false,
        chunks: chunks(),
      };
    },
  };
}

async function analysed(inputs: readonly LogInput[], options: ReadingOptions = {}): Promise<AnalysisJson> {
  return analysedAsked(inputs, { year: 2026, ...options });
}

async function analysedAsked(inputs: readonly LogInput[], options: ReadingOptions): Promise<AnalysisJson> {
  const session = createAnalysisSession();
  const read = await readSources(session, inputs, options);
  if ('why' in read) throw new Error(read.why);
  const result = session.result();
  if (!result.ok) throw new Error(result.problem.kind);
  return analysisJson(result.analysis, session.lineText);
}
function wish(of: string): TimeWish {
  const read = parseTimeWish(of);
  if ('why' in read) throw new Error(read.why);
  return read;
}

/** Without places, which differ between one file and several. */
function withoutPlaces(json: AnalysisJson): unknown {
  const placed = new Set([
    'line',
    'source',
    'firstLine',
    'lastLine',
    'firstSkip',
    'lastSkip',
    'evidence',
    'sources',
    'answer',
    'warnings',
    'lines',
    'unparsedLines',
    'records',
    'versionEvidence',
    'unexplainedSkips',
  ]);
  return JSON.parse(JSON.stringify(json, (key: string, value: unknown) => (placed.has(key) ? undefined : value)));
}

describe('a rotated set', () => {
  it('gives the same as the whole file, in any order, with what stands twice counted once', async () => {
    const whole = await analysed([input('kubelet.log', raw)]);
    const parts = [
      input('kubelet.log', raw.slice(300)),
      input('kubelet.log.2.gz', raw.slice(0, 150), { packed: true }),
      input('kubelet.log.1', raw.slice(130, 300)),
    ];
    for (const order of [parts, parts.toReversed()]) {
      const set = await analysed(order);
      expect(withoutPlaces(set)).toEqual(withoutPlaces(whole));
      expect(set.counts.records).toBe(whole.counts.records);
      expect(set.sources.map((source) => source.name)).toEqual(['kubelet.log.2.gz', 'kubelet.log.1', 'kubelet.log']);
      expect(set.warnings.map((warning) => warning.text)).toEqual([
        expect.stringMatching(
          /^\d+ records of kubelet\.log\.1 \(lines 1 to \d+\) stand in kubelet\.log\.2\.gz too; they were counted once\.$/,
        ),
      ]);
    }
  });

  it.each([
    ['with the year of its first line', { year: 2026 }, '2026'],
    ['by the date of the files', {}, '2025'],
  ])('over the turn of the year stays in order %s', async (_how, options, year) => {
    const day = (date: string): string[] =>
      [1, 2, 3].map(
        (i) =>
          `I${date} 23:59:5${i}.000000    77 kubelet.go:2000] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m${i}s ago; threshold is 3m0s"`,
      );
    const session = createAnalysisSession();
    await readSources(session, [input('kubelet.log', day('0101')), input('kubelet.log.1', day('1231'))], options);
    const result = session.result();
    expect(
      result.ok &&
        result.analysis.reconstruction.history.skips.map((skip) =>
          new Date(skip.time / 1000).toISOString().slice(0, 10),
        ),
    ).toEqual([...[1, 2, 3].map(() => `${year}-12-31`), ...[1, 2, 3].map(() => `${Number(year) + 1}-01-01`)]);
  });
});

describe('a log that does not tell its year', () => {
  const skips = (date: string, elapsed: number): string[] =>
    [1, 2, 3].map(
      (i) =>
        `I${date} 10:00:5${i}.000000    77 kubelet.go:2000] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${elapsed + i}s ago; threshold is 3m0s"`,
    );
  const telling = (date: string): string =>
    `I${date.slice(5).replace('-', '')} 10:00:50.000000    77 kubelet_node_status.go:200] "Read" at="${date}T10:00:49Z"`;

  it.each([
    ['the newer part', ['2021-06-11', '0610'], ['2021-06-10', '2021-06-11']],
    ['the older part', ['2021-06-10', '0611'], ['2021-06-10', '2021-06-11']],
    ['a part beyond the turn of the year', ['2022-01-01', '1231'], ['2021-12-31', '2022-01-01']],
  ])('is of the year that %s tells', async (_which, [told = '', other = ''], span) => {
    const json = await analysedAsked(
      [
        input('told.log', [telling(told), ...skips(told.slice(5).replace('-', ''), 200)]),
        input('other.log', skips(other, 200)),
      ],
      {},
    );
    expect([json.span?.from.slice(0, 10), json.span?.to.slice(0, 10)]).toEqual(span);
    expect(Object.fromEntries(json.sources.map(({ name, yearFrom }) => [name, yearFrom]))).toEqual({
      'other.log': 'other-log',
      'told.log': 'log',
    });
    expect(json.warnings.map((warning) => warning.text)).toContain(
      `other.log does not say of which year it is: ${(other === '1231' ? span[0] : told)?.slice(0, 4)} is assumed, from the other logs. If it is another, give it by --year, or in the settings.`,
    );
  });
});

describe('a reversed log', () => {
  it('gives the same as the log itself, and says so', async () => {
    const forward = await analysed([input('k.log', lines)]);
    const reversed = await analysed([input('k.log', lines.toReversed())]);
    expect(withoutPlaces(reversed)).toEqual(withoutPlaces(forward));
    expect(reversed.skips.map((skip) => lines.length + 1 - skip.line)).toEqual(forward.skips.map((skip) => skip.line));
    const evidence = forward.findings.map((finding) => finding.evidence.map(({ line }) => line));
    expect(evidence[0]?.length).toBeGreaterThan(1);
    expect(reversed.findings.map((finding) => finding.evidence.map(({ line }) => lines.length + 1 - line))).toEqual(
      evidence,
    );
    expect(reversed.warnings.map((warning) => warning.text)).toEqual([
      'k.log runs backwards, as journalctl -r prints it; its records were put in order.',
    ]);
  });
});

describe('several nodes', () => {
  const ofNode = (name: string): string[] => lines.map((line) => line.replace(' worker-2 ', ` ${name} `));

  it('in several files are told apart by their hosts, although their pids are the same', async () => {
    const json = await analysed(['a', 'b', 'c'].map((name) => input(`${name}.log`, ofNode(name))));
    expect(json.nodes.map((node) => node.names.join(' ')).toSorted()).toEqual(['a', 'b', 'c']);
    expect(json.counts.skips).toBe(63);
    expect(json.replay.explainedSkips).toBe(63);
    expect(json.findings.find((finding) => finding.id === 'many-nodes-at-once')).toMatchObject({ confidence: 'high' });
  });

  it('in one stream are told apart', async () => {
    const [a, b] = [ofNode('a'), ofNode('b')];
    const json = await analysed([
      input(
        'node-logs',
        a.flatMap((line, index) => [line, b[index] ?? '']),
      ),
    ]);
    expect(json.nodes.map((node) => node.names)).toEqual([['a'], ['b']]);
    expect(json.processes.map((process) => process.node)).toEqual(['node-1', 'node-2']);
    expect(json.findings.map((finding) => finding.id)).toContain('many-nodes-at-once');
  });

  it('without hosts have the names that the user gave', async () => {
    const json = await analysed([input('1.log', raw, { node: 'blue' }), input('2.log', raw, { node: 'green' })]);
    expect(json.nodes.map((node) => node.names.join(' ')).toSorted()).toEqual(['blue', 'green']);
    expect(json.counts.skips).toBe(42);
  });
});

describe('a stretch of time', () => {
  it('leaves out what lies outside, counted from the end, by the time of day, packed or not', async () => {
    const all = await analysed([input('k.log', lines)]);
    const wanted = all.skips.filter((skip) => skip.time >= '2026-11-21T00:30:00');
    for (const packed of [false, true]) {
      for (const since of ['-5m', '00:30', '2026-11-21T00:30:00Z']) {
        const json = await analysed([input('k.log', lines, { packed })], { since: wish(since) });
        expect(
          json.skips.map((skip) => skip.time),
          since,
        ).toEqual(wanted.map((skip) => skip.time));
        expect((json.span?.from ?? '') >= '2026-11-21T00:30', since).toBe(true);
      }
    }
  });

  it('says that its begin and its end are not those of the log', async () => {
    const leftOut = async (window: object): Promise<readonly string[]> =>
      (await analysed([input('k.log', lines)], window)).warnings.map(({ text }) => text);
    expect(await leftOut({ until: wish('00:33:00') })).toEqual([
      '60 records after the stretch of time asked for were left out: where the log or its end is spoken of, it is that stretch.',
    ]);
    const before = lines.filter((line) => line < 'Nov 21 00:33:00').length;
    expect(await leftOut({ since: wish('00:33:00') })).toEqual([
      `${before} records before the stretch of time asked for were left out: where the log or its begin is spoken of, it is that stretch.`,
    ]);
    expect(await leftOut({ since: wish('00:20:00') })).toEqual([]);
    expect(await leftOut({ until: wish('00:36:00') })).toEqual([]);
  });

  it('of standard input is counted from its end, too', async () => {
    const json = await analysed([input('standard input', lines)], { since: wish('-1m'), until: wish('-30s') });
    expect(json.span).toMatchObject({
      from: expect.stringMatching(/T00:34:0/) as unknown,
      to: expect.stringMatching(/T00:34:[0-3]/) as unknown,
    });
  });

  it('that holds nothing is a problem of its own', async () => {
    const session = createAnalysisSession();
    await readSources(session, [input('k.log', lines)], { year: 2026, since: wish('2027-01-01') });
    expect(session.result()).toEqual({ ok: false, problem: { kind: 'nothing-in-window', records: 477 } });
  });

  it('that ends before it begins is refused', async () => {
    expect(
      await readSources(createAnalysisSession(), [input('k.log', lines)], {
        year: 2026,
        since: wish('-1m'),
        until: wish('-2m'),
      }),
    ).toEqual({ why: '--since is later than --until' });
  });
});

describe('names of nodes by folders', () => {
  const head = (...hosts: string[]): SourceHead => ({ hosts, reversed: false, tellsYear: false });
  it('are taken where records name none', () => {
    const places = [
      'kind-worker/var/log/kubelet.log',
      'kind-worker/var/log/kubelet.log.1',
      'kind-worker2/var/log/kubelet.log',
    ].map((place) => ({ place }));
    expect(nodeNamesOf(places, [head(), head(), head()])).toEqual(['kind-worker', 'kind-worker', 'kind-worker2']);
  });
  it('are the addresses in a support bundle of Talos', () => {
    const places = ['10.5.0.2/service-logs/kubelet.log', '10.5.0.3/service-logs/kubelet.log'].map((place) => ({
      place,
    }));
    expect(nodeNamesOf(places, [head(), head()])).toEqual(['10.5.0.2', '10.5.0.3']);
  });
  it('are those of the hosts beside them', () => {
    expect(nodeNamesOf([{ place: 'a/kubelet.log' }, { place: 'a/messages' }], [head(), head('worker-2')])).toEqual([
      'worker-2',
      undefined,
    ]);
  });
  it('are not taken for one folder, nor against what the user said', () => {
    expect(nodeNamesOf([{ place: 'x/kubelet.log' }, { place: 'x/kubelet.log.1' }], [head(), head()])).toEqual([
      undefined,
      undefined,
    ]);
    expect(
      nodeNamesOf([{ place: 'x/kubelet.log', node: 'blue' }, { place: 'y/kubelet.log' }], [head(), head()]),
    ).toEqual(['blue', undefined]);
  });
});
