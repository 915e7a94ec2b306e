// WebAssembly of libraries, packed in the bundles: as base64 it hardly packs, for what repeats in its bytes does not repeat in their letters. Used by build.mjs.
import { gzipAsync } from '@gfx/zopfli';
import { readFile } from 'node:fs/promises';

/** Unpacks it, in Node and browsers alike. */
const UNPACK =
  "((packed) => new Response(new Blob([Uint8Array.from(atob(packed), (c) => c.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer())";

/** What each library says where it takes its bytes, and what it says instead. @type {readonly { filter: RegExp, from: RegExp, to: string }[]} */
const LIBRARIES = [
  {
    filter: /[\\/]zstddec[\\/]dist[\\/]zstddec-stream\.mjs$/,
    from: /if \(typeof fetch !== "undefined"\) init = fetch\([^\n]*\n\s*else init = [^\n]*\n/,
    to: `init = ${UNPACK}(wasm).then((bytes) => WebAssembly.instantiate(bytes, IMPORT_OBJECT)).then(this._init);\n`,
  },
  {
    filter: /[\\/]xz-decompress[\\/]dist[\\/]package[\\/]xz-decompress\.js$/,
    from: /Uint8Array\.from\(atob\(base64Wasm\), c => c\.charCodeAt\(0\)\)\.buffer/,
    to: `await ${UNPACK}(base64Wasm)`,
  },
];

/** The bytes as base64, which hold no other letters. */
const WASM = /"(data:application\/wasm;base64,)?(AGFzb[A-Za-z0-9+/=]{1000,})"/;

/** Zopfli takes its time, and more than one bundle has them. @type {Map<string, Promise<string>>} */
const packed = new Map();

/** @param {string} bytes as base64 */
async function pack(bytes) {
  return Buffer.from(await gzipAsync(Buffer.from(bytes, 'base64'), { numiterations: 15 })).toString('base64');
}

/**
 * 12 kB less of the extension.
 * @type {import('esbuild').Plugin}
 */
export const packedWasm = {
  name: 'packed-wasm',
  setup({ onLoad }) {
    for (const { filter, from, to } of LIBRARIES)
      onLoad({ filter }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const [, prefix = '', bytes] = WASM.exec(source) ?? [];
        if (!from.test(source) || bytes === undefined)
          throw new Error(`${path} is written in another way than expected: see packedWasm`);
        const gzip = packed.get(path) ?? pack(bytes);
        packed.set(path, gzip);
        const wasm = `"${prefix}${await gzip}"`;
        return { contents: source.replace(from, () => to).replace(WASM, () => wasm), loader: 'js' };
      });
  },
};
