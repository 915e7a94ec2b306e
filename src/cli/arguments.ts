/** The command line as data: what is asked for, or what is wrong with it. Knows no streams and no files. */
import type { SummaryLabel } from '../analysis/outputs/summary/summaryJson.ts';
import { isNodeName } from '../adapters/nodeLog/nodeWays.ts';
import { needsSpan } from '../analysis/sources/timeWindow.ts';
import { parseDuration, type TimeWish } from '../analysis/sources/timeWish.ts';
import { type Duration, milliseconds } from '../kubelet/time.ts';
import { type FailOn, readFailOn } from './failOn.ts';
import { type FleetCommand, readFleet } from './fleetArguments.ts';
import { isTimeZone, type NodeOfFile, readLabelOptions, readNodeOptions, readTimeOption, sameFile } from './options.ts';
import { readWhatIf, type ScenarioCommand, type WhatIfCommand } from './whatIfArguments.ts';
import { readSimulate, type SimulateCommand } from './simulateArguments.ts';
import { FORMATS, SHELLS, STATE_FORMATS } from './usage/commands.ts';
import { LANGUAGES } from './usage/options.ts';
import type { Shell } from './usage/completions.ts';
import type { CommandRow } from './usage/optionRow.ts';
import { readUsage, type Usage, type WrongUsage } from './usage/readUsage.ts';

export type Format = (typeof FORMATS)[number];
type StateFormat = (typeof STATE_FORMATS)[number];
export type ColourWish = 'auto' | 'always' | 'never';

/** What is read, in what way, and where the output goes: the same for all commands that read logs. */
export interface ReadCommand {
  /** Paths as given; `-` is standard input. At least one. */
  readonly files: readonly string[];
  /** Where to write instead of standard output. */
  readonly out?: string;
  readonly color?: ColourWish;
  /** Of the answer, as BCP 47 has it. */
  readonly language?: (typeof LANGUAGES)[number];
  readonly year?: number;
  readonly timeZone?: string;
  readonly since?: TimeWish;
  readonly until?: TimeWish;
  /** Files whose node the user named; they stand in `files` too. */
  readonly nodes?: readonly NodeOfFile[];
  /** Pseudonyms instead of the names in the log. */
  readonly redact?: true;
}

export interface AnalyzeCommand extends ReadCommand {
  readonly kind: 'analyze';
  readonly format: Format;
  readonly failOn?: readonly FailOn[];
  /** For the summaries. */
  readonly labels?: readonly SummaryLabel[];
  /** Reads on what is written to the one file. */
  readonly follow?: true;
}

/** One of `at` and `every`; `since` and `until` say which moments are wanted; all of the log is read. */
export interface StateCommand extends ReadCommand {
  readonly kind: 'state';
  readonly format: StateFormat;
  readonly at?: TimeWish;
  readonly every?: Duration;
}

/** Fetches the log of a node, then analyzes it. */
export interface NodeCommand {
  readonly kind: 'node';
  readonly node: string;
  readonly context?: string;
  /** What is relative is counted from now. */
  readonly from?: TimeWish;
  readonly analyze: AnalyzeCommand;
}

/** Text about the program itself. */
export type AboutCommand =
  | { readonly kind: 'completion'; readonly shell: Shell; readonly out?: string }
  | { readonly kind: 'man' | 'getting-logs'; readonly out?: string };

export type Command =
  | AnalyzeCommand
  | NodeCommand
  | StateCommand
  | SimulateCommand
  | ScenarioCommand
  | WhatIfCommand
  | FleetCommand
  | AboutCommand
  | { readonly kind: 'mcp'; readonly redact?: true }
  | { readonly kind: 'help'; readonly command?: CommandRow }
  | { readonly kind: 'version' }
  | WrongUsage;

/** Whatever is missing on the command line is read from standard input where something is piped into the program. */
export interface Surroundings {
  readonly piped: boolean;
}

/** Reads the arguments after the program's name. */
export function parseArguments(args: readonly string[], { piped }: Surroundings = { piped: false }): Command {
  const usage = readUsage(args);
  if (usage.kind !== 'usage') return usage;
  const given: Usage = usage.operands.length === 0 && piped ? { ...usage, operands: ['-'] } : usage;
  const read = readCommand(given, usage.operands.length === 0);
  return 'why' in read ? { kind: 'wrong-usage', why: read.why, command: usage.command } : read;
}

interface Problem {
  readonly why: string;
}

function readCommand(usage: Usage, nothingNamed: boolean): Exclude<Command, WrongUsage> | Problem {
  switch (usage.command.name) {
    case 'analyze':
      return analyzeCommand(usage, nothingNamed);
    case 'node':
      return nodeCommand(usage);
    case 'state':
      return stateCommand(usage, nothingNamed);
    case 'simulate':
      return readSimulate(usage);
    case 'scenario': {
      const read = readingOf(usage, nothingNamed);
      return 'why' in read ? read : { kind: 'scenario', ...read };
    }
    case 'what-if': {
      const read = readingOf(usage, nothingNamed);
      return 'why' in read ? read : readWhatIf(usage, read);
    }
    case 'fleet':
      return readFleet(usage);
    case 'completion':
      return completionCommand(usage);
    case 'mcp':
      return { kind: 'mcp', ...(usage.values.has('redact') ? { redact: true } : {}) };
    case 'getting-logs':
      return { kind: 'getting-logs', ...outOf(usage) };
    default:
      return { kind: 'man', ...outOf(usage) };
  }
}

/** The last value of an option. */
function last({ values }: Usage, name: string): string | undefined {
  return values.get(name)?.at(-1);
}

/** `--out -` is standard output. */
function outOf(usage: Usage): { readonly out?: string } {
  const out = last(usage, 'out');
  return out === undefined || out === '-' ? {} : { out };
}

function completionCommand(usage: Usage): AboutCommand | Problem {
  const [word] = usage.operands;
  const shell = SHELLS.find((known) => known === word);
  return shell === undefined
    ? { why: `completion needs a SHELL: one of ${SHELLS.join(', ')}` }
    : { kind: 'completion', shell, ...outOf(usage) };
}

function analyzeCommand(usage: Usage, nothingNamed: boolean): AnalyzeCommand | Problem {
  const read = readingOf(usage, nothingNamed);
  if ('why' in read) return read;
  const failOn: FailOn[] = [];
  for (const text of usage.values.get('fail-on') ?? []) {
    const wish = readFailOn(text);
    if (typeof wish === 'object') return wish;
    failOn.push(wish);
  }
  const format = FORMATS.find((known) => known === last(usage, 'format')) ?? 'text';
  const labels = readLabelOptions(usage.values.get('label') ?? []);
  if ('why' in labels) return labels;
  if (labels.length > 0 && format !== 'summary') return { why: '--label is for summaries: it needs --format summary' };
  const follow = usage.values.has('follow');
  const problem = follow ? notFollowed(read, format) : undefined;
  if (problem !== undefined) return problem;
  if (!follow && format === 'ndjson')
    return { why: '--format ndjson tells the changes of a log that is read on: it needs --follow' };
  return {
    kind: 'analyze',
    ...read,
    format,
    ...(failOn.length === 0 ? {} : { failOn }),
    ...(labels.length === 0 ? {} : { labels }),
    ...(follow ? { follow: true as const } : {}),
  };
}

function nodeCommand(usage: Usage): NodeCommand | Problem {
  const [node, ...others] = usage.operands;
  if (node === undefined || others.length > 0) return { why: 'node needs the NAME of one node' };
  if (!isNodeName(node)) return { why: `${node} is no name of a node: kubectl get nodes lists them` };
  const context = last(usage, 'context');
  const from = timeOf('since', usage);
  if (from !== undefined && 'why' in from) return from;
  const values = new Map([...usage.values].filter(([name]) => name !== 'since'));
  const analyze = analyzeCommand({ ...usage, values }, false);
  if ('why' in analyze) return analyze;
  return {
    kind: 'node',
    node,
    analyze,
    ...(context === undefined ? {} : { context }),
    ...(from === undefined ? {} : { from }),
  };
}

/** What cannot be wished together with `--follow`. */
function notFollowed({ files, nodes, redact, since, until }: ReadCommand, format: Format): Problem | undefined {
  if (files.length > 1) return { why: '--follow reads on one FILE, or standard input' };
  if (nodes !== undefined) return { why: '--follow takes its FILE as it is, without --node' };
  if (redact === true)
    return { why: '--redact has to see all of a log before it is read, and --follow cannot wait for that' };
  if (format !== 'text' && format !== 'ndjson')
    return {
      why: `--follow tells changes as text or ndjson; for --format ${format} analyze the log once more afterwards`,
    };
  if ([since, until].some(needsSpan))
    return {
      why: 'a time that is counted from the end of the log cannot be had with --follow: give --since and --until with their dates',
    };
  return undefined;
}

function stateCommand(usage: Usage, nothingNamed: boolean): StateCommand | Problem {
  const read = readingOf(usage, nothingNamed);
  if ('why' in read) return read;
  const format = STATE_FORMATS.find((known) => known === last(usage, 'format')) ?? 'text';
  if (usage.values.has('at') === usage.values.has('every'))
    return { why: 'state needs --at TIME or --every D, one of the two' };
  const at = timeOf('at', usage);
  if (at !== undefined) return 'why' in at ? at : { kind: 'state', ...read, format, at };
  const text = last(usage, 'every') ?? '';
  const every = parseDuration(text);
  return every === undefined || every < LEAST_STEP
    ? { why: `--every ${text}: give a duration of at least 1ms, e.g. 1s, 500ms or 1m` }
    : { kind: 'state', ...read, format, every };
}

/** Steps of less would tell nothing more: that is what the log's times are worth. */
const LEAST_STEP = milliseconds(1);

function readingOf(usage: Usage, nothingNamed: boolean): ReadCommand | Problem {
  const nodes = readNodeOptions(usage.values.get('node') ?? []);
  if ('why' in nodes) return nodes;
  // Where only --node names files, what is piped in is not asked for.
  const operands = nothingNamed && nodes.length > 0 ? [] : usage.operands;
  const files = [
    ...operands,
    ...nodes.map(({ file }) => file).filter((file) => !operands.some((other) => sameFile(other, file))),
  ];
  if (files.length === 0) return { why: `${usage.command.name} needs a FILE, or - for standard input` };
  if (files.filter((file) => file === '-').length > 1) return { why: 'standard input (-) can be read only once' };
  const yearText = last(usage, 'year');
  if (yearText !== undefined && !/^(?:19|20|21)\d\d$/.test(yearText))
    return { why: `--year ${yearText}: give four digits, e.g. 2026` };
  const timeZone = last(usage, 'time-zone');
  if (timeZone !== undefined && !isTimeZone(timeZone))
    return { why: `--time-zone ${timeZone}: give UTC, an offset such as +02:00, or a name such as Europe/Berlin` };
  const since = timeOf('since', usage);
  if (since !== undefined && 'why' in since) return since;
  const until = timeOf('until', usage);
  if (until !== undefined && 'why' in until) return until;
  const color = COLOUR_WISHES.find((known) => known === last(usage, 'color'));
  const language = LANGUAGES.find((known) => known === last(usage, 'language'));
  return {
    files,
    ...outOf(usage),
    ...(language === undefined ? {} : { language }),
    ...(color === undefined ? {} : { color }),
    ...(yearText === undefined ? {} : { year: Number(yearText) }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(nodes.length === 0 ? {} : { nodes }),
    ...(usage.values.has('redact') ? { redact: true } : {}),
  };
}

const COLOUR_WISHES = ['auto', 'always', 'never'] as const;

function timeOf(name: 'since' | 'until' | 'at', usage: Usage): ReturnType<typeof readTimeOption> | undefined {
  const text = last(usage, name);
  return text === undefined ? undefined : readTimeOption(`--${name}`, text);
}
