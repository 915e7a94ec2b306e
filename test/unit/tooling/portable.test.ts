import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { trapsIn, trapsInScripts } from '../../../scripts/lib/portable.mjs';
import { projectRoot } from '../../support/shared.ts';

describe('what works on Linux only', () => {
  it.each([
    ["spawn('npm', ['ci'])", 'batch files'],
    ["  const outcome = await run(\n    'npx',\n    [],\n  );", 'batch files'],
    ["run(inRoot('node_modules/.bin/vitest'))", '.bin holds batch files'],
    ["open('/dev/null')", 'no /dev'],
    ["writeFileSync('/tmp/x', '')", 'os.tmpdir()'],
    ["spawnSync('bash', ['-c', line])", 'no such program'],
    ['process.kill(-pid)', 'no process groups'],
    ["process.on('SIGUSR1', stop)", 'no such signal'],
    ["join(process.env['HOME'], 'x')", 'os.homedir()'],
    ['new URL(".", import.meta.url).pathname', 'leading slash'],
  ])('%s', (source, why) => {
    expect(trapsIn('scripts/x.mjs', source)).toEqual([expect.stringMatching(/^scripts\/x\.mjs:1: /)]);
    expect(trapsIn('scripts/x.mjs', source)[0]).toContain(why);
  });

  it.each([
    "// spawn('npm') would not do",
    "open('/dev/full') // portable: only where it is",
    "// portable: only on Linux\nspawnSync('bash', [])",
    "run(process.execPath, [inRoot('node_modules/vitest/vitest.mjs')])",
    "const home = env['HOME'] ?? homedir();",
  ])('but not %s', (source) => {
    expect(trapsIn('scripts/x.mjs', source)).toEqual([]);
  });

  it.each(['TZ=UTC node x.mjs', 'rm -rf dist', "node -e 'x'", 'node a.mjs && cp a b', 'bash x.sh'])(
    'in a script: %s',
    (line) => {
      expect(trapsInScripts({ x: line })).not.toEqual([]);
    },
  );

  it('a script of Node alone is everywhere the same', () => {
    expect(trapsInScripts({ x: 'node scripts/x.mjs --all', y: 'vitest run --project unit' })).toEqual([]);
  });
});

it('no file has other line ends where it is checked out on Windows', () => {
  expect(readFileSync(join(projectRoot, '.gitattributes'), 'utf8')).toMatch(/^\* -text$/m);
});
