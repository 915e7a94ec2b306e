import { describe, expect, it } from 'vitest';
import { runProgram } from '../../../../src/adapters/nodeLog/runProgram.ts';

const printing = (script: string) => runProgram(process.execPath, ['--eval', script]);
async function textOf(output: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of output) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('what a program printed', () => {
  it('is kept where the program ended before anybody read', async () => {
    const { output, ended } = printing('console.log("-- No entries --"); console.error("said")');
    expect(await ended).toEqual({ code: 0, said: 'said' });
    expect(await textOf(output)).toBe('-- No entries --\n');
  });

  it('is whole where it is more than a pipe holds and is read late', async () => {
    const { output, ended } = printing('for (let at = 0; at < 5e4; at++) console.log("a line of a journal", at)');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const text = await textOf(output);
    expect(text.split('\n')).toHaveLength(50_001);
    expect(text.endsWith('a line of a journal 49999\n')).toBe(true);
    expect(await ended).toMatchObject({ code: 0 });
  });
});
