/** The command line's entry on Node: streams, files and the exit code. */
import { writeFile } from 'node:fs/promises';
import { inputErrorText, openLogInput } from './adapters/logInput.ts';
import { runCommandLine } from './cli/run.ts';
import manifest from '../package.json' with { type: 'json' };

/** A reader that has seen enough (`| head`) closes the pipe: that is no error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

runCommandLine(process.argv.slice(2), {
  version: manifest.version,
  openInput: openLogInput,
  describeInputError: inputErrorText,
  write: (text) => new Promise((resolve) => { process.stdout.write(text, () => resolve()); }),
  writeError: (text) => { process.stderr.write(text); },
  writeFile: (file, text) => writeFile(file, text),
}).then(
  (code) => { process.exitCode = code; },
  (error: unknown) => {
    process.stderr.write(`kubelet-timeline: this is a defect of the program: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
