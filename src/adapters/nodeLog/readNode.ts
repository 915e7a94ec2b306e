/** Reads the log of a node of a cluster by the first way that works there. */
import { peek } from '../peek.ts';
import { type NodeWay, type NodeWish, nodeWays } from './nodeWays.ts';
import { type RunningProgram, runProgram } from './runProgram.ts';

export interface NodeHooks {
  /** What is tried, and why it did not work, in words; what a program said stands as it is. */
  readonly tell: (text: string) => void;
  /** Asked before a way that makes something in the cluster; absent: it is taken. */
  readonly mayMakePod?: (way: NodeWay) => Promise<boolean>;
  readonly signal?: AbortSignal;
  /** Starts programs; for tests. */
  readonly run?: typeof runProgram;
}

export interface NodeLog {
  readonly way: NodeWay;
  /** Ends with a warning (`onEnd`) where the program failed in the middle. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** As much shows whether it is a log. */
const HEAD_BYTES = 1024;
const LINE_FEED = 10;

/**
 * Tries the ways in order.
 * @param onEnd told what the program said if it failed after it had given a part of the log
 * @returns `undefined` where none works; the user knows why
 */
export async function readNode(
  wish: NodeWish,
  { tell, mayMakePod, signal, run = runProgram }: NodeHooks,
  onEnd: (text: string) => void,
): Promise<NodeLog | undefined> {
  const missing = new Set<string>();
  for (const way of nodeWays(wish)) {
    if (signal?.aborted === true) return undefined;
    if (missing.has(way.program)) continue;
    if (way.leavesPod === true && mayMakePod !== undefined && !(await mayMakePod(way))) continue;
    tell(`${way.word} …`);
    const program = run(way.program, way.args, signal, way.input);
    const output = way.leavesPod === true ? afterPod(program.output, tell) : program.output;
    const { head, chunks } = await peek(output, HEAD_BYTES);
    if (head.length > 0 && !isPage(head)) return { way, chunks: toTheEnd(way, program, chunks, onEnd) };
    program.stop();
    const { code, notFound, said } = await program.ended;
    if (notFound === true) missing.add(way.program);
    tell(whyNot(way, { isPage: head.length > 0, notFound: notFound === true, code, said }));
  }
  return undefined;
}

/** A kubelet without the log query shows the folder of its logs instead. */
function isPage(head: Uint8Array): boolean {
  return new TextDecoder().decode(head).trimStart().startsWith('<');
}

function whyNot(
  { program }: NodeWay,
  end: {
    readonly isPage: boolean;
    readonly notFound: boolean;
    readonly code: number | undefined;
    readonly said: string;
  },
): string {
  if (end.notFound) return `${program} is not installed here.`;
  if (end.isPage) return 'The kubelet of this node answers no log queries (NodeLogQuery, enableSystemLogQuery).';
  const said = end.said === '' ? 'it printed nothing' : end.said;
  return `${program} gave no log${end.code === undefined || end.code === 0 ? '' : ` (exit status ${end.code})`}: ${said}`;
}

async function* toTheEnd(
  { program: name }: NodeWay,
  program: RunningProgram,
  chunks: AsyncIterable<Uint8Array>,
  onEnd: (text: string) => void,
): AsyncGenerator<Uint8Array> {
  yield* chunks;
  const { code, said } = await program.ended;
  if (code !== 0)
    onEnd(
      `${name} ended in the middle${code === undefined ? '' : ` (exit status ${code})`}; what it had given until then was read. ${said}`.trim(),
    );
}

/** What comes after the line in which `kubectl debug` says which pod it makes; that is told instead. */
async function* afterPod(output: AsyncIterable<Uint8Array>, tell: (text: string) => void): AsyncGenerator<Uint8Array> {
  let line: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of output) {
    if (line === undefined) {
      yield chunk;
      continue;
    }
    const text: Uint8Array = Buffer.concat([line, chunk]);
    const end = text.indexOf(LINE_FEED);
    if (end < 0 && text.length < HEAD_BYTES) {
      line = text;
      continue;
    }
    const pod = /node-debugger-[a-z0-9.-]{1,253}/.exec(new TextDecoder().decode(text.subarray(0, end)))?.[0];
    if (pod === undefined) yield text;
    else {
      tell(`The pod ${pod} stays listed in the cluster when it has ended. To remove it: kubectl delete pod ${pod}`);
      if (end + 1 < text.length) yield text.subarray(end + 1);
    }
    line = undefined;
  }
  if (line !== undefined && line.length > 0) yield line;
}
