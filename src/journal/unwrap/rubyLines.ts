/** Records as fluent-bit and fluentd print them (`[0] tag: [[1732148853.82, {}], {"MESSAGE"=>"…"}]`): names and values in the marks of Ruby, those in values as they are. */
import type { TextRewriter } from './exportText.ts';
import { LineRewriter } from './lineRewriter.ts';

const RECORD = /^\[\d{1,9}\] [^\s:]{1,200}: \[\[?(\d{9,10}\.\d{1,9})[^{\n]{0,40}(?:\{\}\]?, )?(?=\{")/;
const NAME = /(?:^\{|, |\{)"([\w.@/-]{1,80})"=>/g;
const CLOSERS = /\}{1,6}\]?[ \t]{0,4}$/;

/** What makes such records documents of JSON, where the first lines of a text are some. */
export function rubyLinesOf(head: string): TextRewriter | undefined {
  const [first = ''] = head.split('\n', 1);
  return RECORD.test(first) ? new LineRewriter(documentOf) : undefined;
}

function documentOf(line: string): string {
  const found = RECORD.exec(line);
  if (found === null) return line;
  const text = line.slice(found[0].length).replace(CLOSERS, '');
  const names = [...text.matchAll(NAME)];
  const fields = names.map(({ 0: whole, 1: name = '', index }, i) => [
    name,
    valueOf(text.slice(index + whole.length, names[i + 1]?.index)),
  ]);
  return JSON.stringify({ ...Object.fromEntries(fields), time: found[1] });
}

function valueOf(text: string): string {
  const value = text.startsWith('"') ? text.slice(1).replace(/"$/, '') : text;
  // Newer versions escape what older ones leave as it is.
  return /(?:^|[^\\])"/.test(value) ? value : value.replaceAll('\\"', '"');
}
