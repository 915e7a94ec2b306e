/** Runs `simulate`. Streams and files come in, so that tests need no process. */
import { jsonText } from '../analysis/outputs/jsonBytes.ts';
import { asWritten, printing } from '../kubelet/printable.ts';
import { problemLines, readScenario } from '../simulator/scenario/readScenario.ts';
import { simulate } from '../simulator/simulate.ts';
import { sameFile } from './options.ts';
import type { SimulateCommand } from './simulateArguments.ts';
import { type FileIdentities, outputIsInput, sameOutput } from './outputClash.ts';
import type { CommandLineHost, ExitCode } from './host.ts';

/** The same streams as `analyze` has. */
export type SimulateHost = FileIdentities &
  Pick<CommandLineHost, 'openInput' | 'describeInputError' | 'write' | 'writeError' | 'writeFile'>;

/** Output is written in pieces of this many characters. */
const PIECE = 1 << 20;

/** Runs `simulate`. */
export async function runSimulate(command: SimulateCommand, host: SimulateHost): Promise<ExitCode> {
  const clash = await clashOf(command, host);
  if (clash !== undefined) {
    host.writeError(printing`kubelet-timeline: ${clash}.\n`);
    return 2;
  }
  const name = command.scenario === '-' ? 'standard input' : command.scenario;
  const text = await read(command.scenario, name, host);
  if (text === undefined) return 1;
  const checked = readScenario(text);
  if (!checked.ok) {
    for (const problem of problemLines(checked.problems))
      host.writeError(printing`kubelet-timeline: ${name}: ${problem}\n`);
    return 1;
  }
  const log: string[] = [];
  const truth: string[] = [];
  const scenario =
    command.envelope === undefined ? checked.scenario : { ...checked.scenario, envelope: command.envelope };
  simulate(scenario, {
    log: (piece) => log.push(piece),
    ...(command.truth === undefined ? {} : { truth: (record) => truth.push(`${jsonText(record)}\n`) }),
  });
  if (command.truth !== undefined && !(await put(command.truth, truth, host))) return 1;
  // Two names of one file that was not there before.
  if (
    command.truth !== undefined &&
    command.out !== undefined &&
    (await sameOutput(command.out, command.truth, host))
  ) {
    host.writeError(printing`kubelet-timeline: ${SAME_OUTPUT(command.out, command.truth)}.\n`);
    return 2;
  }
  if (command.out !== undefined) return (await put(command.out, log, host)) ? 0 : 1;
  for (const piece of pieces(log)) await host.write(asWritten(piece)); // a log, which somebody asked for and will read as one
  return 0;
}

const SAME_OUTPUT = (out: string, truth: string): string =>
  `--out ${out} and --truth ${truth} are the same file: choose another name for one of them`;

async function clashOf({ scenario, out, truth }: SimulateCommand, host: SimulateHost): Promise<string | undefined> {
  if (out !== undefined && truth !== undefined && (sameFile(out, truth) || (await sameOutput(out, truth, host))))
    return SAME_OUTPUT(out, truth);
  return (
    (out === undefined ? undefined : await outputIsInput('--out', out, [scenario], host)) ??
    (truth === undefined ? undefined : await outputIsInput('--truth', truth, [scenario], host))
  );
}

async function read(file: string, name: string, host: SimulateHost): Promise<string | undefined> {
  try {
    const input = await host.openInput(file, (warning) => host.writeError(printing`kubelet-timeline: ${warning}\n`));
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of input.chunks) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch (error) {
    const described = host.describeInputError(error, name);
    if (described === undefined) throw error;
    host.writeError(printing`kubelet-timeline: ${described.title} ${described.whatToDo}\n`);
    return undefined;
  }
}

async function put(file: string, lines: readonly string[], host: SimulateHost): Promise<boolean> {
  try {
    await host.writeFile(file, [asWritten(lines.join(''))]);
    return true;
  } catch (error) {
    host.writeError(
      printing`kubelet-timeline: ${file} could not be written: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    return false;
  }
}

function* pieces(lines: readonly string[]): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
