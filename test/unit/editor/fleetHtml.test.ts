/** The page of a fleet, and the text of a node's summary. */
import MarkdownIt from 'markdown-it';
import { describe, expect, it, vi } from 'vitest';
import { fleetHtml, summaryLink } from '../../../src/editor/fleet/fleetHtml.ts';
import { mergeFleet } from '../../../src/fleet/mergeFleet.ts';
import { formatSummaryMarkdown } from '../../../src/fleet/outputs/formatSummaryMarkdown.ts';
import { madeNodes, nodeOf, summaryOf } from '../../support/summaries.ts';

vi.mock('vscode', () => import('./fakeVscode.ts'));

const NONE = { files: 1, older: 0, tooMany: 0, refused: [], refusedCount: 0 };
const page = { panel: 3, nonce: 'abc' };

describe('the page', () => {
  const html = fleetHtml(
    mergeFleet(
      madeNodes(50, (number) => (number > 40 ? { sick: 200 - number, kernel: '6.1.0' } : { kernel: '5.15.0' })),
      NONE,
    ),
    page,
  );

  it('has a row for each node, by first trouble, that leads to its summary', () => {
    const names = [...html.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)];
    expect(names.slice(0, 11).map(([, , name]) => name)).toEqual([
      'n-050',
      'n-049',
      'n-048',
      'n-047',
      'n-046',
      'n-045',
      'n-044',
      'n-043',
      'n-042',
      'n-041',
      'n-001',
    ]);
    expect(names).toHaveLength(50);
    expect(names[0]?.[1]).toBe(summaryLink(3, 0));
    expect(decodeURIComponent(summaryLink(3, 7))).toBe('command:kubeletTimeline.showNodeSummary?[3,7]');
  });

  it('says the answer, and what is in common', () => {
    expect(html).toContain('<h1>10 of 50 nodes in trouble');
    expect(html).toContain('kernel 6.1.0: 10 of 10 affected nodes, 0 of 40 healthy ones');
  });

  it('is read by a screen reader as a table with heads, and runs no script', () => {
    expect(html).toContain('<html lang="en">');
    expect(html.match(/<th scope="row">/g)).toHaveLength(50);
    expect(html.match(/<th scope="col">/g)).toHaveLength(7);
    expect(html).toContain('aria-labelledby="nodes"');
    expect(html).not.toMatch(/<script|onclick|style="/);
    expect(html).toContain("default-src 'none'; style-src 'nonce-abc'");
  });

  it('makes no element of a name', () => {
    const name = '"><img src=x onerror=alert(1)><a href="command:evil">';
    const hostile = fleetHtml(
      mergeFleet(
        [nodeOf({ name, sick: 1, runtime: name, labels: { pool: name }, more: { headline: name } }, name)],
        NONE,
      ),
      page,
    );
    expect(hostile).not.toContain('<img');
    expect([...hostile.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual([summaryLink(3, 0)]);
  });
});

describe('the summary of a node', () => {
  it('is a text with what counts', () => {
    const text =
      formatSummaryMarkdown(JSON.stringify(summaryOf({ name: 'n-1', sick: 60, kernel: '6.1.0' })), 'f', 1) ?? '';
    const html = new MarkdownIt().render(text);
    for (const part of [
      'n-1: PLEG unhealthy',
      'Kernel: 6.1.0',
      'Unhealthy times',
      'pleg-stale',
      'list-calls-hang',
      'cart-7d9f',
      'Slow relists',
      '2m',
    ])
      expect(html).toContain(part);
  });

  it('of a stranger is no element, and nothing where it is none', () => {
    const evil = '<img src=x onerror=alert(1)> [x](command:evil)';
    const whole = summaryOf({ name: evil, sick: 60 });
    const text = formatSummaryMarkdown(
      JSON.stringify({
        ...whole,
        headline: evil,
        answer: evil,
        findings: whole.findings.map((one) => ({
          ...one,
          title: evil,
          id: 'x`<img>',
          lines: [{ line: 1, text: `\`${evil}` }],
        })),
      }),
      'f',
      1,
    );
    const html = new MarkdownIt({ html: true, linkify: true }).render(text ?? '');
    expect(html).not.toMatch(/<img|<a /);
    expect(formatSummaryMarkdown('{}', 'f', 1)).toBeUndefined();
    expect(
      formatSummaryMarkdown(
        JSON.stringify({ ...whole, ready: 'x', relists: [], span: null, episodes: [null, 3] }),
        'f',
        1,
      ),
    ).toBeDefined();
  });
});
