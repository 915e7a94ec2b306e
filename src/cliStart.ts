/** What `kubelet-timeline` starts with: tunes the engine, and runs the program (`cli.ts`) with the code that an earlier run kept beside it. */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { startProgram } from './adapters/keptCode.ts';

/** Tells builds of the program apart; the build puts it in. */
declare const PROGRAM_BUILD: string;

// Functions are optimised when they ran for so long (in bytes of bytecode). V8's own figure suits pages: a log is read by a few functions that run
// for seconds and by hundreds that run for milliseconds, and compiling those took a third of the time of a log of 64 MiB (docs/performance.md).
setFlagsFromString('--interrupt-budget=150000');
// Places in the program whose objects lived on while the log was read make others for the output that die at once: allocated among the old ones, these
// kept 25 MB alive at the peak of a log of 1 GiB.
setFlagsFromString('--no-allocation-site-pretenuring');

const { version, arch, argv, env } = process;
const program = startProgram(join(__dirname, 'cli-program.js'), join(__dirname, `cli-program-${PROGRAM_BUILD}-${version}-${arch}.code`));
// Only what has run is kept: a run that asks for help would keep next to nothing.
if (!program.wasKept && argv[2] === 'analyze' && env['NODE_DISABLE_COMPILE_CACHE'] === undefined) {
  process.once('exit', (code) => {
    if (code === 0) program.keep();
  });
}
