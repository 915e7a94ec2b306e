/** Runs `fleet`: summaries of many nodes become one answer. Streams and files come in, so that tests need no process. */
import type { TextPiece } from '../analysis/outputs/jsonBytes.ts';
import type { Paint } from '../analysis/outputs/formatText.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { FleetBook } from '../fleet/fleetBook.ts';
import { mergeFleet } from '../fleet/mergeFleet.ts';
import { fleetJsonPieces } from '../fleet/outputs/fleetJson.ts';
import { leftOutTexts } from '../fleet/outputs/fleetWords.ts';
import { formatFleetMarkdown } from '../fleet/outputs/formatFleetMarkdown.ts';
import { formatFleetText } from '../fleet/outputs/formatFleetText.ts';
import { redactFleet } from '../fleet/redactFleet.ts';
import { SummaryIntake } from '../fleet/summaryIntake.ts';
import { printable, printing } from '../kubelet/printable.ts';
import type { FleetCommand } from './fleetArguments.ts';
import { nameOf } from './inputs.ts';
import { HeapFull, heapCheck } from './memory.ts';
import { outputIsInput, standardOutputIsInput } from './outputClash.ts';
import type { CommandLineHost, ExitCode } from './host.ts';

/** A file to read, and whether somebody named it or it was found in a folder. */
interface Wanted {
  readonly file: string;
  readonly how: 'asked' | 'found';
}

/** What `fleet` needs of its surroundings: `put` writes the output to a file or to standard output. */
export interface FleetRun {
  readonly host: CommandLineHost;
  readonly paint: Paint | undefined;
  put(output: Iterable<TextPiece>): Promise<0 | 1>;
}

/** Runs `fleet`. */
export async function runFleet(command: FleetCommand, { host, paint, put }: FleetRun): Promise<ExitCode> {
  const book = new FleetBook();
  const files = await filesOf(command, host, book);
  const paths = files.map(({ file }) => file);
  const clash =
    command.out === undefined
      ? await standardOutputIsInput(paths, host)
      : await outputIsInput('--out', command.out, paths, host);
  if (clash !== undefined) {
    host.writeError(printing`kubelet-timeline: ${clash}.\n`);
    return 2;
  }
  try {
    await readAll(files, book, host);
    const { nodes, leftOut } = book;
    for (const text of leftOutTexts(leftOut)) host.writeError(printing`kubelet-timeline: ${text}\n`);
    if (nodes.length === 0) {
      host.writeError(
        printing`kubelet-timeline: ${command.files.map(nameOf).join(', ')}: there is no summary of a node. Each node writes its own: kubelet-timeline analyze LOG --format summary\n`,
      );
      return 1;
    }
    const printed = command.redact === true ? redactFleet(nodes, leftOut) : { nodes, leftOut };
    const code = await put(format(mergeFleet(printed.nodes, printed.leftOut), command, paint));
    return code === 0 && leftOut.refusedCount > 0 ? 1 : code;
  } catch (error) {
    if (!(error instanceof HeapFull)) throw error;
    host.writeError(
      printing`kubelet-timeline: there is not enough memory for so many nodes. Give more: NODE_OPTIONS=--max-old-space-size=8192.\n`,
    );
    return 70;
  }
}

async function filesOf({ files }: FleetCommand, host: CommandLineHost, book: FleetBook): Promise<readonly Wanted[]> {
  const wanted: Wanted[] = [];
  for (const file of files) {
    try {
      const folder = file === '-' ? undefined : await host.findSummaries?.(file);
      if (folder === undefined) wanted.push({ file, how: 'asked' });
      else {
        for (const one of folder.files) wanted.push({ file: one, how: 'found' });
        if (folder.cutShort)
          book.noteUnreadable(
            file,
            'it is too large to be searched as a whole; summaries in a part of it may have been missed',
          );
      }
    } catch (error) {
      book.noteUnreadable(file, whyUnreadable(error, file, host));
    }
  }
  return wanted;
}

async function readAll(files: readonly Wanted[], book: FleetBook, host: CommandLineHost): Promise<void> {
  const stopCheck = heapCheck(host);
  for (const [at, { file, how }] of files.entries()) {
    const name = nameOf(file);
    const intake = new SummaryIntake(name, book.take, how);
    try {
      const { chunks } = await host.openInput(file, () => undefined);
      for await (const chunk of chunks) {
        intake.push(chunk);
        stopCheck();
        if (!intake.isWorthReading) break;
      }
    } catch (error) {
      if (error instanceof HeapFull) throw error;
      book.noteUnreadable(name, whyUnreadable(error, name, host));
    }
    // What was read before a file broke off counts.
    book.noteFile(name, intake.end(), how === 'asked');
    host.status?.show(() => printable(`kubelet-timeline: reading summaries, ${at + 1} of ${files.length} files`));
  }
}

function whyUnreadable(error: unknown, name: string, host: CommandLineHost): string {
  const text = host.describeInputError(error, name);
  if (text === undefined) throw error;
  return text.title.replace(/\.$/, '');
}

function format(fleet: Fleet, command: FleetCommand, paint: Paint | undefined): Iterable<TextPiece> {
  switch (command.format) {
    case 'json':
      return fleetJsonPieces(fleet);
    case 'markdown':
      return [formatFleetMarkdown(fleet)];
    case 'text':
      return [formatFleetText(fleet, paint)];
  }
}
