/** Options that several commands have. */
import type { OptionRow } from './optionRow.ts';

export const GENERAL_OPTIONS: readonly OptionRow[] = [
  {
    name: 'color',
    value: 'WHEN',
    choices: ['auto', 'always', 'never'],
    help: 'colours in text: auto (default; on a terminal, unless NO_COLOR is set), always or never',
  },
  { name: 'help', short: 'h', help: 'what a command does, and its options' },
  { name: 'version', short: 'V', help: 'the version of this program' },
];

export const OUT: OptionRow = {
  name: 'out',
  value: 'FILE',
  file: true,
  help: 'write to FILE instead of standard output, which is -',
};

/** How lines are dated. */
export const CLOCK_OPTIONS: readonly OptionRow[] = [
  {
    name: 'year',
    value: 'YEAR',
    help: "year of the first line, where the log names none (default: from the log, else the file's date)",
  },
  {
    name: 'time-zone',
    value: 'ZONE',
    offers: ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Shanghai'],
    help: "zone of the node's clock: UTC, an offset such as +02:00, or a name such as Europe/Berlin",
  },
];

const TIMES = ['today', 'yesterday', '-1h', '-10m'];

export const WINDOW_OPTIONS: readonly OptionRow[] = [
  {
    name: 'since',
    value: 'TIME',
    offers: TIMES,
    help: 'look only at what is not before TIME',
  },
  { name: 'until', value: 'TIME', offers: TIMES, help: 'look only at what is not after TIME' },
];

export const NODE: OptionRow = {
  name: 'node',
  value: 'NAME=FILE',
  file: true,
  repeated: true,
  help: 'read FILE as the log of the node NAME; may be repeated',
};

export const LABEL: OptionRow = {
  name: 'label',
  value: 'NAME=VALUE',
  offers: ['kernel=', 'pool=', 'zone='],
  repeated: true,
  help: 'say of the node, in its summary, what the command fleet is to compare nodes by: kernel=6.1.0, pool=blue; may be repeated',
};

/** Paragraph about the forms of times, for commands that take one. */
export const ABOUT_TIMES =
  'TIME is written as journalctl takes it: 2026-11-21T00:31:42Z, "2026-11-21 00:31", 00:31:42, today, "yesterday 13:00", "1 hour ago", -2h, @1795221102. ' +
  'What is relative is counted from the last line of the log, not from now. Without a zone it is read in --time-zone, else as this program prints times.';

/** Languages that an answer can be in, by their names in BCP 47. */
export const LANGUAGES = ['en', 'zh-CN'] as const;

export const LANGUAGE: OptionRow = {
  name: 'language',
  value: 'LANG',
  choices: LANGUAGES,
  help: 'language of the answer as text, markdown or html: en or zh-CN (default: that of LC_ALL, LC_MESSAGES or LANG); what is not translated is English',
};

export const REDACT: OptionRow = {
  name: 'redact',
  help: 'pseudonyms (node-1, pod-7) instead of the names, addresses and ids in the log',
};
