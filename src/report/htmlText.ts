/** Printable text inside HTML: whatever it holds, it stays text. */
import { asWritten, type Printable } from '../kubelet/printable.ts';

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for an element's content or a quoted attribute. */
export function escapeHtml(text: Printable): Printable {
  return asWritten(text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign));
}

/** The same, but what stands between two backticks is code: for sentences with commands. A backtick without its other one is text. */
export function escapeHtmlWithCode(text: Printable): Printable {
  const parts = text.split('`');
  return asWritten(
    parts
      .map((part, index) => {
        if (index % 2 === 0) return escapeHtml(asWritten(part));
        if (index === parts.length - 1) return `\`${escapeHtml(asWritten(part))}`;
        return part === '' ? '``' : `<code>${escapeHtml(asWritten(part))}</code>`;
      })
      .join(''),
  );
}
