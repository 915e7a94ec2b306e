/** What is put around the lines of a text on their way from a node to whoever reads them, whatever they are: none of it takes anything away. */
import { atEdge } from '../analysis/captureWays.ts';

/** The lines of one file or of several. */
export type Dressed = readonly (string | Uint8Array)[];
type TextDress = (lines: readonly string[], year: number) => Dressed;

const join = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
const each =
  (rewrite: (line: string, row: number) => string): TextDress =>
  (lines) => [join(lines.map(rewrite))];

const arriving =
  (rewrite: (line: string, time: string) => string): TextDress =>
  (lines, year) => {
    const times = arrivals(lines, year);
    return [join(lines.map((line, row) => rewrite(line, times[row] ?? '')))];
  };

function entities(line: string): string {
  return line
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll("'", '&#39;');
}

function inUtf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2);
  bytes.set([0xff, 0xfe]);
  for (let at = 0; at < text.length; at += 1)
    bytes.set([text.charCodeAt(at) & 255, text.charCodeAt(at) >> 8], 2 + 2 * at);
  return bytes;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** When each line was read by a runtime: soon after what it says itself, or after the line before it. */
export function arrivals(lines: readonly string[], year: number): readonly string[] {
  const own = lines.map((line) => ownTime(line, year));
  let at = own.find((time) => time !== undefined) ?? Date.UTC(year, 0, 1);
  return own.map((time) => {
    at = Math.max(at, time ?? at) + 0.001;
    return new Date(at).toISOString().replace('Z', '000123Z');
  });
}

/** What a line says of its time, in milliseconds as if in UTC where it names no zone. */
export function ownTime(line: string, year: number): number | undefined {
  const [, month, day, clock] = /[IWEF](\d\d)(\d\d) (\d\d:\d\d:\d\d\.\d{3})/.exec(line) ?? [];
  if (clock !== undefined) return Date.parse(`${year}-${month}-${day}T${clock}Z`);
  const [, date, time, zone = 'Z'] =
    /(\d{4}[-/]\d\d[-/]\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,]\d+)?(Z|[+-]\d\d:?\d\d)?/.exec(line) ?? [];
  if (date !== undefined)
    return Date.parse(`${date.replaceAll('/', '-')}T${time}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`);
  const [, name = '', dayOfMonth = '', ofDay] = /\b([A-Z][a-z]{2}) +(\d+) (\d\d:\d\d:\d\d)\b/.exec(line) ?? [];
  return ofDay === undefined || !MONTHS.includes(name)
    ? undefined
    : Date.parse(
        `${year}-${String(MONTHS.indexOf(name) + 1).padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}T${ofDay}Z`,
      );
}

/** Names of text dresses tell how they look. */
export const TEXT_DRESSES = {
  crlf: each((line) => `${line}\r`),
  bom: (lines) => [`\uFEFF${join(lines)}`],
  'utf-16': (lines) => [inUtf16(join(lines))],
  'utf-16 of Windows': (lines) => [inUtf16(lines.map((line) => `${line}\r\n`).join(''))],
  'one colour': each((line) => `\u001B[33m${line}\u001B[0m`),
  'colour of grep': each((line) =>
    line.replaceAll(/error|fail(?:ed|ure)?|PLEG/gi, '\u001B[01;31m\u001B[K$&\u001B[m\u001B[K'),
  ),
  'quoted in a mail': each((line) => (line === '' ? '>' : `> ${line}`)),
  'code block': each((line) => `    ${line}`),
  fence: (lines) => [`The node log:\n\n\`\`\`\n${join(lines)}\`\`\`\n\nAny idea?\n`],
  details: (lines) => [
    `<details><summary>What the node wrote</summary>\n\n\`\`\`\n${join(lines)}\`\`\`\n\n</details>\n`,
  ],
  jira: (lines) => [`{noformat}\n${join(lines)}{noformat}\n`],
  bbcode: (lines) => [`[code]\n${join(lines)}[/code]\n`],
  tab: each((line) => `\t${line}`),
  entities: each(entities),
  'html page': (lines) => [`<html><body><pre>\n${join(lines.map(entities))}</pre>\n</body></html>\n`],
  'grep -n': each((line, row) => `${row + 1}:${line}`),
  'grep -H': each((line) => `/var/log/messages:${line}`),
  'zgrep -H': each((line) => `messages-20261122.gz:${line}`),
  'grep -Hn': each((line, row) => `kubelet.log:${row + 1}:${line}`),
  'cat -n': each((line, row) => `${String(row + 1).padStart(6)}\t${line}`),
  'kubectl --prefix': each((line) => `[pod/node-logger-8m2kz/reader] ${line}`),
  'blank lines between': each((line) => `${line}\n`),
  'trailing blanks': each((line) => `${line}   `),
  cri: arriving((line, time) => `${time} stdout F ${line}`),
  docker: arriving((line, time) => JSON.stringify({ log: `${line}\n`, stream: 'stdout', time })),
  'kubectl --timestamps': arriving((line, time) => `${time} ${line}`),
  'no newline at the end': (lines) => [lines.join('\n')],
  'at 200 columns': (lines) => [join(atEdge(lines, 200))],
  'at 120 columns': (lines) => [join(atEdge(lines, 120))],
  'at 80 columns': (lines) => [join(atEdge(lines, 80))],
} as const satisfies Readonly<Record<string, TextDress>>;
export type TextDressName = keyof typeof TEXT_DRESSES;
