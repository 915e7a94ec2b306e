/** The help of the program and of each command, made from the table. */
import { COMMANDS, EXITS } from './commands.ts';
import type { CommandRow, OptionRow } from './optionRow.ts';
import { GENERAL_OPTIONS } from './options.ts';
import { optionsOf } from './readUsage.ts';

const WIDTH = 100;
const PROGRAM = 'kubelet-timeline';

/** What `kubelet-timeline --help` prints. */
export function programHelp(): string {
  return [
    `Usage: ${PROGRAM} COMMAND ... [options]`,
    '',
    ...wrap(
      "Reads a kubelet's log, replays it through a model of the kubelet, and says when and why the node went NotReady.",
      0,
    ),
    '',
    `  ${PROGRAM} analyze kubelet.log`,
    `  journalctl -u kubelet -o short-iso-precise | ${PROGRAM} analyze`,
    '',
    'Commands:',
    ...COMMANDS.flatMap(({ name, summary }) => inColumns(name, summary, 16)),
    '',
    'Options:',
    ...GENERAL_OPTIONS.flatMap((row) => inColumns(optionTitle(row), row.help, 24)),
    '',
    `The options of a command: ${PROGRAM} COMMAND --help`,
    '',
    ...exitLines(),
    '',
  ].join('\n');
}

/** What `kubelet-timeline COMMAND --help` prints. */
export function commandHelp(command: CommandRow): string {
  const options = optionsOf(command);
  return [
    `Usage: ${[PROGRAM, command.name, command.operands, '[options]'].filter((part) => part !== '').join(' ')}`,
    '',
    ...command.about.flatMap((paragraph) => [...wrap(paragraph, 0), '']),
    'Options:',
    ...options.flatMap((row) => inColumns(optionTitle(row), row.help, 24)),
    '',
    ...(command.examples.length === 0
      ? []
      : ['Examples:', ...command.examples.flatMap(({ line, does }) => [`  ${line}`, `      ${does}`]), '']),
    ...exitLines(),
    '',
  ].join('\n');
}

/** An option as the help writes it: `-h, --help`, `--out FILE`. */
export function optionTitle({ name, short, value }: OptionRow): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function exitLines(): readonly string[] {
  return wrap(`Exit status: ${EXITS.map(({ code, means }) => `${code} ${means}`).join('; ')}.`, 0);
}

function inColumns(title: string, text: string, column: number): readonly string[] {
  const [first = '', ...rest] = wrap(text, column);
  const left = `  ${title}`;
  return left.length < column ? [left.padEnd(column) + first.trimStart(), ...rest] : [left, first, ...rest];
}

/** Breaks at blanks, with so many blanks before each line. */
function wrap(text: string, indent: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(' '.repeat(indent) + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(' '.repeat(indent) + line);
  return lines;
}
