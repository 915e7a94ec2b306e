/** A command that can be copied: its text in its own type, and a small button behind its last word. */
import { element } from '../page/dom.ts';
import { t } from '../page/words.ts';

/** Does the copying, and tells screen readers. */
export type CopyCommand = (command: string) => void;

/** How long the button says that the command was copied, in milliseconds. */
const SAID_FOR = 2000;
/** Longer words of a command may break. */
const LONGEST_WORD = 24;
/** Programs that are run without a word behind them. */
const ALONE: ReadonlySet<string> = new Set(['uptime', 'timedatectl', 'systemd-cgls', 'hostname', 'lsblk', 'mount']);
/** No page shows more of a text (dom.ts); no command is longer. */
const LONGEST_TEXT = 20_000;

/**
 * True for a command among the things that our own texts write between backticks: a program or a cmdlet of PowerShell with words behind it (`journalctl -k`, `for p in …`, `Get-Service kubelet`), or one that runs alone.
 * Settings (`kind: Pod`, `maxPods`), options and paths are none.
 */
export function isCommand(code: string): boolean {
  return ALONE.has(code) || /^(?:[a-z][\w.+-]*|[A-Z][a-z]+-[A-Z]\w*) \S/.test(code);
}

/**
 * A text of ours with its commands, which stand between backticks. Their words do not break at a hyphen: an option would lose its dash. Without `copy` they have no button.
 * Never for a text that quotes a log: what stands between its backticks is not ours.
 */
export function withCommands(text: string, copy?: CopyCommand): Node[] {
  const parts = text.slice(0, LONGEST_TEXT).split('`');
  // One that is left over is a quotation's own.
  if (parts.length % 2 === 0) return [element('span', { text })];
  return parts.map((part, place) =>
    place % 2 === 0 ? element('span', { text: part }) : code(part, isCommand(part) ? copy : undefined),
  );
}

function code(text: string, copy: CopyCommand | undefined): HTMLElement {
  const words = text.split(' ');
  return element('code', {
    children: words.flatMap((word, at) => {
      const made = element('span', { className: word.length <= LONGEST_WORD ? 'is-unbroken' : '', text: word });
      // The button never stands on a line of its own behind a word that does not break.
      if (at === words.length - 1 && copy !== undefined) made.append(copyButton(text, copy));
      return [document.createTextNode(at === 0 ? '' : ' '), made];
    }),
  });
}

function copyButton(command: string, copy: CopyCommand): HTMLElement {
  const said = element('span', { className: 'copy-said', text: t('Copied'), attributes: { 'aria-hidden': 'true' } });
  said.hidden = true;
  let over: ReturnType<typeof setTimeout> | undefined;
  const button = element('button', {
    className: 'copy-command',
    label: t('Copy command: {0}', command),
    title: t('Copy this command'),
    attributes: { type: 'button' },
    children: [element('span', { className: 'copy-symbol', attributes: { 'aria-hidden': 'true' } }), said],
    onClick: () => {
      copy(command);
      said.hidden = false;
      clearTimeout(over);
      over = setTimeout(() => {
        said.hidden = true;
      }, SAID_FOR);
    },
  });
  return button;
}
