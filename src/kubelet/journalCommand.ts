/**
 * The command that prints a kubelet's journal on its node. `short-iso-precise` because it alone of the short modes has year, zone and microseconds
 * (`docs/formats.md`). `options` are more of them, e.g. `--since "1 hour ago"`.
 */
export function journalCommand(options = ''): string {
  return `journalctl -u kubelet -o short-iso-precise${options === '' ? '' : ` ${options}`}`;
}

/** The same into a file. */
export function saveJournalCommand(options = ''): string {
  return `${journalCommand(options)} > kubelet.log`;
}
