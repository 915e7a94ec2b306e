// Which files a tag publishes, and in which channel.

/**
 * By VS Code's custom a version with an odd minor is a pre-release (code.visualstudio.com, "Publishing Extensions").
 * @param {string} tag
 * @param {{ name: string, version: string, repository?: unknown }} manifest
 * @returns {{ version: string, vsix: string, channel: 'latest' | 'next' }} channel: npm's tag
 * @throws {Error} when nothing may be published yet
 */
export function releaseOf(tag, { name, version, repository }) {
  if (tag !== `v${version}`) throw new Error(`the tag ${tag} is not v${version}, the version in package.json`);
  if (repository === undefined)
    throw new Error(
      'package.json names no repository: npm takes no provenance without it, and links would lead nowhere',
    );
  const minor = Number(/^\d+\.(\d+)\.\d+$/.exec(version)?.[1] ?? Number.NaN);
  if (Number.isNaN(minor)) throw new Error(`${version} is no version that the Marketplace takes: give X.Y.Z`);
  return minor % 2 === 1
    ? { version, vsix: `${name}-${version}-pre.vsix`, channel: 'next' }
    : { version, vsix: `${name}-${version}.vsix`, channel: 'latest' };
}
