// Builds and packages the extension into out/kubelet-timeline.vsix and checks what it weighs. `--no-build`: dist/ is fresh. `--no-check`: for use here and now, where the weight does not matter.
// One commit gives the same bytes: it is the file that a release publishes (release.mjs).
import { inRoot, vsixFile } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { packVsix } from './lib/vsix.mjs';

const node = process.execPath;
if (!process.argv.includes('--no-build')) {
  const { code } = await run(node, [inRoot('scripts/build.mjs'), '--strict'], { echo: true });
  if (code !== 0) process.exit(code);
}
try {
  await packVsix(vsixFile);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
if (!process.argv.includes('--no-check'))
  process.exitCode = (await run(node, [inRoot('scripts/check-size.mjs')], { echo: true })).code;
