/** Lines in the markup of a page: cells of a table, paragraphs, text that is set like a program. */
import type { TextRewriter } from './exportText.ts';
import { LineRewriter } from './lineRewriter.ts';

const TAG = /<\/?(?:table|thead|tbody|tr|td|th|div|span|pre|code|p|ol|ul|li|a|b|i|strong|em)(?: [^<>\n]{0,400})?\/?>/g;
const TAGGED = /<\/?(?:td|th|tr|div|span|pre|code|p|li)(?: [^<>\n]{0,400})?>|<br ?\/?>\s{0,4}$/;
const CELLS = /<\/t[dh]>[ \t]{0,20}<t[dh](?: [^<>\n]{0,400})?>/g;
const BREAK = /<br ?\/?>/g;
const HEADER = /[IWEF]\d{4} \d\d:\d\d:\d\d\.\d/;
const LEAST_TAGGED = 2;

/** What takes the markup away, where several lines of klog at the beginning of a text stand in some. The marks of characters are undone afterwards. */
export function markupOf(head: string): TextRewriter | undefined {
  const lines = head.split('\n');
  const tagged = lines.filter((line) => HEADER.test(line) && TAGGED.test(line)).length;
  return tagged >= LEAST_TAGGED ? new LineRewriter(withoutTags) : undefined;
}

function withoutTags(line: string): string {
  return line.replaceAll(CELLS, ' ').replaceAll(BREAK, '').replaceAll(TAG, '');
}
