import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LineIndex } from '../../../src/analysis/insight/lineIndex.ts';
import { SourceCounts } from '../../../src/journal/sourceCounts.ts';
import { analysisOf } from './analyse.ts';
import { byLane, byRecords, everything, logOfLives } from './bothWays.ts';
import { atLeast, rounds } from '../../support/effort.ts';

const pod = (index: number): string => `pod="shop/web-${index}" podUID="0a67324e-69fe-4f79-aa3e-15517a14227${index}"`;
/** A line that tells only its pod: of a probe that failed each one counts, of one that the loop takes none. */
const probe = (index: number, output: string): string =>
  `kubelet.go:2542] "SyncLoop (probe)" probe="readiness" status="unhealthy" ${pod(index)} output=${output}`;

/** Lines that open a value of several lines, or nearly do; of a place that tells only pods, of one that states more, and of one that states nothing. */
const head = fc.oneof(
  { weight: 12, arbitrary: fc.nat(5).map((index) => probe(index, '<')) },
  { weight: 2, arbitrary: fc.nat(5).map((index) => probe(index, '"HTTP 503"')) },
  fc.nat(5).map((index) => `${probe(index, '"x"')} more=<`),
  fc
    .nat(5)
    .map((index) => `prober.go:107] "Probe failed" probeType="Readiness" ${pod(index)} containerName="app" output=<`),
  fc.nat(5).map((index) => `prober.go:107] "Probe failed" probeType=< ${pod(index)}`),
  fc.nat(5).map((index) => `pod_workers.go:1300] "Error syncing pod, skipping" err=< ${pod(index)}`),
  fc.nat(5).map((index) => `pod_workers.go:1300] "Error syncing pod, skipping" err="no" ${pod(index)}`),
  fc.constant('status_manager.go:809] "Pod status updated" pod="shop/web-1" statusVersion=<'),
  fc.constant('kubelet.go:2472] "SyncLoop (SYNC) pods" total=1 pods=<'),
);
const inside = fc.constantFrom(
  '\t[-]poststarthook failed',
  '        [-]poststarthook failed',
  '\t',
  '\t >',
  '\tI1121 00:20:00.000000    2100 kubelet.go:2472] "SyncLoop (SYNC) pods" total=1 pods=["shop/web-9"]',
);
/** `@` and `$` become lines of another program and lines without an envelope. */
const foreign = fc.constantFrom('@\ttime="x"', '@E1121 00:20:00.000000     900 x.go:1] "x"', '$\tx', '$ >', '@ >');
const end = fc.oneof(
  { weight: 8, arbitrary: fc.constant(' >') },
  fc.constantFrom(' > more="x"', ' > more=<', ' >x', '>', '  >', 'text of its own', '       seven blanks', ''),
);
const message = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(head, fc.array(inside, { maxLength: 4 }), end)
      .map(([first, lines, last]) => [first, ...lines, last]),
  },
  fc
    .tuple(head, fc.array(inside, { maxLength: 2 }), foreign, end)
    .map(([first, lines, other, last]) => [first, ...lines, other, last]),
  // What follows the end may belong to the record, too.
  fc
    .tuple(head, inside, fc.constantFrom('text of its own', '\tx', ' > x', '@x', '$x', '$key="x"', '$key="x"'))
    .map(([first, line, last]) => [first, line, ' >', last]),
  { weight: 2, arbitrary: fc.tuple(head).map(([first]) => [first]) },
  fc
    .tuple(head, fc.integer({ min: 200, max: 300 }))
    .map(([first, length]) => [first, ...Array.from({ length }, (_, index) => `\tline ${index}`), ' >']),
);

/** Between two of them stand lines that need no record, as in a log. */
const apart = (messages: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  messages.flatMap((texts, index) => [
    texts,
    ...Array.from({ length: index % 4 }, () => ['httplog.go:132] "HTTP" verb="GET" URI="/metrics"']),
  ]);

const foreignLines = (text: string): string =>
  text.replaceAll(/^(.*?)kubelet(\[\d+\]: )@/gm, '$1conmond$2').replaceAll(/^.*?kubelet\[\d+\]: \$/gm, '');

/** The log as it is, with other ends of lines, or without what stands before the klog header. */
const FORMS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll(/^.*?kubelet\[\d+\]: /gm, ''),
];

describe('values of several lines', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('say the same in runs as by records, whatever belongs to them', () => {
    const plain = vi.spyOn(SourceCounts.prototype, 'plain');
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 3, maxLength: 30 }),
        fc.integer({ min: 2, max: 8 }),
        fc.constantFrom(...FORMS),
        fc.integer({ min: 5000, max: 200_000 }),
        (messages, repeats, form, chunk) => {
          const bytes = new TextEncoder().encode(
            form(foreignLines(new TextDecoder().decode(logOfLives(apart(messages), repeats, false)))),
          );
          const marks = vi.spyOn(LineIndex.prototype, 'mark');
          const found = everything(byLane(bytes, chunk));
          const marked = marks.mock.calls.splice(0);
          expect(found === everything(byRecords(bytes))).toBe(true);
          expect(marked).toEqual(marks.mock.calls);
          marks.mockRestore();
        },
      ),
      { numRuns: rounds(80), seed: 11 },
    );
    expect(plain.mock.calls.filter(([, , , blockLines]) => blockLines > 0).length).toBeGreaterThan(atLeast(800));
  });

  it('count as lines of the journal', () => {
    const block = [probe(1, '<'), ...Array.from({ length: 100 }, () => '\tx'), ' >'];
    const journal = new TextDecoder().decode(logOfLives(apart(Array.from({ length: 60 }, () => block)), 1, false));
    const bytes = new TextEncoder().encode(journal + 'prose, and more of it\n'.repeat(30_000));
    const [source] = analysisOf(byLane(bytes, 500_000)).reconstruction.history.sources;
    expect(source?.journal).toBe('short');
    expect(source).toEqual(analysisOf(byRecords(bytes)).reconstruction.history.sources[0]);
  });

  it('are taken together with their first line once their pod is known', () => {
    const texts = Array.from({ length: 300 }, (_, index) => [
      probe(index % 3, '<'),
      ...Array.from({ length: index % 7 }, (_, line) => `\thook ${line} of ${index}`),
      ' >',
    ]);
    const bytes = logOfLives(apart(texts), 1, false);
    const plain = vi.spyOn(SourceCounts.prototype, 'plain');
    const found = byLane(bytes, 1_000_000);
    const blocks = plain.mock.calls.filter(([, , , blockLines]) => blockLines > 0).length;
    expect(blocks).toBeGreaterThan(570);
    expect(everything(found) === everything(byRecords(bytes))).toBe(true);
  });
});
