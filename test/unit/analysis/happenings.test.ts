import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { formatMarkdown } from '../../../src/analysis/outputs/formatMarkdown.ts';
import { happeningsOf } from '../../../src/analysis/outputs/happenings.ts';
import { analysisOf, fixture, HANG, sessionOf } from './analyse.ts';

const analysis = analysisOf(sessionOf(fixture(HANG)));

describe('what happened when', () => {
  it('tells the turns of the story in order, with how they are known', () => {
    const { rows, more } = happeningsOf(analysis.reconstruction.history);
    expect(more).toBe(0);
    expect(rows.map(({ when, what, known }) => `${when} ${what} ${known}`)).toEqual(
      expect.arrayContaining([
        '00:28:42.387 the last relist that listed the containers began exact',
        '00:31:42.387 unhealthy: PLEG not healthy exact',
        '00:31:52.501 node reported NotReady exact',
        '00:32:44.553 first of 19 skips exact',
        '00:33:55.120 node reported Ready exact',
      ]),
    );
    expect(rows.find(({ what }) => what === 'healthy again')?.known).toBe('bounded');
  });

  it('is a table in Markdown, whose cells a name of a file cannot break', () => {
    const named = analysisOf(sessionOf(fixture(HANG), 65_536, 'a|b.log'));
    const html = new MarkdownIt().render(formatMarkdown(named));
    const rows = [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(
      ([, row = '']) => [...row.matchAll(/<t[dh]>/g)].length,
    );
    expect(rows.length).toBeGreaterThan(6);
    expect(new Set(rows)).toEqual(new Set([4]));
    expect(html).toContain('<code>a|b.log:');
  });
});
