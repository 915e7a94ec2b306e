/** The functions of zstd's own library, as `zstddec` brings them: its own loops do not look at errors, so they are not used. */
import { ZSTDDecoder } from 'zstddec/stream';

/** Of this version of `zstddec` (0.3.4). Addresses and sizes are bytes of `memory`. */
export interface ZstdExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  malloc(bytes: number): number;
  free(at: number): void;
  ZSTD_createDCtx(): number;
  ZSTD_freeDCtx(context: number): number;
  ZSTD_DStreamOutSize(): number;
  ZSTD_decompressStream(context: number, output: number, input: number): number;
  ZSTD_findDecompressedSize(at: number, bytes: number): number | bigint;
  ZSTD_decompress(to: number, room: number, at: number, bytes: number): number;
}

interface Loader {
  _init(source: { readonly instance: { readonly exports: ZstdExports } }): void;
  init(): Promise<void>;
}

/** Where the functions are kept: with the package, which shows them to the first who asks and to nobody after. A second copy of this module finds them there. */
const KEPT = Symbol.for('kubelet-timeline.zstd');
const home = ZSTDDecoder as unknown as { [KEPT]?: Promise<ZstdExports> };

/** Loads the library once. */
export function loadZstd(): Promise<ZstdExports> {
  return (home[KEPT] ??= new Promise((resolve, reject) => {
    const decoder = new ZSTDDecoder() as unknown as Loader;
    const begin = decoder._init.bind(decoder);
    decoder._init = (source) => {
      begin(source);
      resolve(source.instance.exports);
    };
    decoder.init().catch(reject);
  }));
}
