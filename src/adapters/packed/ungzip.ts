import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Unpacks a small file of ours as a whole. Rejects when it is damaged. */
export const ungzip: (packed: Uint8Array) => Promise<Uint8Array> = promisify(gunzip);
