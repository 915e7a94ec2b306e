// Asks the registry for known weaknesses of what is shipped: the packages in the bundles, as the last build listed them. Fails when there is one; says so and
// passes when the registry does not answer such questions (a mirror, no network). What only builds and tests is told of, too, and fails nothing.
import { readFileSync } from 'node:fs';
import { shippedPackages, weaknessesOf } from './lib/audit.mjs';
import { NOTICES } from './lib/notices.mjs';
import { inRoot } from './lib/project.mjs';
import { runNpm } from './lib/run.mjs';

const shipped = new Set(shippedPackages(readFileSync(inRoot('dist', NOTICES), 'utf8')));
const { output } = await runNpm(['audit', '--json', '--package-lock-only', '--loglevel=silent']);
const weaknesses = weaknessesOf(output);
if (weaknesses === undefined) console.log(`audit: the registry does not say (${shipped.size} packages are shipped)`);
else {
  const ours = weaknesses.filter(({ name }) => shipped.has(name));
  for (const { name, severity } of weaknesses)
    console.log(`  ${name}: ${severity}, ${shipped.has(name) ? 'shipped' : 'only builds and tests'}`);
  console.log(
    `audit: ${shipped.size} packages are shipped, ${ours.length === 0 ? 'none has a known weakness' : `${ours.length} with known weaknesses`}`,
  );
  process.exitCode = ours.length === 0 ? 0 : 1;
}
