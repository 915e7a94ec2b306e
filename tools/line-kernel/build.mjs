// Compiles lineKernel.as.ts and writes src/journal/batch/kernel/kernelBytes.ts; with `--check` compares it with that file, byte for byte, and writes nothing.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const here = fileURLToPath(new URL('.', import.meta.url));
const source = readFileSync(`${here}lineKernel.as.ts`, 'utf8');
const kernelFolder = fileURLToPath(new URL('../../src/journal/batch/kernel/', import.meta.url));
const layout = readFileSync(`${kernelFolder}layout.ts`, 'utf8');
const out = `${here}lineKernel.wasm`;

/** The kernel's type of a number of the layout: most are places. @param {string} name */
const typeOf = (name) =>
  /^(?:FIELD|FORM|KIND)_/.test(name) ? 'u8' : /^(?:AGAIN|MOST|STOP)_|^BATCH$/.test(name) ? 'i32' : /^(?:TROUBLE|EVERY_EPOCH)$|_BITS$/.test(name) ? 'u32' : 'usize';

/** What the kernel imports: the layout of the other half, with types. @param {string} file */
const readFile = (file) => {
  if (file.endsWith('layout.as.ts')) return layout.replace(/^export const (\w+) =/gm, (_, name) => `export const ${name}: ${typeOf(name)} =`);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};

const { error } = await asc.main([
  `${here}lineKernel.as.ts`, '--outFile', out, '--runtime', 'stub', '--enable', 'simd', '--optimizeLevel', '3', '--converge', '--noAssert', '--use', 'abort=',
  '--initialMemory', '208', '--memoryBase', '65536', '--zeroFilledMemory',
], { stderr: process.stderr, readFile });
if (error !== null) {
  process.exit(1);
}
const bytes = readFileSync(out);
rmSync(out);
const text = bytes.toString('base64');
const lines = text.match(/.{1,160}/g) ?? [];
const made = `/**
 * Made by tools/line-kernel/build.mjs; do not change by hand.
 */

/** SHA-256 of the source that it was compiled from, with the layout; a test compares it. */
export const KERNEL_SOURCE = '${createHash('sha256').update(source).update(layout).digest('hex')}';

/** The compiled kernel, ${bytes.length} bytes, as base64. */
export const KERNEL_BYTES = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`;
const kept = `${kernelFolder}kernelBytes.ts`;
if (!process.argv.includes('--check')) writeFileSync(kept, made);
else if (made !== readFileSync(kept, 'utf8')) {
  console.error('line kernel: the bytes that are kept are not what the source gives. Run `npm ci && npm run build` in tools/line-kernel.');
  process.exit(1);
}
console.log(`line kernel: ${bytes.length} bytes${process.argv.includes('--check') ? ', as kept' : ''}`);
