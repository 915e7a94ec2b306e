// Packs the extension: a folder with exactly what may be shipped, vsce over it, and the bytes packed tightly. Used by package.mjs and release.mjs.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFiles } from './files.mjs';
import { packedWords } from './packedWords.mjs';
import { packagedReadme } from './packagedReadme.mjs';
import { inRoot } from './project.mjs';
import { extensionManifest, pageOf } from './publishedManifest.mjs';
import { repackZip } from './repackZip.mjs';
import { run } from './run.mjs';
import { sourceDate } from './sourceDate.mjs';

/** Whoever packs, and whatever their mask is: modes are in the package too. */
const FILE_MODE = 0o644;

/**
 * Packs what the build has left in dist/.
 * @param {string} file where the VSIX goes
 * @param {{ preRelease?: boolean }} [options]
 * @throws {Error} with the words of vsce
 */
export async function packVsix(file, { preRelease = false } = {}) {
  const folder = inRoot('out/vsix');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(dirname(file), { recursive: true });
  const ignore = readFileSync(inRoot('.vscodeignore'), 'utf8');
  // The list names files and patterns; vsce picks by it among what stands below the same first names.
  const tops = new Set([...ignore.matchAll(/^!([^/\r\n]+)/gm)].map(([, name = '']) => name));
  for (const top of tops) {
    if (top.includes('*')) continue;
    if (existsSync(inRoot(top)))
      cpSync(inRoot(top), join(folder, top), { recursive: true, filter: (from) => !from.endsWith('.map') });
  }
  for (const name of readdirSync(inRoot()))
    if (/^package\.nls\.[\w-]+\.json$/.test(name)) cpSync(inRoot(name), join(folder, name));
  writeFileSync(join(folder, '.vscodeignore'), `${ignore}\n!README.md\n`);
  const own = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  writeFileSync(join(folder, 'README.md'), packagedReadme(readFileSync(inRoot('README.md'), 'utf8'), pageOf(own)));
  const manifest = extensionManifest(own);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  for (const name of listFiles('', /./, folder)) {
    const path = join(folder, name);
    // Blanks between the values are for those who write them.
    if (name.endsWith('.json')) {
      const value = JSON.parse(readFileSync(path, 'utf8'));
      // So is what tells of a grammar's form and where it is from.
      if (name.startsWith('syntaxes/')) for (const key of ['$schema', 'comment']) delete value[key];
      writeFileSync(path, JSON.stringify(name.startsWith('l10n/') ? packedWords(value) : value));
    }
    chmodSync(path, FILE_MODE);
  }
  const args = [
    inRoot('node_modules/@vscode/vsce/vsce'),
    'package',
    '--no-dependencies',
    '--no-rewrite-relative-links',
    '--allow-missing-repository',
    '--no-git-tag-version',
    ...(preRelease ? ['--pre-release'] : []),
    ...(existsSync(inRoot('LICENSE')) ? [] : ['--skip-license']),
    '-o',
    file,
  ];
  // Dates in a zip have no zone: they are those of the machine that packs.
  const env = { SOURCE_DATE_EPOCH: await sourceDate(), TZ: 'UTC' };
  const { code, output } = await run(process.execPath, args, { cwd: folder, env });
  if (code !== 0) throw new Error(output);
  writeFileSync(file, await repackZip(readFileSync(file)));
}
