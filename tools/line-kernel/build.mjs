// Compiles lineKernel.as.ts and writes src/journal/batch/kernel/kernelBytes.ts; with `--check` compares it with that file, byte for byte, and writes nothing.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const here = fileURLToPath(new URL('.', import.meta.url));
const source = readFileSync(`${here}lineKernel.as.ts`);
const out = `${here}lineKernel.wasm`;
const { error } = await asc.main([
  `${here}lineKernel.as.ts`, '--outFile', out, '--runtime', 'stub', '--enable', 'simd', '--optimizeLevel', '3', '--converge', '--noAssert', '--use', 'abort=',
  '--initialMemory', '208', '--memoryBase', '65536', '--zeroFilledMemory',
], { stderr: process.stderr });
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

/** SHA-256 of the source that it was compiled from; a test compares it. */
export const KERNEL_SOURCE = '${createHash('sha256').update(source).digest('hex')}';

/** The compiled kernel, ${bytes.length} bytes, as base64. */
export const KERNEL_BYTES = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`;
const kept = fileURLToPath(new URL('../../src/journal/batch/kernel/kernelBytes.ts', import.meta.url));
if (!process.argv.includes('--check')) writeFileSync(kept, made);
else if (made !== readFileSync(kept, 'utf8')) {
  console.error('line kernel: the bytes that are kept are not what the source gives. Run `npm ci && npm run build` in tools/line-kernel.');
  process.exit(1);
}
console.log(`line kernel: ${bytes.length} bytes${process.argv.includes('--check') ? ', as kept' : ''}`);
