/** What the editor draws of an outline, and where its links lead. */
import MarkdownIt from 'markdown-it';
import { describe, expect, it, vi } from 'vitest';
import { helpHtml } from '../../../src/editor/features/helpPages.ts';
import { lineAfter } from '../../../src/editor/features/episodeCommands.ts';
import { shownOutline } from '../../../src/editor/features/shownOutline.ts';
import { hoverLinks } from '../../../src/editor/hoverLinks.ts';
import { printing } from '../../../src/kubelet/printable.ts';
import type { LogOutline } from '../../../src/timeline/outline/logOutline.ts';

vi.mock('vscode', () => import('./fakeVscode.ts'));

const text = printing`x`;
const outline: LogOutline = {
  items: [
    {
      kind: 'process',
      name: text,
      detail: text,
      first: 1,
      last: 100,
      children: [{ kind: 'event', name: text, detail: text, first: 50, last: 50, children: [] }],
    },
  ],
  episodes: [
    {
      id: 'e',
      process: 'process-1',
      startup: false,
      title: text,
      first: 40,
      last: 60,
      beginText: text,
      endLine: 61,
      endText: text,
    },
  ],
  problems: [
    {
      line: 45,
      severity: 'warning',
      code: 'c',
      message: text,
      related: [
        { line: 46, text },
        { line: 99, text },
      ],
    },
  ],
  folds: Uint32Array.from([41, 44, 90, 95]),
};

describe('an outline in a document', () => {
  it('is itself where the document is the log', () => {
    expect(shownOutline(outline, { firstLine: 1, lineCount: 100, returns: new Uint32Array() })).toEqual(outline);
  });

  it('counts from the first line of an excerpt, cuts what it shows a part of and drops the rest', () => {
    const shown = shownOutline(outline, { firstLine: 42, lineCount: 10, returns: new Uint32Array() });
    expect(shown.items).toMatchObject([{ first: 1, last: 10, children: [{ first: 9, last: 9 }] }]);
    expect(shown.episodes).toMatchObject([{ first: 1, last: 10, endLine: 10 }]);
    expect(shown.problems).toMatchObject([{ line: 4, related: [{ line: 5 }] }]);
    expect([...shown.folds]).toEqual([1, 3]);
  });

  it('counts the lines that the editor makes of lone carriage returns', () => {
    const shown = shownOutline(outline, { firstLine: 1, lineCount: 200, returns: Uint32Array.from([10, 10, 42]) });
    expect(shown.episodes).toMatchObject([{ first: 42, last: 63, endLine: 64 }]);
    expect([...shown.folds]).toEqual([43, 47, 93, 98]);
  });
});

describe('stepping', () => {
  it('goes to the next and the one before, and round at the ends', () => {
    const lines = [10, 20, 30];
    expect([5, 10, 29, 30].map((from) => lineAfter(lines, from, true))).toEqual([10, 20, 30, 10]);
    expect([10, 11, 31].map((from) => lineAfter(lines, from, false))).toEqual([30, 10, 30]);
    expect(lineAfter([], 3, true)).toBeUndefined();
  });
});

describe('links of a hover', () => {
  const links = (markdown: string): readonly string[] =>
    [...new MarkdownIt({ html: false }).render(markdown).matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');

  it('lead to the moment, the source and the page about PLEG', () => {
    const markdown = hoverLinks(
      {
        state: 'done',
        message: { title: '', meaning: '', isOfPleg: true },
        source: {
          url: 'https://github.com/kubernetes/kubernetes/blob/v1.30.0/a.go#L1',
          place: 'a.go:1',
          version: 'v1.30.0',
          isAbout: true,
        },
      },
      'file:///logs/kubelet.log',
      12,
    );
    expect(markdown).toContain('[about a.go:1 in Kubernetes v1.30.0](');
    expect(markdown).toContain('command:kubeletTimeline.whatIsPleg');
    expect(links('[x](https://e.org)')).toEqual(['https://e.org']);
  });

  it('cannot be broken out of by the name of a file', () => {
    const name = 'file:///a)](command:workbench.action.quit) [x](<\'"*_~!.log';
    const markdown = hoverLinks({ state: 'done' }, name, 3);
    const target = /\]\(([^)]*)\)$/.exec(markdown)?.[1] ?? '';
    expect(markdown.match(/\]\(/g)).toHaveLength(1);
    expect(JSON.parse(decodeURIComponent(target.slice(target.indexOf('?') + 1)))).toEqual([name, 3]);
  });
});

describe('the page about PLEG', () => {
  it('breaks commands between their words only', () => {
    const long = '/var/lib/rancher/rke2/agent/containerd/containerd.log';
    const html = helpHtml(
      'Logs',
      `<p><code>journalctl --since -2h &gt; node.log</code> <code>${long}</code></p>`,
      'csp:',
      'n',
      String,
    );
    expect(html).toContain(
      '<code><span>journalctl</span> <span>--since</span> <span>-2h</span> <span>&gt;</span> <span>node.log</span></code>',
    );
    expect(html).toContain(`<code>${long}</code>`);
    expect(html).toContain('code span { white-space: nowrap; }');
  });

  it('runs nothing, and shows the pictures that ship with the extension', () => {
    const html = helpHtml(
      'What is PLEG?',
      '<p><img src="../media/pleg-hang-light.png" alt="a"></p>',
      'csp:',
      'n',
      (name) => `ours/${name}`,
    );
    expect(html).toContain("default-src 'none'; img-src csp:; style-src 'nonce-n'");
    for (const theme of ['light', 'dark'])
      expect(html).toContain(`<img class="${theme}" src="ours/pleg-hang-${theme}.png" alt="a">`);
    expect(html).not.toContain('script');
  });
});
