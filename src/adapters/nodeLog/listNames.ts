/** Names that `kubectl`, or else `oc`, lists. */
import { runProgram } from './runProgram.ts';

/** The lines that the program prints; where it fails, none, and what it said. */
export async function listNames(
  args: readonly string[],
): Promise<{ readonly names: readonly string[]; readonly said: string }> {
  for (const program of ['kubectl', 'oc']) {
    const running = runProgram(program, args);
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of running.output) text += decoder.decode(chunk, { stream: true });
    const { code, notFound, said } = await running.ended;
    if (notFound === true) continue;
    return code === 0 ? { names: text.split('\n').filter((line) => line !== ''), said } : { names: [], said };
  }
  return { names: [], said: 'Neither kubectl nor oc is installed here.' };
}
