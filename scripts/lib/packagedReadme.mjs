// The README as the packages carry it. The Marketplace, Open VSX and npm show a picture and follow a link by https alone: without a public repository there is no such address.

/**
 * What stands between `<!-- NAME -->` and `<!-- /NAME -->` is cut out, or only its marks are.
 * @param {string} text @param {string} name @param {boolean} isKept
 */
function withoutMarks(text, name, isKept) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const kept = text
    .split(open)
    .map((part, at) => {
      if (at === 0) return part;
      const end = part.indexOf(close);
      if (end < 0) throw new Error(`README.md: ${open} without ${close}`);
      return (isKept ? part.slice(0, end) : '') + part.slice(end + close.length);
    })
    .join('');
  if (kept.includes(close)) throw new Error(`README.md: ${close} without ${open}`);
  return kept;
}

/**
 * @param {string} text the README of the repository. `<!-- clone -->` begins what is for those who have a clone, `<!-- repository -->` what leads to files of the repository
 * @param {string} [repository] its page, where it has a public one. Of GitHub and GitLab it is known where their files are; of others it is as if there were none
 * @returns {string} without the first, and without the second or with addresses in it
 * @throws {Error} when a mark has no partner, or something leads to a file that is not in the package
 */
export function packagedReadme(text, repository) {
  const files = { 'github.com': repository, 'gitlab.com': `${repository}/-` }[
    repository === undefined ? '' : new URL(repository).host
  ];
  const page = withoutMarks(withoutMarks(text, 'clone', false), 'repository', files !== undefined)
    .replace(/\n{3,}/g, '\n\n')
    .replace(/(!?)\[([^\]]*)\]\((?!https:|#)([^()\s]+)\)/g, (link, picture, words, file) =>
      files === undefined ? link : `${picture}[${words}](${files}/${picture === '!' ? 'raw' : 'blob'}/HEAD/${file})`,
    );
  const [, dead] = /\]\((?!https:|#)([^()\s]+)\)/.exec(page) ?? [];
  if (dead !== undefined)
    throw new Error(
      `README.md: ${dead} is not in the package: put what leads there between <!-- repository --> and <!-- /repository -->`,
    );
  return page;
}
