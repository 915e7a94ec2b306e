/** The command line as data: what is asked for, or what is wrong with it. Knows no streams and no files. */
import { journalCommand } from '../kubelet/journalCommand.ts';
import { parseDuration, type TimeWish } from '../analysis/sources/timeWindow.ts';
import { type Duration, milliseconds } from '../kubelet/time.ts';
import { isTimeZone, type NodeOfFile, readNodeOptions, readTimeOption, sameFile } from './options.ts';

export const FORMATS = ['json', 'text', 'markdown'] as const;
export type Format = (typeof FORMATS)[number];

export const STATE_FORMATS = ['text', 'ndjson'] as const;
export type StateFormat = (typeof STATE_FORMATS)[number];

/** What is read, in what way, and where the output goes: the same for all commands that read logs. */
export interface ReadCommand {
  /** Paths as given; `-` is standard input. At least one. */
  readonly files: readonly string[];
  /** Where to write instead of standard output. */
  readonly out?: string;
  readonly year?: number;
  readonly timeZone?: string;
  readonly since?: TimeWish;
  readonly until?: TimeWish;
  /** Files whose node the user named; they stand in `files` too. */
  readonly nodes?: readonly NodeOfFile[];
}

export interface AnalyzeCommand extends ReadCommand {
  readonly kind: 'analyze';
  readonly format: Format;
}

/** One of `at` and `every`; `since` and `until` say which moments are told of, all of the log is read. */
export interface StateCommand extends ReadCommand {
  readonly kind: 'state';
  readonly format: StateFormat;
  readonly at?: TimeWish;
  readonly every?: Duration;
}

export type Command =
  | AnalyzeCommand
  | StateCommand
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong-usage'; readonly why: string };

export const HELP = `Usage: kubelet-timeline analyze FILE... [options]
       kubelet-timeline state FILE... (--at TIME | --every D) [options]
       kubelet-timeline simulate SCENARIO.json [options]   (see kubelet-timeline simulate --help)

Reads a kubelet's log, replays it through a model of the kubelet, and says when and why the node went NotReady.
FILE is a journal export (any journalctl text or JSON output), a syslog file or a raw kubelet log; gzip, zstd, xz
and bzip2 are read as they are, and - is standard input:
  ${journalCommand()} | kubelet-timeline analyze -
Several files are merged by time: rotated sets, several nodes. Of a folder (must-gather, sosreport, an export of
kind, /var/log) the kubelet logs in it are read.

Options:
  --format FORMAT   text (default), markdown, or json (schema kubelet-timeline/analysis@1); of state: text or ndjson
  --out FILE        write to FILE instead of standard output
  --year YEAR       year of the first line, where the log names none (default: from the log, else the file's date)
  --time-zone ZONE  zone of the node's clock: UTC, an offset such as +02:00, or a name such as Europe/Berlin
  --since TIME, --until TIME
                    look only at this stretch: 2026-11-21T00:31:42Z, 2026-11-21 00:31, 00:31:42, or -1h before the
                    end; without a zone in --time-zone, else as this program prints times
  --at TIME         of state: the kubelet's inner state at this moment, in the forms of --since
  --every D         of state: in short, at each 1s, 500ms, 1m ... of each kubelet process
  --node NAME=FILE  read FILE as the log of the node NAME; may be repeated
  --help            this text
  --version         the version of this program

Exit status: 0 done; 1 the input could not be read or holds no kubelet records; 2 wrong usage;
70 there was not enough memory.
`;

/** Options that carry a value. */
const VALUED = [
  '--format',
  '--out',
  '--year',
  '--time-zone',
  '--since',
  '--until',
  '--node',
  '--at',
  '--every',
] as const;
type Valued = (typeof VALUED)[number];

/** Reads the arguments after the program's name. */
export function parseArguments(args: readonly string[]): Command {
  const words: string[] = [];
  const values = new Map<Valued, string>();
  const nodes: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (word === '--help' || word === '-h') return { kind: 'help' };
    if (word === '--version') return { kind: 'version' };
    if (word === '--') {
      words.push(...args.slice(index + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-')) {
      words.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    const name = VALUED.find((option) => option === (equals < 0 ? word : word.slice(0, equals)));
    if (name === undefined) return wrong(`unknown option ${word}`);
    const value = equals < 0 ? args[(index += 1)] : word.slice(equals + 1);
    if (value === undefined || value === '') return wrong(`${name} needs a value`);
    if (name === '--node') nodes.push(value);
    else values.set(name, value);
  }
  const [command, ...files] = words;
  if (command === undefined) return wrong('say what to do, e.g. analyze FILE');
  if (command === 'state') return stateCommand(files, values, nodes);
  if (command !== 'analyze')
    return wrong(
      `unknown command ${command}${/[./]|^-$/.test(command) ? `; to read a log: kubelet-timeline analyze ${command}` : ''}`,
    );
  return analyzeCommand(files, values, nodes);
}

function analyzeCommand(
  given: readonly string[],
  values: ReadonlyMap<Valued, string>,
  nodeTexts: readonly string[],
): Command {
  const stray = (['--at', '--every'] as const).find((name) => values.has(name));
  if (stray !== undefined) return wrong(`${stray} belongs to the command state`);
  const read = readCommand('analyze', given, values, nodeTexts);
  if ('why' in read) return wrong(read.why);
  const format = FORMATS.find((known) => known === (values.get('--format') ?? 'text'));
  return format === undefined
    ? wrong(`--format ${values.get('--format')}: choose one of ${FORMATS.join(', ')}`)
    : { kind: 'analyze', ...read, format };
}

function stateCommand(
  given: readonly string[],
  values: ReadonlyMap<Valued, string>,
  nodeTexts: readonly string[],
): Command {
  const read = readCommand('state', given, values, nodeTexts);
  if ('why' in read) return wrong(read.why);
  const format = STATE_FORMATS.find((known) => known === (values.get('--format') ?? 'text'));
  if (format === undefined)
    return wrong(`--format ${values.get('--format')}: choose one of ${STATE_FORMATS.join(', ')}`);
  if (values.has('--at') === values.has('--every')) return wrong('state needs --at TIME or --every D, one of the two');
  const at = timeOf('--at', values);
  if (at !== undefined) return 'why' in at ? wrong(at.why) : { kind: 'state', ...read, format, at };
  const text = values.get('--every') ?? '';
  const every = parseDuration(text);
  return every === undefined || every < LEAST_STEP
    ? wrong(`--every ${text}: give a duration of at least 1ms, e.g. 1s, 500ms or 1m`)
    : { kind: 'state', ...read, format, every };
}

/** Steps of less would tell nothing more: that is what the log's times are worth. */
const LEAST_STEP = milliseconds(1);

function readCommand(
  command: string,
  given: readonly string[],
  values: ReadonlyMap<Valued, string>,
  nodeTexts: readonly string[],
): ReadCommand | { readonly why: string } {
  const nodes = readNodeOptions(nodeTexts);
  if ('why' in nodes) return nodes;
  const files = [
    ...given,
    ...nodes.map(({ file }) => file).filter((file) => !given.some((other) => sameFile(other, file))),
  ];
  if (files.length === 0) return { why: `${command} needs a FILE, or - for standard input` };
  if (files.filter((file) => file === '-').length > 1) return { why: 'standard input (-) can be read only once' };
  const yearText = values.get('--year');
  if (yearText !== undefined && !/^(?:19|20|21)\d\d$/.test(yearText))
    return { why: `--year ${yearText}: give four digits, e.g. 2026` };
  const timeZone = values.get('--time-zone');
  if (timeZone !== undefined && !isTimeZone(timeZone))
    return { why: `--time-zone ${timeZone}: give UTC, an offset such as +02:00, or a name such as Europe/Berlin` };
  const since = timeOf('--since', values);
  if (since !== undefined && 'why' in since) return since;
  const until = timeOf('--until', values);
  if (until !== undefined && 'why' in until) return until;
  const out = values.get('--out');
  return {
    files,
    ...(out === undefined ? {} : { out }),
    ...(yearText === undefined ? {} : { year: Number(yearText) }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(nodes.length === 0 ? {} : { nodes }),
  };
}

function timeOf(
  name: '--since' | '--until' | '--at',
  values: ReadonlyMap<Valued, string>,
): ReturnType<typeof readTimeOption> | undefined {
  const text = values.get(name);
  return text === undefined ? undefined : readTimeOption(name, text);
}

function wrong(why: string): Command {
  return { kind: 'wrong-usage', why };
}
