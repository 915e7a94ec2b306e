// Checks that imports go with the picture of the house and never back (docs/architecture.md).
import { readFileSync } from 'node:fs';
import { checkFiles } from './lib/imports.mjs';
import { listFiles } from './lib/files.mjs';
import { inRoot } from './lib/project.mjs';

const files = [...listFiles('src', /\.ts$/), ...listFiles('webview', /\.ts$/)];
const violations = checkFiles(new Map(files.map((file) => [file, readFileSync(inRoot(file), 'utf8')])));
for (const { file, line, specifier, problem } of violations) {
  console.error(`${file}:${line}: ${problem}${specifier === '' ? '' : ` (${specifier})`}`);
}
console.log(
  `imports: ${files.length} files, ${violations.length === 0 ? 'ok' : `${violations.length} against the rules`}`,
);
process.exitCode = violations.length === 0 ? 0 : 1;
