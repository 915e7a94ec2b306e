// Builds and packages the extension into out/kubelet-timeline.vsix and checks what it weighs. `--no-build`: dist/ is fresh. `--no-check`: for use here and now, where the weight does not matter.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { packagedReadme } from './lib/packagedReadme.mjs';
import { inRoot, vsixFile } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const node = process.execPath;
if (!process.argv.includes('--no-build')) {
  const { code } = await run(node, [inRoot('scripts/build.mjs'), '--strict'], { echo: true });
  if (code !== 0) process.exit(code);
}
mkdirSync(dirname(vsixFile), { recursive: true });
const readme = inRoot('out/README.md');
writeFileSync(readme, packagedReadme(readFileSync(inRoot('README.md'), 'utf8')));
const args = [
  'package',
  '--readme-path',
  'out/README.md',
  '--no-dependencies',
  '--no-rewrite-relative-links',
  '--allow-missing-repository',
  '--no-git-tag-version',
  '-o',
  vsixFile,
];
if (!existsSync(inRoot('LICENSE'))) args.push('--skip-license');
const { code, output } = await run(inRoot('node_modules/.bin/vsce'), args);
if (code !== 0) {
  console.error(output);
  process.exit(code);
}
if (!process.argv.includes('--no-check'))
  process.exitCode = (await run(node, [inRoot('scripts/check-size.mjs')], { echo: true })).code;
