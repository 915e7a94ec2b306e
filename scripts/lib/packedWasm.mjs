// WebAssembly of libraries, packed in the bundles: as base64 it hardly packs, for what repeats in its bytes does not repeat in their letters. Used by build.mjs.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

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

/**
 * 10 kB less of the extension.
 * @type {import('esbuild').Plugin}
 */
export const packedWasm = {
  name: 'packed-wasm',
  setup({ onLoad }) {
    for (const { filter, from, to } of LIBRARIES)
      onLoad({ filter }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        if (!from.test(source) || !WASM.test(source))
          throw new Error(`${path} is written in another way than expected: see packedWasm`);
        const contents = source
          .replace(from, () => to)
          .replace(
            WASM,
            (_, prefix = '', bytes) =>
              `"${prefix}${gzipSync(Buffer.from(bytes, 'base64'), { level: 9 }).toString('base64')}"`,
          );
        return { contents, loader: 'js' };
      });
  },
};
