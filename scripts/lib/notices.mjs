// The licences of what is bundled into the package, as their terms demand. Used by build.mjs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file in dist/ that holds them. */
export const NOTICES = 'ThirdPartyNotices.txt';

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the
Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software,
and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A
PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Whose they are, of packages under the MIT licence that come without its text. @type {Readonly<Record<string, string>>} */
const WITHOUT_TEXT = {
  '@microsoft/fast-element': 'Copyright (c) Microsoft Corporation.',
  '@microsoft/fast-foundation': 'Copyright (c) Microsoft Corporation.',
  '@microsoft/fast-web-utilities': 'Copyright (c) Microsoft Corporation.',
  'xz-decompress':
    'By Tim Perry, after xzwasm by Steve Sanderson. The WebAssembly in it is XZ Embedded by Lasse Collin and Igor Pavlov, which is in the public domain.',
};

/**
 * Finds the packages whose code is in a bundle.
 * @param {Iterable<string>} inputs paths of the files that a bundle is made of
 * @returns {string[]} their folders, without repetition, in the order of their names
 */
export function packagesOf(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  return [...folders].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** @param {string} folder of a package @returns {string} */
function nameOf(folder) {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * Collects the licences of packages, each text once.
 * @param {readonly string[]} folders of the packages
 * @param {string} root what the folders are relative to
 * @returns {{ text: string, problems: string[] }} problems: packages of which no licence is known
 */
export function noticesOf(folders, root) {
  const problems = [];
  const parts = ['Kubelet Timeline holds parts of the following packages, bundled and minified.'];
  /** @type {Map<string, string>} by a text, whose it is */
  const firsts = new Map();
  for (const place of folders) {
    const folder = join(root, place);
    const name = nameOf(place);
    /** @type {{ version?: string, license?: string }} */
    const { version = '', license = '' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const text =
      licenceText(folder) ??
      (license === 'MIT' && name in WITHOUT_TEXT ? unwrapped(`${WITHOUT_TEXT[name]}\n\n${MIT}`) : undefined);
    if (text === undefined)
      problems.push(
        `${name} (${license}) comes without the text of its licence: say whose it is in scripts/lib/notices.mjs`,
      );
    else {
      const heading = `${name} ${version} (${license})`;
      const first = firsts.get(text);
      firsts.set(text, first ?? heading);
      parts.push(`${heading}\n\n${first === undefined ? text : `The text of its licence is that of ${first}, above.`}`);
    }
  }
  return { text: `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`, problems };
}

/** The text beside a package: of its own licence, or of the one we use where it offers two. @param {string} folder */
function licenceText(folder) {
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying)/i.test(file))
    .sort((a, b) => Number(/mit/i.test(b)) - Number(/mit/i.test(a)));
  return files[0] === undefined
    ? undefined
    : unwrapped(readFileSync(join(folder, files[0]), 'utf8').replaceAll('\r\n', '\n').trim());
}

/** Each paragraph and each point of a list on a line of its own: what says the same in other lines packs to nothing. @param {string} text */
function unwrapped(text) {
  return text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) =>
      paragraph.replaceAll(/[^\S\n]*\n[^\S\n]*(?![^\S\n]*(?:[-*\u2022]|\d{1,2}\.|\(\w\)|Copyright) ?)/g, ' '),
    )
    .join('\n\n');
}
