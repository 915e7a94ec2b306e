/** Whether bytes begin like a kubelet's log: its lines may stand further down, as a syslog has many of others first. */
import { looksLikeKubeletLog } from '../journal/detect.ts';
import { looksLikeMetrics } from '../metrics/looksLikeMetrics.ts';

/** Bytes at the beginning of a log in which a kubelet's line is looked for. */
export const HEAD_BYTES = 256 * 1024;
const STEP_BYTES = 4096;

/** Looks at the whole of `head`. */
export function holdsKubeletLine(head: Uint8Array): boolean {
  for (let at = 0; at < head.length; at += STEP_BYTES) {
    const newline = at === 0 ? -1 : head.indexOf(10, at);
    const start = at === 0 ? 0 : newline < 0 ? head.length : newline + 1;
    if (start < head.length && looksLikeKubeletLog(head.subarray(start, start + STEP_BYTES))) return true;
  }
  return false;
}

/** A scrape, and of a kubelet: the metrics of others stand before its own in the order of their names. */
export function holdsKubeletMetric(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head);
  return looksLikeMetrics(text, true) === true && /^kubelet_[a-z]/m.test(text);
}

/** The first bytes of chunks, at most so many; the rest is not read. */
export async function headOf(chunks: AsyncIterable<Uint8Array>, most = HEAD_BYTES): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk.slice(0, most - size));
    size += chunk.length;
    if (size >= most) break;
  }
  return Buffer.concat(parts);
}
