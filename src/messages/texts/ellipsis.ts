/** Marks of people who copied a part of a log: `...`, `[...]`, `. . .`, `…`. Lines are missing where such a line stands. */

/** Dots, blanks and the brackets around them. */
const MARK =
  /^[ \t]{0,40}(?:[[(<]{0,2}[ \t]?(?:\.[ \t]?){3,80}[\])>]{0,2}|[[(<]{0,2}[ \t]?…{1,20}[ \t]?[\])>]{0,2})[ \t\r]{0,40}$/;
const LONGEST = 200;

/** True if a line says nothing but that others were left out. */
export function isEllipsis(text: string): boolean {
  return text.length <= LONGEST && MARK.test(text);
}
