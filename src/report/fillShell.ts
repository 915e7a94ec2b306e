/** Makes the template of a report out of its shell and script and style of the charts, which the extension has as the files of its page. */

/** What stands in the shell's policy and in its frame, in this order: a hash each, then the texts. */
const PLACES = [
  '<!--report:charts-hash-->',
  '<!--report:charts-style-hash-->',
  '<!--report:charts-style-->',
  '<!--report:charts-script-->',
] as const;

/** A script or a style, and its SHA-256 in base64. */
export interface Hashed {
  readonly text: string;
  readonly hash: string;
}

/** The script as it may stand in an element: nothing in it ends one. Its hash is of this text. */
export function scriptInElement(script: string): string {
  return script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

/**
 * @param shell from `scripts/lib/reportTemplate.mjs`
 * @param script as `scriptInElement` gives it
 * @param style the page's style sheet
 * @throws Error where the shell has no place for them
 */
export function fillShell(shell: string, script: Hashed, style: Hashed): string {
  const filling = [`'sha256-${script.hash}'`, `'sha256-${style.hash}'`, inAttribute(style), inAttribute(script)];
  let rest = shell;
  const filled = PLACES.map((place, index) => {
    const at = rest.indexOf(place);
    if (at < 0) throw new Error('the shell of the report has no place for the charts');
    const before = rest.slice(0, at);
    rest = rest.slice(at + place.length);
    return before + (filling[index] ?? '');
  });
  return filled.join('') + rest;
}

function inAttribute({ text }: Hashed): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
}
