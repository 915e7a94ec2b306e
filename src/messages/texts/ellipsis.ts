/** Marks of people who copied a part of a log: `...`, `[...]`, `. . .`, `…`, `<snip>`, `--- 200 lines omitted ---`; or of `grep -C`, `--` between groups of lines. Lines are missing where such a line stands. */

/** Dots, blanks and the brackets around them, or two dashes. */
const MARK =
  /^[ \t]{0,40}(?:[[(<]{0,2}[ \t]?(?:\.[ \t]?){3,80}[\])>]{0,2}|[[(<]{0,2}[ \t]?…{1,20}[ \t]?[\])>]{0,2}|--)[ \t\r]{0,40}$/;
/** The same in a word or a few, between signs or not. */
const IN_WORDS =
  /^[^\w"'`]{0,40}(?:(?:\d{1,9}|a|few|some|many|more|other|repeated|similar|lines?|logs?|entries|output|were|are|is) ){0,5}(?:snip(?:ped)?|omitted|truncated|8<)[^\w"'`]{0,40}$/i;
const LONGEST = 200;

/** True if a line says nothing but that others were left out. */
export function isEllipsis(text: string): boolean {
  return text.length <= LONGEST && (MARK.test(text) || IN_WORDS.test(text));
}
