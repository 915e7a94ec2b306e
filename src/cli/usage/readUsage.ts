/** Reads arguments by the table, with Node's `parseArgs`: which command, which options, which operands. What the values mean is not known here. */
import { appendTo } from '../../kubelet/groups.ts';
import { parseArgs } from 'node:util';
import { COMMANDS } from './commands.ts';
import { nearest } from './nearest.ts';
import type { CommandRow, OptionRow } from './optionRow.ts';
import { GENERAL_OPTIONS } from './options.ts';

/** Arguments that fit the table. */
export interface Usage {
  readonly kind: 'usage';
  readonly command: CommandRow;
  readonly operands: readonly string[];
  /** The values of each option, in the order in which they were given. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

export type UsageOutcome =
  | Usage
  /** Of one command, or of the program. */
  | { readonly kind: 'help'; readonly command?: CommandRow }
  | { readonly kind: 'version' }
  | WrongUsage;

/** `command`: whose help says more. */
export interface WrongUsage {
  readonly kind: 'wrong-usage';
  readonly why: string;
  readonly command?: CommandRow;
}

/** Options of all commands by name; those of the same name are all switches or all valued, which a test holds. */
const ALL_OPTIONS: ReadonlyMap<string, OptionRow> = new Map(
  [...GENERAL_OPTIONS, ...COMMANDS.flatMap(({ options }) => options)].map((row) => [row.name, row]),
);

const CONFIG = Object.fromEntries(
  [...ALL_OPTIONS.values()].map(({ name, short, value }) => [
    name,
    {
      type: value === undefined ? ('boolean' as const) : ('string' as const),
      ...(short === undefined ? {} : { short }),
    },
  ]),
);

/** Reads the arguments after the program's name. Options may stand before the command, too. */
export function readUsage(args: readonly string[]): UsageOutcome {
  // Not strict: a value may begin with a dash (`--since -1h`), and a word that is not known gets a suggestion.
  const { tokens } = parseArgs({
    args: [...args],
    options: CONFIG,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const [word, ...operands] = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const command = COMMANDS.find(({ name }) => name === word);
  const wrong = (why: string): WrongUsage => ({
    kind: 'wrong-usage',
    why,
    ...(command === undefined ? {} : { command }),
  });
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const row = ALL_OPTIONS.get(token.name);
    if (row === undefined) return wrong(unknownOption(token.rawName, command));
    if (row.name === 'help') return { kind: 'help', ...(command === undefined ? {} : { command }) };
    if (row.name === 'version') return { kind: 'version' };
    if (row.value === undefined && token.value !== undefined) return wrong(`--${row.name} takes no value`);
    if (row.value !== undefined && (token.value === undefined || token.value === ''))
      return wrong(`--${row.name} needs a value`);
    appendTo(given, row.name, token.value ?? '');
  }
  if (word === 'version') return { kind: 'version' };
  if (word === 'help') return helpOf(operands);
  if (command === undefined)
    return wrong(word === undefined ? 'say what to do, e.g. analyze FILE' : unknownCommand(word));
  const problem = wrongOption(command, given);
  return problem === undefined ? { kind: 'usage', command, operands, values: given } : wrong(problem);
}

/** The options that may stand behind a command. */
export function optionsOf({ options }: CommandRow): readonly OptionRow[] {
  return [...options, ...GENERAL_OPTIONS];
}

function helpOf([word]: readonly string[]): UsageOutcome {
  if (word === undefined) return { kind: 'help' };
  const command = COMMANDS.find(({ name }) => name === word);
  return command === undefined ? { kind: 'wrong-usage', why: unknownCommand(word) } : { kind: 'help', command };
}

function wrongOption(command: CommandRow, given: ReadonlyMap<string, readonly string[]>): string | undefined {
  const own = optionsOf(command);
  for (const [name, values] of given) {
    const row = own.find((option) => option.name === name);
    if (row === undefined) {
      const owners = COMMANDS.filter(({ options }) => options.some((option) => option.name === name));
      return `--${name} belongs to the command ${owners.map((owner) => owner.name).join(' or ')}`;
    }
    const { choices } = row;
    const stray = choices === undefined ? undefined : values.find((value) => !choices.includes(value));
    if (choices !== undefined && stray !== undefined) {
      const near = nearest(stray, choices);
      return `--${name} ${stray}: choose one of ${choices.join(', ')}${near === undefined ? '' : `; did you mean ${near}?`}`;
    }
  }
  return undefined;
}

function unknownOption(rawName: string, command: CommandRow | undefined): string {
  const known = (command === undefined ? [...ALL_OPTIONS.values()] : optionsOf(command)).map(({ name }) => name);
  const near = rawName.startsWith('--') ? nearest(rawName.slice(2), known) : undefined;
  return `unknown option ${rawName}${near === undefined ? '' : `; did you mean --${near}?`}`;
}

function unknownCommand(word: string): string {
  const near = nearest(
    word,
    COMMANDS.map(({ name }) => name),
  );
  if (near !== undefined) return `unknown command ${word}; did you mean ${near}?`;
  return `unknown command ${word}${/[./]|^-$/.test(word) ? `; to read a log: kubelet-timeline analyze ${word}` : ''}`;
}
