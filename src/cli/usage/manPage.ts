/** The manual page, made from the table: roff with the macros of man(7). */
import { COMMANDS, EXITS } from './commands.ts';
import { optionTitle } from './helpText.ts';
import { GENERAL_OPTIONS } from './options.ts';
import type { OptionRow } from './optionRow.ts';

/** The page for section 1. It names no date: the same program gives the same page. */
export function manPage(version: string): string {
  return [
    `.TH KUBELET\\-TIMELINE 1 "" ${quoted(`kubelet-timeline ${version}`)} "User Commands"`,
    '.SH NAME',
    'kubelet\\-timeline \\- say from a kubelet\\(aqs log when and why a node went NotReady',
    '.SH SYNOPSIS',
    ...COMMANDS.flatMap(({ name, operands }, index) => [
      ...(index === 0 ? [] : ['.br']),
      `.B kubelet\\-timeline ${name}`,
      ...(operands === '' ? [] : [text(operands)]),
      '[options]',
    ]),
    '.SH DESCRIPTION',
    'Reads a kubelet\\(aqs log, replays it through a model of the kubelet, and says when and why the node went NotReady.',
    '.SH COMMANDS',
    ...COMMANDS.flatMap(({ name, operands, about, options, examples }) => [
      `.SS ${quoted(operands === '' ? name : `${name} ${operands}`)}`,
      ...about.flatMap((paragraph) => ['.PP', text(paragraph)]),
      ...options.flatMap(optionLines),
      ...(examples.length === 0 ? [] : ['.PP', 'Examples:']),
      ...examples.flatMap(({ line, does }) => ['.TP', `.B ${text(line)}`, text(does)]),
    ]),
    '.SH OPTIONS OF ALL COMMANDS',
    ...GENERAL_OPTIONS.flatMap(optionLines),
    '.SH EXIT STATUS',
    ...EXITS.flatMap(({ code, means }) => ['.TP', `.B ${code}`, text(means)]),
    '.SH ENVIRONMENT',
    ...variable('NO_COLOR', 'no colours, unless --color=always'),
    ...variable('NODE_DISABLE_COMPILE_CACHE', 'keep no compiled code'),
    '.SH FILES',
    ...variable(
      '$XDG_CACHE_HOME/kubelet-timeline',
      'compiled code of the program, for its next start (~/.cache/kubelet-timeline; ~/Library/Caches on macOS, %LOCALAPPDATA% on Windows); may be removed at any time',
    ),
    '',
  ].join('\n');
}

function optionLines(row: OptionRow): readonly string[] {
  return ['.TP', `.B ${text(optionTitle(row))}`, text(row.help)];
}

function variable(name: string, help: string): readonly string[] {
  return ['.TP', `.B ${text(name)}`, text(help)];
}

/** Text in which roff finds nothing to obey: a dash stays a dash that can be copied, and no line begins with a control character. */
function text(plain: string): string {
  const escaped = plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('"', '\\(dq');
  return escaped.startsWith('.') ? `\\&${escaped}` : escaped;
}

function quoted(plain: string): string {
  return `"${text(plain)}"`;
}
