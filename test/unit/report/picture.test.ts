import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { chartPart } from '../../../src/report/picture/chartPart.ts';
import { chartSvg } from '../../../src/report/picture/chartSvg.ts';
import { chartText } from '../../../src/report/picture/chartText.ts';
import { chatReport, markdownReport } from '../../../src/report/picture/markdownReport.ts';
import { pictureBeside } from '../../../src/report/picture/pictureBeside.ts';
import type { TimelineDocument } from '../../../src/timeline/timelineDocument.ts';
import { timelineOf } from '../../../src/timeline/timelineOf.ts';
import { analysisOf, fixture, HANG, sessionOf } from '../analysis/analyse.ts';

const analysis = analysisOf(sessionOf(fixture(HANG)));
const hang = timelineOf(analysis, 'kubelet.log');
const HOUR = 3600e6;

describe('the part that is drawn', () => {
  it('is all of a short log', () => {
    expect(chartPart(hang)).toMatchObject({ from: 0, to: hang.length, isWhole: true, threshold: 180 });
  });

  it('is what is around the trouble, where that would be a hair', () => {
    const long: TimelineDocument = { ...hang, length: 30 * HOUR };
    const part = chartPart(long);
    const trouble = hang.episodes.find(({ startup }) => !startup);
    expect(part?.isWhole).toBe(false);
    expect((part?.to ?? 0) - (part?.from ?? 0)).toBeLessThan(HOUR);
    expect(part?.from).toBeLessThan(trouble?.begin ?? 0);
    expect(part?.to).toBeGreaterThan(trouble?.endMax ?? Number.POSITIVE_INFINITY);
  });

  it('is nothing where PLEG kept up and the node stayed Ready', () => {
    const calm: TimelineDocument = {
      ...hang,
      episodes: hang.episodes.filter(({ startup }) => startup),
      lanes: hang.lanes.filter(({ kind }) => kind !== 'node-ready'),
      staleness: hang.staleness.map((one) => ({ ...one, seconds: one.seconds.map(() => 1) })),
    };
    expect(chartPart(calm)).toBeUndefined();
    expect(chartText(calm)).toEqual([]);
    expect(chartSvg(calm)).toBeUndefined();
  });

  it('is of the node that the answer is about', () => {
    const others: TimelineDocument = {
      ...hang,
      lanes: [
        ...hang.lanes.map((lane) => ({ ...lane, node: 'worker-2' })),
        ...hang.lanes.map((lane) => ({ ...lane, node: 'worker-9' })),
      ],
      staleness: [...hang.staleness, ...hang.staleness.map((one) => ({ ...one, node: 'worker-9' }))],
    };
    expect(chartPart(others)?.node).toBe('worker-2');
    expect(chartPart(others)?.series).toHaveLength(hang.staleness.length);
    expect(chartSvg(others)?.match(/>relists</g)).toHaveLength(1);
  });
});

describe('the chart in letters', () => {
  const lines = chartText(hang);

  it('is narrow enough for a mail and has no blanks at ends of lines', () => {
    for (const line of lines) expect(line).toMatch(/^.{1,71}$/u);
    for (const line of lines) expect(line).not.toMatch(/\s$/);
    expect(lines[0]).toMatch(/^PLEG staleness over .*: highest 5m\d.*, threshold 3m$/);
  });

  it('rises over the threshold where the node was unhealthy, and nowhere else', () => {
    const strip = (name: string): string => lines.find((line) => line.trimStart().startsWith(name))?.slice(11) ?? '';
    const limit = lines.find((line) => line.includes('┼'))?.slice(11) ?? '';
    const above = lines[lines.findIndex((line) => line.includes('┼')) - 1]?.slice(11) ?? '';
    const unhealthy = strip('unhealthy');
    expect(unhealthy).toMatch(/^·+[█░]+·+$/);
    expect(above.search(/\S/)).toBeGreaterThanOrEqual(unhealthy.search(/[█░]/));
    expect(limit.slice(unhealthy.lastIndexOf('█') + 2)).toMatch(/^╌*$/);
    expect(strip('NotReady')).toMatch(/^·+[█░]+·+$/);
    expect(strip('skips')).toContain('|');
  });

  it('of a low staleness is its number', () => {
    const low = { ...hang, staleness: hang.staleness.map((one) => ({ ...one, seconds: one.seconds.map(() => 1) })) };
    const text = chartText(low);
    expect(text[0]).toContain('highest 1s');
    expect(text.join('\n')).not.toContain('┤');
    expect(text.length).toBe(5);
  });

  it('of some seconds is none', () => {
    expect(chartText({ ...hang, length: 5e6 })).toEqual([]);
  });
});

describe('the picture', () => {
  const svg = String(chartSvg(hang));

  it('has the curve, the threshold, the lanes by name and a sentence for who does not see it', () => {
    for (const part of [
      'threshold 3m',
      '>sync loop<',
      '>relists<',
      '>node Ready<',
      'NotReady</text>',
      'role="img" aria-label="PLEG staleness',
    ])
      expect(svg).toContain(part);
    expect(svg.match(/stroke="#1a56a8"/g)?.length).toBeGreaterThan(1);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('takes no element, script or address from a log', () => {
    const hostile: TimelineDocument = {
      ...hang,
      summary: { ...hang.summary, node: '<script>alert(1)</script>"\u202e' },
      lanes: hang.lanes.map((lane) => ({ ...lane, label: '<image href="//x"/>' })),
    };
    const text = String(chartSvg(hostile));
    expect(text).not.toMatch(/<script|<image|\u202e/);
    expect(
      [...text.matchAll(/<([a-z]+)/g)]
        .map(([, name]) => name)
        .filter((name) => !['svg', 'title', 'rect', 'text', 'path'].includes(name ?? '')),
    ).toEqual([]);
  });
});

describe('the Markdown report', () => {
  it('shows its picture by an address that nothing in the name ends, and the letters where there is none', () => {
    const { text, picture } = markdownReport(analysis, undefined, 'C:\\logs\\a (1) b#2.svg');
    expect(picture).toBe(chartSvg(timelineOf(analysis, 'kubelet.log')));
    const html = new MarkdownIt().render(text);
    expect(html).toContain('<img src="a%20%281%29%20b%232.svg" alt="PLEG staleness from');
    expect(html).toContain(`<pre><code>${chartText(hang).join('\n')}`);
    const alone = markdownReport(analysis);
    expect(alone.picture).toBeUndefined();
    expect(alone.text).not.toContain('![');
    expect(alone.text).toContain(chartText(hang)[1]);
  });

  it('has its letters in what is copied, too', () => {
    expect(new MarkdownIt().render(chatReport(analysis))).toContain(`<pre><code>${chartText(hang).join('\n')}`);
  });

  it('has its picture beside a Markdown file alone', () => {
    expect(pictureBeside('/a/report.md')).toBe('/a/report-chart.svg');
    expect(pictureBeside('report.MARKDOWN')).toBe('report-chart.svg');
    for (const file of ['/dev/null', '/dev/stdout', 'report.txt', '.md.d/x'])
      expect(pictureBeside(file)).toBeUndefined();
  });
});
