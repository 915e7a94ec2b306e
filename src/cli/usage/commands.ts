/** All commands with their options: the one table of the command line. A new command is a row here, a reader of its values and a case in `run.ts`. */
import { ENVELOPES } from '../../journal/envelope/writeEnvelope.ts';
import { journalCommand } from '../../kubelet/journalCommand.ts';
import { CHANGES } from '../../whatIf/changeTable.ts';
import type { CommandRow, OptionRow } from './optionRow.ts';
import { ABOUT_TIMES, CLOCK_OPTIONS, LABEL, LANGUAGE, NODE, OUT, REDACT, WINDOW_OPTIONS } from './options.ts';

export const FORMATS = ['text', 'markdown', 'html', 'json', 'trace', 'summary', 'ndjson'] as const;
/** Of a node's log that is fetched at once. */
const NODE_FORMATS = FORMATS.filter((format) => format !== 'ndjson');
export const STATE_FORMATS = ['text', 'ndjson'] as const;
export const WHAT_IF_FORMATS = ['text', 'json'] as const;
export const FLEET_FORMATS = ['text', 'markdown', 'json'] as const;
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Paragraph about what can be read. */
const ABOUT_FILES =
  'FILE is a journal export (any journalctl text or JSON output), a binary journal, a syslog file or a raw kubelet log; gzip, zstd, xz and bzip2 are read as they are, and - is standard input, ' +
  'which is also read where no FILE is given and something is piped in. Several files are merged by time: rotated sets, several nodes. Of a folder or an archive (tar, zip; must-gather, sosreport, an export of ' +
  'kind, /var/log) the kubelet logs in it are read.';

/** Of commands that read logs. */
const READING_OPTIONS: readonly OptionRow[] = [...WINDOW_OPTIONS, NODE, REDACT, ...CLOCK_OPTIONS];

const FAIL_ON: OptionRow = {
  name: 'fail-on',
  value: 'WHAT',
  offers: ['unhealthy', 'finding:'],
  repeated: true,
  help: 'end with 3 where the node was unhealthy (unhealthy) or a finding is there (finding:ID); may be repeated',
};

const ANALYZE: CommandRow = {
  name: 'analyze',
  operands: 'FILE...',
  operandsAre: 'files',
  summary: 'say when and why a node went NotReady',
  about: [
    "Reads a kubelet's log, replays it through a model of the kubelet, and says when and why the node went NotReady.",
    ABOUT_FILES,
    ABOUT_TIMES,
  ],
  options: [
    {
      name: 'format',
      value: 'FORMAT',
      choices: FORMATS,
      help: 'text (default), markdown, html (one file with charts), json (schema kubelet-timeline/analysis@1), trace (for Perfetto and chrome://tracing), summary (a line of JSON for each node, at most 64 KB, for the command fleet), or ndjson (with --follow: a line of JSON for each change, the whole answer last)',
    },
    OUT,
    {
      name: 'follow',
      help: 'read on what is written to FILE, over its rotations too, and tell each change of the verdict as it happens; Ctrl-C ends it with the whole answer',
    },
    FAIL_ON,
    LABEL,
    ...WINDOW_OPTIONS,
    NODE,
    REDACT,
    LANGUAGE,
    ...CLOCK_OPTIONS,
  ],
  examples: [
    { line: 'kubelet-timeline analyze kubelet.log', does: 'the answer as text' },
    { line: `${journalCommand()} | kubelet-timeline analyze`, does: 'of this node' },
    {
      line: 'kubelet-timeline analyze must-gather/ --format json --out answer.json',
      does: 'of all kubelet logs in a folder',
    },
    {
      line: 'kubelet-timeline analyze kubelet.log --format html --redact --out report.html',
      does: 'a report to pass on: one file, without the names in the log',
    },
    {
      line: `${journalCommand('-f')} | kubelet-timeline analyze --follow`,
      does: 'of this node, as it happens',
    },
    {
      line: 'kubelet-timeline analyze kubelet.log --since "1 hour ago" --fail-on unhealthy',
      does: 'in a script: the last hour, with exit status 3 where the node was unhealthy',
    },
  ],
};

const NODE_COMMAND: CommandRow = {
  name: 'node',
  operands: 'NAME',
  operandsAre: 'nothing',
  summary: 'fetch the kubelet log of a node of a cluster, and analyze it',
  about: [
    'Fetches the log of the kubelet on the node NAME with oc or kubectl, as the user whose kubeconfig they read, and says when and why the node went NotReady.',
    'Tries in order what works there: oc adm node-logs, the log query of the kubelet (kubectl get --raw), and kubectl debug, which starts a pod on the node that prints the journal. ' +
      'What is tried, and what the programs say, is on standard error. No other command starts a program.',
    'TIME is written as analyze takes it; what is relative is counted from now.',
  ],
  options: [
    { name: 'context', value: 'CONTEXT', help: 'the context of the kubeconfig, instead of the current one' },
    { name: 'since', value: 'TIME', offers: ['-1h', '-2h', '-1d'], help: 'the log from TIME on' },
    { name: 'format', value: 'FORMAT', choices: NODE_FORMATS, help: 'as of analyze' },
    OUT,
    FAIL_ON,
  ],
  examples: [{ line: 'kubelet-timeline node worker-2 --since -2h', does: 'the last two hours of a node' }],
};

const STATE: CommandRow = {
  name: 'state',
  operands: 'FILE... (--at TIME | --every D)',
  operandsAre: 'files',
  summary: 'show what the kubelet held inside at a moment',
  about: [
    "Prints the kubelet's inner state as the replay knows it: in full at one moment, or in short at every step.",
    ABOUT_FILES,
    ABOUT_TIMES,
  ],
  options: [
    { name: 'at', value: 'TIME', offers: ['now', 'today', '-1h'], help: 'the state at this moment' },
    {
      name: 'every',
      value: 'D',
      offers: ['1s', '10s', '1m'],
      help: 'in short, at each 1s, 500ms, 1m ... of each kubelet process',
    },
    { name: 'format', value: 'FORMAT', choices: STATE_FORMATS, help: 'text (default) or ndjson' },
    OUT,
    ...READING_OPTIONS,
  ],
  examples: [
    { line: 'kubelet-timeline state kubelet.log --at 00:31:42', does: 'at that time' },
    { line: 'kubelet-timeline state kubelet.log --every 1s --format ndjson', does: 'one JSON object a second' },
  ],
};

const SIMULATE: CommandRow = {
  name: 'simulate',
  operands: 'SCENARIO.json',
  operandsAre: 'files',
  summary: 'write the log that a kubelet would write',
  about: [
    'Runs a whole kubelet in virtual time and writes the log it would write. SCENARIO.json says what happens: pods, latencies and faults of the container runtime, restarts; ' +
      '- is standard input, which is also read where no SCENARIO.json is given and something is piped in.',
  ],
  options: [
    { ...OUT, help: 'write the log to FILE instead of standard output, which is -' },
    {
      name: 'truth',
      value: 'FILE',
      file: true,
      help: 'write what really happened to FILE, one JSON object a line',
    },
    {
      name: 'format',
      value: 'MODE',
      choices: ENVELOPES,
      help: `how the journal prints the lines, instead of the scenario's own: ${ENVELOPES.join(', ')} (none: klog lines alone)`,
    },
  ],
  examples: [
    {
      line: 'kubelet-timeline simulate hang.kubelet-scenario.json --out kubelet.log --truth truth.jsonl',
      does: 'a log, and beside it what really happened',
    },
  ],
};

const SCENARIO: CommandRow = {
  name: 'scenario',
  operands: 'FILE...',
  operandsAre: 'files',
  summary: 'infer the scenario that explains a log, for simulate',
  about: [
    'Reads a log and prints the scenario that explains it: pods, what the calls of the container runtime did, settings, restarts. The command simulate takes it, and writes a log like the one that was read. ' +
      'Its member known says of each value whether it is inferred, and from which lines, or assumed. Of a log of several nodes it is the node that was unhealthy longest.',
    ABOUT_FILES,
    ABOUT_TIMES,
  ],
  options: [{ ...OUT, help: 'write the scenario to FILE instead of standard output, which is -' }, ...READING_OPTIONS],
  examples: [
    {
      line: 'kubelet-timeline scenario kubelet.log --out incident.kubelet-scenario.json',
      does: 'to be changed by hand, and run by simulate',
    },
  ],
};

const WHAT_IF: CommandRow = {
  name: 'what-if',
  operands: 'FILE... CHANGE...',
  operandsAre: 'files',
  summary: 'say what would have happened with another version, latency, time-out …',
  about: [
    'Infers the scenario of a log, runs the embedded kubelet over it unchanged and with what the options change, and puts both beside what the log shows, with the difference in one sentence. ' +
      'What is inferred and what is assumed is said; where the unchanged run is not like the log, that too.',
    'D is a duration (500ms, 15s, 2m) or a number of seconds.',
    ABOUT_FILES,
    ABOUT_TIMES,
  ],
  options: [
    ...CHANGES.map(({ option, value, offers, help }): OptionRow =>
      value === 'on|off' ? { name: option, value, choices: offers, help } : { name: option, value, offers, help },
    ),
    {
      name: 'format',
      value: 'FORMAT',
      choices: WHAT_IF_FORMATS,
      help: 'text (default) or json (schema kubelet-timeline/what-if@1)',
    },
    OUT,
    ...READING_OPTIONS,
  ],
  examples: [
    { line: 'kubelet-timeline what-if kubelet.log --kubelet-version 1.32', does: 'with another kubelet' },
    {
      line: 'kubelet-timeline what-if kubelet.log --request-timeout 15s --hung-pods 2 --format json',
      does: 'two changes at once, for a program',
    },
  ],
};

const FLEET: CommandRow = {
  name: 'fleet',
  operands: 'FILE...',
  operandsAre: 'files',
  summary: 'merge summaries of many nodes into one answer',
  about: [
    'Reads what kubelet-timeline analyze --format summary wrote on each node, and says how many nodes are in trouble, since when, which was the first, and what they have in common that healthy nodes have not: ' +
      'version of kubelet, runtime and kernel, labels, the minute. Nothing is claimed where too few nodes are known, or where chance would do it.',
    'FILE holds one summary or many, one a line; what else stands in it is skipped. Of a folder all files are looked at. - is standard input, which is also read where no FILE is given and something is piped in.',
  ],
  options: [
    {
      name: 'format',
      value: 'FORMAT',
      choices: FLEET_FORMATS,
      help: 'text (default), markdown, or json (schema kubelet-timeline/fleet@1)',
    },
    OUT,
    { ...REDACT, help: 'pseudonyms (node-1, pod-7) instead of the names, addresses and ids in the summaries' },
  ],
  examples: [
    { line: 'kubelet-timeline fleet summaries/', does: 'the answer as text' },
    {
      line: 'kubelet-timeline fleet all.ndjson --format markdown --out fleet.md',
      does: 'of a file with many, for a ticket',
    },
  ],
};

const MCP: CommandRow = {
  name: 'mcp',
  operands: '',
  operandsAre: 'nothing',
  summary: 'answer assistants about kubelet logs, over the Model Context Protocol',
  about: [
    'Serves three tools over standard input and output: kubelet_analyze_log, kubelet_list_findings and kubelet_explain_line. They read the logs that are named in a call, answer with small JSON and evidence, and change nothing.',
  ],
  options: [REDACT],
  examples: [
    { line: 'kubelet-timeline mcp', does: 'the command that an assistant is told to start as a server' },
    { line: 'kubelet-timeline mcp --redact', does: 'with pseudonyms instead of the names in the logs' },
  ],
};

const COMPLETION: CommandRow = {
  name: 'completion',
  operands: 'SHELL',
  operandsAre: SHELLS,
  summary: 'print what completes this command line in bash, zsh or fish',
  about: ['Prints a script that completes commands, options and their values.'],
  options: [OUT],
  examples: [
    {
      line: 'kubelet-timeline completion bash > ~/.local/share/bash-completion/completions/kubelet-timeline',
      does: 'bash',
    },
    {
      line: 'kubelet-timeline completion zsh > "${fpath[1]}/_kubelet-timeline"',
      does: 'zsh; then start it anew',
    },
    {
      line: 'kubelet-timeline completion fish > ~/.config/fish/completions/kubelet-timeline.fish',
      does: 'fish',
    },
  ],
};

const MAN: CommandRow = {
  name: 'man',
  operands: '',
  operandsAre: 'nothing',
  summary: 'print the manual page',
  about: ['Prints the manual page, for man(1).'],
  options: [OUT],
  examples: [{ line: 'kubelet-timeline man > kubelet-timeline.1; man ./kubelet-timeline.1', does: 'read it' }],
};

const GETTING_LOGS: CommandRow = {
  name: 'getting-logs',
  operands: '',
  operandsAre: 'nothing',
  summary: "print how a kubelet's log is had, for each kind of node",
  about: ['Prints one recipe for each place in which a kubelet log is found, as Markdown.'],
  options: [OUT],
  examples: [{ line: 'kubelet-timeline getting-logs | grep -i openshift', does: 'for one kind' }],
};

const WORK: readonly CommandRow[] = [
  ANALYZE,
  NODE_COMMAND,
  STATE,
  FLEET,
  SIMULATE,
  SCENARIO,
  WHAT_IF,
  MCP,
  GETTING_LOGS,
  COMPLETION,
  MAN,
];

const HELP: CommandRow = {
  name: 'help',
  operands: '[COMMAND]',
  operandsAre: WORK.map(({ name }) => name),
  summary: 'this text, or what a command does',
  about: ['Says what a command does, and its options.'],
  options: [],
  examples: [],
};

const VERSION: CommandRow = {
  name: 'version',
  operands: '',
  operandsAre: 'nothing',
  summary: 'the version of this program',
  about: ['Prints the version of this program.'],
  options: [],
  examples: [],
};

export const COMMANDS: readonly CommandRow[] = [...WORK, HELP, VERSION];

/** What each exit status means, in the order of the numbers. */
export const EXITS: readonly { readonly code: number; readonly means: string }[] = [
  { code: 0, means: 'done' },
  {
    code: 1,
    means:
      'an input could not be read (of several files the others are analysed), none holds kubelet records, or the output could not be written',
  },
  { code: 2, means: 'wrong usage' },
  { code: 3, means: 'what --fail-on names was found' },
  { code: 70, means: 'there was not enough memory' },
];
