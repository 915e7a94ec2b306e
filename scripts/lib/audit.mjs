// Which packages are shipped, and what a registry says of them. Used by audit.mjs.

/**
 * @param {string} notices text that `noticesOf` (notices.mjs) made
 * @returns {string[]} names of the packages in the bundles
 */
export function shippedPackages(notices) {
  return notices.split(`\n${'-'.repeat(80)}\n`).flatMap((part) => /^\s*(\S+) \S+ \([^)\n]*\)\n/.exec(part)?.[1] ?? []);
}

/**
 * @param {string} output of `npm audit --json`
 * @returns {{ name: string, severity: string }[] | undefined} `undefined`: the registry did not answer
 */
export function weaknessesOf(output) {
  const begin = output.indexOf('{');
  /** @type {unknown} */
  let answer;
  try {
    answer = JSON.parse(output.slice(Math.max(begin, 0)));
  } catch {
    return undefined;
  }
  if (
    typeof answer !== 'object' ||
    answer === null ||
    !('vulnerabilities' in answer) ||
    typeof answer.vulnerabilities !== 'object' ||
    answer.vulnerabilities === null
  )
    return undefined;
  return Object.entries(answer.vulnerabilities).map(([name, found]) => ({
    name,
    severity: String(found?.severity ?? 'unknown'),
  }));
}
