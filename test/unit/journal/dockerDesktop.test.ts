/** Docker Desktop writes time, program and level in brackets before each line. */
import { expect, it } from 'vitest';
import { readLog } from './readLog.ts';

const line = (name: string, rest: string): string => `[2024-03-07T10:32:54.036205250Z][${name}][I] ${rest}\n`;
const HEADER = 'E0307 10:32:54.036084     768 event.go:355] "Unable to write event"';

it('is told by the name in brackets', () => {
  const { records } = readLog(
    line('kubelet', HEADER) + line('etcd', 'W0307 10:32:55.036084     9 a.go:1] "other"'),
    {},
  );
  expect(records.map(({ journal, klog, message }) => [journal?.identifier, klog?.pid, message])).toEqual([
    ['kubelet', 768, 'Unable to write event'],
    ['etcd', 9, 'other'],
  ]);
  expect(new Date((records[0]?.time ?? 0) / 1000).toISOString()).toBe('2024-03-07T10:32:54.036Z');
});

it('is nothing where the brackets are those of a message', () => {
  const { records } = readLog(`[2024-03-07T10:32:54.036205250Z] ${HEADER}\n[2024-03-07][kubelet][I] ${HEADER}\n`, {});
  expect(records.every(({ journal }) => journal?.identifier !== 'kubelet')).toBe(true);
});
