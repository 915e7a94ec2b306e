/** Scripts that complete the command line in a shell, made from the table. What they offer is known when they are made: they start no program. */
import { COMMANDS, type SHELLS } from './commands.ts';
import type { CommandRow, OptionRow } from './optionRow.ts';
import { optionsOf } from './readUsage.ts';

export type Shell = (typeof SHELLS)[number];

/** The script for a shell. */
export function completionScript(shell: Shell): string {
  switch (shell) {
    case 'bash':
      return bash();
    case 'zsh':
      return zsh();
    case 'fish':
      return fish();
  }
}

function offersOf({ choices, offers }: OptionRow): readonly string[] {
  return choices ?? offers ?? [];
}

function namesOf(option: OptionRow): readonly string[] {
  return [`--${option.name}`, ...(option.short === undefined ? [] : [`-${option.short}`])];
}

function bash(): string {
  return `# bash completion of kubelet-timeline
_kubelet_timeline() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" command="" index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
      ${COMMANDS.map(({ name }) => name).join(' | ')}) command="\${COMP_WORDS[index]}"; break ;;
    esac
  done
  # With --option=VALUE the shell gives three words.
  if [[ $word == "=" ]]; then word=""; elif [[ $before == "=" ]]; then before="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  case "$command $before" in
${COMMANDS.flatMap((command) =>
  optionsOf(command)
    .filter(({ value }) => value !== undefined)
    .map(
      (option) =>
        `    "${command.name} --${option.name}") ${bashWords(offersOf(option), option.file === true)}; return ;;`,
    ),
).join('\n')}
  esac
  case "$command" in
${COMMANDS.map(
  (command) =>
    `    ${command.name})
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "${optionsOf(command).flatMap(namesOf).join(' ')}" -- "$word")); return; fi
      ${bashOperands(command)} ;;`,
).join('\n')}
    *) COMPREPLY=($(compgen -W "${COMMANDS.map(({ name }) => name).join(' ')} --help --version" -- "$word")) ;;
  esac
}
complete -o filenames -o bashdefault -F _kubelet_timeline kubelet-timeline
`;
}

function bashWords(words: readonly string[], files: boolean): string {
  if (files) return 'COMPREPLY=($(compgen -f -- "$word"))';
  return words.length === 0 ? ':' : `COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$word"))`;
}

function bashOperands({ operandsAre }: CommandRow): string {
  if (operandsAre === 'nothing') return ':';
  return operandsAre === 'files' ? bashWords([], true) : bashWords(operandsAre, false);
}

function zsh(): string {
  return `#compdef kubelet-timeline
_kubelet-timeline() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C '1:command:->command' '*::argument:->arguments'
  case $state in
    command)
      local -a commands=(
${COMMANDS.map(({ name, summary }) => `        ${single(`${name}:${summary}`)}`).join('\n')}
      )
      _describe command commands ;;
    arguments)
      case $words[1] in
${COMMANDS.map(
  (command) => `        ${command.name})
          _arguments ${[...optionsOf(command).flatMap(zshOption), ...zshOperands(command)].join(' \\\n            ')} ;;`,
).join('\n')}
      esac ;;
  esac
}
_kubelet-timeline "$@"
`;
}

function zshOption(option: OptionRow): readonly string[] {
  const help = option.help.replaceAll(/[[\]:]/g, '\\$&');
  const value =
    option.value === undefined
      ? ''
      : `:${option.value.toLowerCase()}:${option.file === true ? '_files' : `(${offersOf(option).join(' ').replaceAll(':', '\\:')})`}`;
  return namesOf(option).map((name) =>
    single(
      `${option.repeated === true ? '*' : ''}${name}${option.value !== undefined && name.startsWith('--') ? '=' : ''}[${help}]${value}`,
    ),
  );
}

function zshOperands({ operandsAre }: CommandRow): readonly string[] {
  if (operandsAre === 'nothing') return [];
  return [operandsAre === 'files' ? `'*:file:_files'` : single(`1:what:(${operandsAre.join(' ')})`)];
}

function fish(): string {
  const names = COMMANDS.map(({ name }) => name).join(' ');
  return `# fish completion of kubelet-timeline
complete -c kubelet-timeline -f
${COMMANDS.map(
  ({ name, summary }) =>
    `complete -c kubelet-timeline -n ${single(`not __fish_seen_subcommand_from ${names}`)} -a ${name} -d ${single(summary)}`,
).join('\n')}
complete -c kubelet-timeline -n ${single(`not __fish_seen_subcommand_from ${names}`)} -s V -l version -d ${single('the version of this program')}
${COMMANDS.flatMap((command) => [
  ...optionsOf(command).map((option) => fishOption(command, option)),
  ...fishOperands(command),
]).join('\n')}
`;
}

function fishOption(command: CommandRow, option: OptionRow): string {
  const offers = offersOf(option);
  return [
    `complete -c kubelet-timeline -n ${single(`__fish_seen_subcommand_from ${command.name}`)}`,
    ...(option.short === undefined ? [] : [`-s ${option.short}`]),
    `-l ${option.name}`,
    ...(option.value === undefined ? [] : [option.file === true ? '-r -F' : '-x']),
    ...(option.file === true || offers.length === 0 ? [] : [`-a ${single(offers.join(' '))}`]),
    `-d ${single(option.help)}`,
  ].join(' ');
}

function fishOperands({ name, operandsAre }: CommandRow): readonly string[] {
  const seen = `complete -c kubelet-timeline -n ${single(`__fish_seen_subcommand_from ${name}`)}`;
  if (operandsAre === 'nothing') return [];
  return [operandsAre === 'files' ? `${seen} -F` : `${seen} -a ${single(operandsAre.join(' '))}`];
}

/** A word in single quotes. No word of ours ends in a backslash. */
function single(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
