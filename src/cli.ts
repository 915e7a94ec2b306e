/** The command line's entry on Node: streams, files and the exit code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { engineFlagsAfterReading } from './adapters/engineFlags.ts';
import { describeInputError } from './adapters/inputError.ts';
import { findLogsIfFolder } from './adapters/findLogs.ts';
import { openBytes, openStream } from './adapters/openBytes.ts';
import { writePieces } from './adapters/writePieces.ts';
import { runCommandLine } from './cli/run.ts';

/** A reader that has seen enough (`| head`) closes the pipe: that is no error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

runCommandLine(process.argv.slice(2), {
  version: versionOfPackage,
  openInput: async (file, onWarning, from = 0, into) => (file === '-' ? openStream(process.stdin, 'standard input', { onWarning, from }) : openBytes(file, { onWarning, from, ...(into === undefined ? {} : { into }) })),
  findLogs: findLogsIfFolder,
  readingEnded: () => { for (const flag of engineFlagsAfterReading(process.versions.v8)) setFlagsFromString(flag); },
  describeInputError,
  write: (text) => new Promise((resolve) => { process.stdout.write(text, () => resolve()); }),
  writeError: (text) => { process.stderr.write(text); },
  writeFile: writePieces,
}).then(
  (code) => { process.exitCode = code; },
  (error: unknown) => {
    process.stderr.write(`kubelet-timeline: this is a defect of the program: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);

/** The version in the manifest beside `dist/`. */
function versionOfPackage(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest && typeof manifest.version === 'string' ? manifest.version : 'unknown';
}
