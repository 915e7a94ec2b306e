/** Flags with which the engine suits a program that reads one log and ends. */

/**
 * The flags for a version of V8 (`process.versions.v8`). Only for versions with which they were measured: an engine says on the error output when it does not know one.
 *
 * - Functions are optimised when they ran for so long: V8 11 (Node 20) counts bytes of bytecode, V8 12 and 13 (Node 22 and 24) how often the function ran. V8's own
 *   figure suits pages: a log is read by a few functions that run for seconds and by hundreds that run for milliseconds, and compiling those took a third of the
 *   time of a log of 64 MiB (docs/performance.md).
 * - Places in the program whose objects lived on while the log was read make others for the output that die at once: allocated among the old ones, these
 *   kept 25 MB alive at the peak of a log of 1 GiB.
 */
export function engineFlags(version: string): readonly string[] {
  const major = Number.parseInt(version, 10);
  if (major === 11) return ['--interrupt-budget=150000', '--no-allocation-site-pretenuring'];
  if (major === 12 || major === 13)
    return ['--invocation-count-for-turbofan=10000', '--no-allocation-site-pretenuring'];
  return [];
}

/**
 * The flags for what follows once the log was read: the rules, the replay and the answer are hundreds of functions that run for a few milliseconds each, so a function
 * is optimised four times later still. Compiling them took as much of the processor as running them.
 */
export function engineFlagsAfterReading(version: string): readonly string[] {
  const major = Number.parseInt(version, 10);
  if (major === 11) return ['--interrupt-budget=600000'];
  return major === 12 || major === 13 ? ['--invocation-count-for-turbofan=40000'] : [];
}
