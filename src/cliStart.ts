/** What `kubelet-timeline` starts with: tunes the engine, and runs the program (`cli.ts`) with the code that an earlier run kept in the user's cache folder. */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { engineFlags } from './adapters/engineFlags.ts';
import { makeRoomForCode, startProgram } from './adapters/keptCode.ts';
import { cacheFolder } from './adapters/ownFiles.ts';

/** Tells builds of the program apart; the build puts it in. */
declare const PROGRAM_BUILD: string;

const setFlags = (): void => {
  for (const flag of engineFlags(process.versions.v8)) setFlagsFromString(flag);
};
setFlags();

const { version, arch, argv, env } = process;
const PREFIX = 'cli-program-';
const folder = env['NODE_DISABLE_COMPILE_CACHE'] === undefined ? cacheFolder() : undefined;
const keptFile = folder === undefined ? undefined : join(folder, `${PREFIX}${PROGRAM_BUILD}-${version}-${arch}.code`);
const program = startProgram(join(__dirname, 'cli-program.js'), keptFile);
// Only what has run is kept: a run that asks for help would keep next to nothing.
if (!program.wasKept && argv[2] === 'analyze' && keptFile !== undefined) {
  process.once('exit', (code) => {
    if (code !== 0) return;
    // The engine takes code only under the flags under which it was kept, and the program changes them.
    setFlags();
    makeRoomForCode(keptFile, PREFIX);
    program.keep();
  });
}
