import { describe, expect, it } from 'vitest';
import { shippedPackages, weaknessesOf } from '../../../scripts/lib/audit.mjs';
import { checkLock, checkWorkflow } from '../../../scripts/lib/locks.mjs';

const INTEGRITY = `sha512-${'A'.repeat(86)}==`;
const NPMRC = 'save-exact=true\nignore-scripts=true\n';
const lock = (entry: object): string =>
  JSON.stringify({ lockfileVersion: 3, packages: { '': { name: 'x' }, 'node_modules/@a/b': entry } });

describe('a lock file', () => {
  it('is good when each package has its sum and no script runs', () => {
    expect(checkLock('l', lock({ version: '1.0.0', integrity: INTEGRITY }), NPMRC)).toEqual([]);
    expect(
      checkLock(
        'l',
        JSON.stringify({
          packages: {
            '': {},
            'node_modules/a': { link: true },
            'node_modules/x/node_modules/esbuild': { integrity: INTEGRITY, hasInstallScript: true },
          },
        }),
        NPMRC,
      ),
    ).toEqual([]);
  });

  it.each([
    ['has no SHA-512', {}],
    ['has no SHA-512', { integrity: `sha1-${'A'.repeat(27)}=` }],
    ['has no SHA-512', { integrity: INTEGRITY.slice(0, -3) }],
    ['names an address', { integrity: INTEGRITY, resolved: 'http://evil.example/b.tgz' }],
    ['wants to run a script', { integrity: INTEGRITY, hasInstallScript: true }],
  ])('that %s is not', (why, entry) => {
    expect(checkLock('l', lock(entry), NPMRC)).toEqual([expect.stringContaining(`l: node_modules/@a/b ${why}`)]);
  });

  it.each([undefined, '', 'ignore-scripts=false', '#ignore-scripts=true'])('whose settings are %j is not', (npmrc) => {
    expect(checkLock('l', lock({ integrity: INTEGRITY }), npmrc)).toEqual([
      expect.stringContaining('ignore-scripts=true'),
    ]);
  });
});

it('a workflow names actions by their commits', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567';
  expect(
    checkWorkflow(
      'w',
      `steps:\n  - uses: actions/a@${commit} # v4\n  - name: x\n    uses: o/b/c@${commit}\n  - uses: ./here\n  - run: uses`,
    ),
  ).toEqual([]);
  expect(
    checkWorkflow('w', `steps:\n  - uses: actions/a@v4\n  - uses: o/b@main\n  - uses: o/c@${commit.slice(1)}`),
  ).toEqual([
    'w: actions/a@v4 is not named by its commit',
    'w: o/b@main is not named by its commit',
    `w: o/c@${commit.slice(1)} is not named by its commit`,
  ]);
});

it('an audit knows what is shipped, and when a registry did not answer', () => {
  const line = '-'.repeat(80);
  expect(
    shippedPackages(
      `Kubelet Timeline holds …\n\n${line}\n\n@a/b 1.0.0 (MIT)\n\ntext (x)\n\n${line}\n\nc 2.0.0 (0BSD)\n\ntext\n`,
    ),
  ).toEqual(['@a/b', 'c']);
  expect(weaknessesOf('{"vulnerabilities":{"a":{"severity":"high"}}}')).toEqual([{ name: 'a', severity: 'high' }]);
  expect(weaknessesOf('{"vulnerabilities":{}}')).toEqual([]);
  for (const output of ['{"message":"405 Method Not Allowed","error":{}}', 'npm error', '', '{'])
    expect(weaknessesOf(output)).toBeUndefined();
});
