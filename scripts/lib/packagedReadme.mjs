// The README as the package carries it. VS Code shows no picture and follows no link on the page of an extension but by https, and without a public repository there is no such address.
const OPEN = '<!-- repository -->';
const CLOSE = '<!-- /repository -->';

/**
 * @param {string} text the README of the repository; what stands between the marks `<!-- repository -->` and `<!-- /repository -->` is for those who have a clone
 * @returns {string} without that part
 * @throws {Error} when a mark has no partner, or something leads to a file that is not in the package
 */
export function packagedReadme(text) {
  const parts = text.split(OPEN);
  const kept = parts
    .map((part, at) => {
      if (at === 0) return part;
      const end = part.indexOf(CLOSE);
      if (end < 0) throw new Error(`README.md: ${OPEN} without ${CLOSE}`);
      return part.slice(end + CLOSE.length);
    })
    .join('');
  if (kept.includes(CLOSE)) throw new Error(`README.md: ${CLOSE} without ${OPEN}`);
  const page = kept.replace(/\n{3,}/g, '\n\n');
  const [, dead] = /\]\((?!https:|#)([^()\s]+)\)/.exec(page) ?? [];
  if (dead !== undefined)
    throw new Error(`README.md: ${dead} is not in the package: put what leads there between ${OPEN} and ${CLOSE}`);
  return page;
}
