/** The page of the user guide about the command line, made from its table. */
import { COMMANDS, EXITS } from '../../src/cli/usage/commands.ts';
import { commandHelp, programHelp } from '../../src/cli/usage/helpText.ts';

export function commandLinePage(): string {
  return [
    '# The command line',
    '',
    'Made by `npm run guide` from the table of the program, which also makes `--help`, the manual page and the completions. `npx kubelet-timeline` runs it without installing it.',
    '',
    '```text',
    programHelp().trimEnd(),
    '```',
    '',
    '## In scripts',
    '',
    '| exit status | means |',
    '| --- | --- |',
    ...EXITS.map(({ code, means }) => `| ${code} | ${means} |`),
    '',
    'The answer goes to standard output, everything else to standard error. `--format json` is a contract that only grows: its `schema` names the version. Colours and progress appear on a terminal alone.',
    ...COMMANDS.flatMap((command) => ['', `## ${command.name}`, '', '```text', commandHelp(command).trimEnd(), '```']),
    '',
  ].join('\n');
}
