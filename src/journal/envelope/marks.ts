import { decodeText } from '../bytes/bytes.ts';

/** Lines that journalctl or minikube put between entries. */
export type Mark =
  /** `-- Boot … --` and `-- Reboot --`: a fact of its own. */
  | { readonly kind: 'boot' }
  /** `-- Logs begin at …, end at … --`, `-- Journal begins at … --`; `from` is where its last date stands in the line, or −1. */
  | { readonly kind: 'span'; readonly from: number }
  /** `--`: an empty line of the catalog below other ones, else what `grep -C` puts between groups of lines. */
  | { readonly kind: 'dashes' }
  /** Catalog text of `journalctl -x`, `-- No entries --`, the hint below `systemctl status`. */
  | { readonly kind: 'catalog' }
  /** `==> kubelet <==`: what follows is of this component. */
  | { readonly kind: 'section'; readonly name: string };

/** Reads a mark; `undefined` for every other line. */
export function readMark(bytes: Uint8Array, start: number, end: number): Mark | undefined {
  const first = bytes[start];
  if (first === 45)
    return bytes[start + 1] === 45 ? readDashes(decodeText(bytes, start, Math.min(end, start + 300))) : undefined;
  // `░░` (E2 96 91 twice), the catalog's sign since systemd 246.
  if (first === 0xe2 && bytes[start + 1] === 0x96 && bytes[start + 2] === 0x91 && bytes[start + 3] === 0xe2)
    return { kind: 'catalog' };
  if (
    first === 72 &&
    decodeText(bytes, start, Math.min(end, start + 40)).startsWith('Hint: Some lines were ellipsized')
  )
    return { kind: 'catalog' };
  if (first === 61 || first === 42) return readSection(decodeText(bytes, start, Math.min(end, start + 200)));
  return undefined;
}

function readDashes(text: string): Mark | undefined {
  if (text === '--') return { kind: 'dashes' };
  if (text === '---') return { kind: 'catalog' };
  if (!text.startsWith('-- ') || text.toLowerCase().startsWith('-- snip')) return undefined;
  const closed = text.trimEnd().endsWith(' --');
  if (closed && (text.startsWith('-- Boot ') || text.startsWith('-- Reboot'))) return { kind: 'boot' };
  if (closed && (text.startsWith('-- Logs begin') || text.startsWith('-- Journal begins'))) {
    // `journalctl -f` says only where the journal begins, which may be years before.
    const end = Math.max(text.lastIndexOf(' end at '), text.lastIndexOf(' ends at '));
    return { kind: 'span', from: end < 0 ? -1 : text.indexOf(' at ', end) + 4 };
  }
  return { kind: 'catalog' };
}

/** `==> kubelet <==`, `* ==> kube-apiserver [0123] <==`. */
function readSection(text: string): Mark | undefined {
  const trimmed = text.startsWith('* ') ? text.slice(2) : text;
  if (!trimmed.startsWith('==> ') || !trimmed.trimEnd().endsWith(' <==')) return undefined;
  const name = trimmed.slice(4).split(' ')[0] ?? '';
  return name === '' ? undefined : { kind: 'section', name };
}
