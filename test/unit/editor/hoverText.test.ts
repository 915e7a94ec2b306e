import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hoverText } from '../../../src/editor/hoverText.ts';
import { escapeForMarkdown, paragraphOf } from '../../../src/editor/markdown.ts';
import { printing } from '../../../src/kubelet/printable.ts';

describe('hoverText', () => {
  it('says what the line is, what it means, what follows from it and what to do', () => {
    const text = hoverText({
      state: 'done',
      message: { title: 'Skipping pod synchronization', meaning: 'The loop skips.', whatToDo: 'Look at the runtime.', origin: 'kubelet.go' },
      insight: { at: { source: 0, line: 7 }, sentences: [[{ text: printing`First.`, strong: true }], [{ text: printing`Second` }, { text: printing` part.` }]] },
    });
    expect(text).toBe([
      '**Skipping pod synchronization**', 'The loop skips\\.', '---', '*In this log:* **First\\.** Second part\\.', '*What to do:* Look at the runtime\\.', '*kubelet\\.go*',
    ].join('\n\n'));
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
    fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      expect(escapeForMarkdown(text).replace(/\\([\\`*_{}[\]()#+\-.!<>|~&$:@/])/g, '$1')).toBe(text.trim());
    }));
  });

  it('keeps the blanks between parts', () => {
    expect(paragraphOf([{ text: 'a' }, { text: ' b ', strong: true }, { text: 'c' }])).toBe('a **b** c');
  });
});
