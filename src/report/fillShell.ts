/** Makes the template of a report out of its shell and the script of the charts, which the extension has as the modules of its page. */

/** In the policy: the hash of the charts' script. In the frame: the script itself. */
const HASH_PLACE = '<!--report:charts-hash-->';
const SCRIPT_PLACE = '<!--report:charts-script-->';

/** The script as it may stand in an element: nothing in it ends one. Its hash is of this text. */
export function scriptInElement(script: string): string {
  return script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

/**
 * @param shell from `scripts/lib/reportTemplate.mjs`
 * @param script as `scriptInElement` gives it
 * @param hash its SHA-256 in base64
 * @throws Error where the shell has no place for them
 */
export function fillShell(shell: string, script: string, hash: string): string {
  const [before, between] = shell.split(HASH_PLACE);
  const [inFrame, behind] = (between ?? '').split(SCRIPT_PLACE);
  if (before === undefined || inFrame === undefined || behind === undefined)
    throw new Error('the shell of the report has no place for the charts');
  return `${before}'sha256-${hash}'${inFrame}${script.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}${behind}`;
}
