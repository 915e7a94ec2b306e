/** What the editor's worker starts with: runs its program (`worker.ts`) with the code that an earlier worker kept in the extension's own folder. */
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { makeRoomForCode, startProgram } from './adapters/keptCode.ts';
import type { WorkerData, WorkerProgram } from './adapters/workerThread.ts';

/** Tells builds of the program apart; the build puts it in. */
declare const PROGRAM_BUILD: string;

/** After the analysis the timeline is asked for, and perhaps a hover: their code is to be kept too, and nobody shall wait for it (milliseconds). */
const KEEP_AFTER = 3000;
const PREFIX = 'worker-program-';

const { codeFolder } = workerData as WorkerData;
const { versions, arch } = process;
const keptFile =
  codeFolder === undefined ? undefined : join(codeFolder, `${PREFIX}${PROGRAM_BUILD}-${versions.v8}-${arch}.code`);
const program = startProgram(join(__dirname, 'worker-program.js'), keptFile);
if (!program.wasKept && keptFile !== undefined) {
  const { analysed } = program.exports as WorkerProgram;
  void analysed.then(() => {
    setTimeout(() => {
      makeRoomForCode(keptFile, PREFIX);
      program.keep();
    }, KEEP_AFTER).unref();
  });
}
