/** A machine that boots has no kubelet for a while, which is nobody's trouble. */
import { expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const kubelet = [0, 10, 20]
  .map(
    (second) =>
      `Mar 11 10:12:${String(second).padStart(2, '0')} n1 kubelet[900]: I0311 10:12:${String(second).padStart(2, '0')}.101000     900 kubelet.go:2072] "SyncLoop ADD" source="api" pods=["default/web-${second}"]`,
  )
  .join('\n');
const booted = (minute: number, second: number): string =>
  `-- Boot 0123456789abcdef0123456789abcdef --\nMar 11 10:12:40 n1 kernel: Linux version 6.8.0\nMar 11 10:${minute}:${String(second).padStart(2, '0')} n1 systemd[1]: Reached target Multi-User System.`;
const ids = (log: string): readonly string[] => diagnoseText(`${log}\n`).findings.map(({ id }) => id);

it('is told only where the log goes on for longer than a boot takes', () => {
  expect(ids(`${kubelet}\n${booted(13, 25)}`)).not.toContain('kubelet-gone');
  expect(ids(`${kubelet}\n${booted(16, 25)}`)).toContain('kubelet-gone');
});

it('is not told of pieces of a log that lie months apart', () => {
  const later = (month: string): string => booted(16, 25).replaceAll('Mar 11', `${month} 11`);
  expect(ids(`${kubelet}\n${later('Mar')}`)).toContain('kubelet-gone');
  expect(ids(`${kubelet}\n${later('Jul')}`)).not.toContain('kubelet-gone');
});
