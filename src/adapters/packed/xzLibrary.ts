/** The functions of xz-embedded as `xz-decompress` brings them: its own stream takes one file at a time and keeps back what comes before damage, so it is not used. */
import { XzReadableStream } from 'xz-decompress';

/** What the package keeps for its stream; of this version (0.2.3). */
interface XzModule {
  _moduleInstance?: { readonly exports: XzExports };
  _getModuleInstance(): Promise<void>;
}

/** Addresses and sizes are bytes of `memory`. */
export interface XzExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  create_context(): number;
  destroy_context(context: number): void;
  supply_input(context: number, bytes: number): void;
  get_next_output(context: number): number;
}

/** `enum xz_ret` (xz.h). */
export const OK = 0;
export const STREAM_END = 1;
export const UNSUPPORTED_CHECK = 2;

/** Places in a context, in words (after the size of both buffers): input, bytes of it that were taken and that there are, output, bytes in it. */
export const INPUT = 1;
export const TAKEN = 2;
export const OUTPUT = 4;
export const FILLED = 5;

let loading: Promise<XzExports> | undefined;

/** Loads the library once. */
export function loadXz(): Promise<XzExports> {
  return (loading ??= load());
}

async function load(): Promise<XzExports> {
  const module = XzReadableStream as unknown as XzModule;
  await module._getModuleInstance();
  const instance = module._moduleInstance;
  if (instance === undefined) throw new Error('xz-decompress has no module: another version than this was written for');
  return instance.exports;
}
