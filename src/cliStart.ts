/** What `kubelet-timeline` starts with: tunes the engine, and runs the program (`cli.ts`) with the code that an earlier run kept beside it. */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { engineFlags } from './adapters/engineFlags.ts';
import { startProgram } from './adapters/keptCode.ts';

/** Tells builds of the program apart; the build puts it in. */
declare const PROGRAM_BUILD: string;

const setFlags = (): void => { for (const flag of engineFlags(process.versions.v8)) setFlagsFromString(flag); };
setFlags();

const { version, arch, argv, env } = process;
const program = startProgram(join(__dirname, 'cli-program.js'), join(__dirname, `cli-program-${PROGRAM_BUILD}-${version}-${arch}.code`));
// Only what has run is kept: a run that asks for help would keep next to nothing.
if (!program.wasKept && argv[2] === 'analyze' && env['NODE_DISABLE_COMPILE_CACHE'] === undefined) {
  process.once('exit', (code) => {
    if (code !== 0) return;
    // The engine takes code only under the flags under which it was kept, and the program changes them.
    setFlags();
    program.keep();
  });
}
