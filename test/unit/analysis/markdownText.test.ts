/** Markdown of any text reads as the text, and holds no escape that it does not need. */
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { escapeMarkdown, escapeMarkdownWithCode } from '../../../src/analysis/outputs/markdownText.ts';
import { printable } from '../../../src/kubelet/printable.ts';

const markdownIt = new MarkdownIt({ html: true });
const RENDERERS: readonly (readonly [string, (markdown: string) => string])[] = [
  ['marked', (markdown) => marked.parse(markdown, { async: false })],
  ['markdown-it', (markdown) => markdownIt.render(markdown)],
];

/** What a reader of the page reads. */
function readText(html: string): string {
  return html
    .replaceAll(/<\/?(?:p|code|ul|li)>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#96;', '`')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Code side by side is kept apart by a blank. */
function withoutBlanks(text: string): string {
  return text.replaceAll(/[` ]/g, '');
}

const signs = fc.string({
  unit: fc.constantFrom(...'\\*_{}[]()<>#+-=!|~&;:$^`1.ax /"\''),
  maxLength: 14,
});

describe('escaped text', () => {
  it('reads as it was, in a paragraph and in a list', () => {
    fc.assert(
      fc.property(signs, (text) => {
        const plain = text.replaceAll(/\s+/g, ' ').trim();
        const escaped = escapeMarkdown(printable(text));
        for (const [name, render] of RENDERERS) {
          expect(readText(render(escaped)), `${name}: ${escaped}`).toBe(plain);
          expect(readText(render(`- ${escaped}`)), `${name}: - ${escaped}`).toBe(plain);
        }
      }),
      { numRuns: 600 },
    );
  });

  it('reads as it was with code in it', () => {
    fc.assert(
      fc.property(signs, signs, signs, (before, code, after) => {
        const text = `${before}x\`y${code.replaceAll('`', '')}z\`x${after.replaceAll('`', '')}`;
        const plain = text.replaceAll(/\s+/g, ' ').trim();
        fc.pre(!before.includes('`'));
        const escaped = escapeMarkdownWithCode(printable(text));
        for (const [name, render] of RENDERERS)
          expect(withoutBlanks(readText(render(escaped))), `${name}: ${escaped}`).toBe(withoutBlanks(plain));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    'was given up after 2m (10 lines)',
    'about 2m10s (2m8.6s–2m10.5s), from 00:31:42.387',
    'runtime_status, ip_local_port and a+b = c, -1h, 5 < 6 > 4, 100%!',
    '[1 of 3] {x} | y, ~4m, $HOME, R&D, C# "quoted" \'single\'',
    '10.5 s of 3m0s; 2 * 3',
  ])('leaves %j as it is', (text) => {
    expect(escapeMarkdown(printable(text))).toBe(text);
  });

  it('defines no link by what stands in code', () => {
    const escaped = escapeMarkdownWithCode(printable('[x`y]:z`x'));
    expect(escaped).toBe('\\[x`y]:z`x');
    for (const [name, render] of RENDERERS) expect(readText(render(escaped)), name).toBe('[xy]:zx');
  });

  it('keeps the code of a step', () => {
    expect(escapeMarkdownWithCode(printable('run `ls -l *_*` (as root) and *see*'))).toBe(
      'run `ls -l *_*` (as root) and \\*see\\*',
    );
  });
});
