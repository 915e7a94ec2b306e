// What a tag releases, as outputs of a step of the release workflow: `node scripts/release-version.mjs v0.2.0`. Fails where the tag is not the version of package.json.
import { readFileSync } from 'node:fs';
import { inRoot } from './lib/project.mjs';
import { releaseOf } from './lib/releaseVersion.mjs';

try {
  const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  for (const [name, value] of Object.entries(releaseOf(process.argv[2] ?? '', manifest)))
    console.log(`${name}=${value}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
