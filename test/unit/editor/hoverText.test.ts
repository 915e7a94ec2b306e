import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hoverText } from '../../../src/editor/hoverText.ts';
import { escapeForMarkdown, paragraphOf } from '../../../src/editor/markdown.ts';
import { printing } from '../../../src/kubelet/printable.ts';

describe('hoverText', () => {
  it('says what the line is, then what follows from it here, what to do, and what it means anywhere', () => {
    const text = hoverText({
      state: 'done',
      message: {
        title: 'Skipping pod synchronization',
        meaning: 'The loop skips.',
        whatToDo: 'Look at the runtime.',
        origin: 'kubelet.go',
      },
      insight: {
        at: { source: 0, line: 7 },
        sentences: [
          [{ text: printing`First.`, strong: true }],
          [{ text: printing`Second` }, { text: printing` part.` }],
        ],
      },
    });
    expect(text).toBe(
      [
        '**Skipping pod synchronization**',
        '*In this log:* **First**\\. Second part\\.',
        '*What to do:* Look at the runtime\\.',
        '---',
        'The loop skips\\.',
        '*kubelet\\.go*',
      ].join('\n\n'),
    );
  });

  it('has no stars around nothing', () => {
    expect(
      hoverText({ state: 'done', message: { title: 'systemd: kubelet.service', meaning: 'Started.', origin: '' } }),
    ).toBe('**systemd\\: kubelet\\.service**\n\nStarted\\.');
  });

  it('explains the message at once while the log is still being read', () => {
    const text = hoverText({ state: 'reading', message: { title: 'T', meaning: 'M' } });
    expect(text).toMatch(/^\*\*T\*\*\n\nM\n\n\*The log is still being read/);
  });

  it('says nothing of a line that nobody knows', () => {
    expect(hoverText({ state: 'done' })).toBeUndefined();
    expect(hoverText({ state: 'reading', insight: { at: { source: 0, line: 1 }, sentences: [] } })).toBeUndefined();
  });
});

describe('text of a log in Markdown', () => {
  it('cannot link, run a command, show an image, use HTML or an icon', () => {
    const hostile = '[a](command:x) ![i](http://e/x.png) <b>x</b> $(bug) `code` https://e.x www.e.x **b** | t |';
    const escaped = escapeForMarkdown(hostile);
    expect(escaped).not.toMatch(/(?<!\\)[\][()<>`*|!$]/);
    expect(escaped).not.toContain('https://');
  });

  it('comes out as it went in when the backslashes are taken away, but for control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(escapeForMarkdown(text).replace(/\\([\\`*_{}[\]()#+\-.!<>|~&$:@/])/g, '$1')).toBe(text.trim());
      }),
    );
  });

  it('is strong without stars that stay, whatever it begins and ends with and stands beside', () => {
    const strong = (text: string): string => paragraphOf([{ text: 'a' }, { text, strong: true }, { text: 'b' }]);
    expect(strong('Started … - ….')).toBe('a**Started**… \\- …\\.b');
    expect(strong('"nginx"')).toBe('a"**nginx**"b');
    expect(strong('[…]')).toBe('a\\[…\\]b');
    // The stars stand beside letters or digits only: then Markdown takes them for stars of strong text.
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '1', '.', '"', '*', ' ', '…', '(', ']') }), (text) => {
        for (const [, within] of strong(text).matchAll(/(?<!\\)\*\*(.*?)(?<!\\)\*\*/g))
          expect(within).toMatch(/^[a1](?:.*[a1])?$/);
      }),
    );
  });

  it('keeps the blanks between parts', () => {
    expect(paragraphOf([{ text: 'a' }, { text: ' b ', strong: true }, { text: 'c' }])).toBe('a **b** c');
  });
});
