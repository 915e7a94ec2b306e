import { expect, it } from 'vitest';
import { releaseOf } from '../../../scripts/lib/releaseVersion.mjs';

const home = { name: 'x', repository: 'https://example.org/a/b' };

it('an even minor is a release, an odd one a pre-release', () => {
  expect(releaseOf('v1.2.3', { ...home, version: '1.2.3' })).toEqual({
    version: '1.2.3',
    vsix: 'x-1.2.3.vsix',
    channel: 'latest',
  });
  expect(releaseOf('v1.3.0', { ...home, version: '1.3.0' })).toMatchObject({
    vsix: 'x-1.3.0-pre.vsix',
    channel: 'next',
  });
});

it.each([
  ['v1.2.4', { ...home, version: '1.2.3' }, 'is not v1.2.3'],
  ['v1.2.3', { name: 'x', version: '1.2.3' }, 'names no repository'],
  ['v1.2.3-rc.1', { ...home, version: '1.2.3-rc.1' }, 'no version that the Marketplace takes'],
])('%s of %o is refused', (tag, manifest, why) => {
  expect(() => releaseOf(tag, manifest)).toThrow(why);
});
