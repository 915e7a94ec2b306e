import { describe, expect, it } from 'vitest';
import { readLog } from './readLog.ts';

const LINE =
  'E0124 15:11:57.110928    2252 controller.go:146] "Failed to ensure lease exists, will retry" err="Unauthorized"';

describe('a line without the time and host of its journal', () => {
  it.each([
    ['kubelet[2252]: ', 'kubelet', 2252],
    ['kubelet: ', 'kubelet', undefined],
    ['> kubelet[2252]: ', 'kubelet', 2252],
    ['kube-controller-manager[88]: ', 'kube-controller-manager', 88],
    ['my-agent[7]: ', 'my-agent', 7],
  ])('%s tells who wrote it', (before, identifier, pid) => {
    const [record] = readLog(`${before}${LINE}\n`).records;
    expect(record?.journal).toMatchObject({ identifier, pid });
    expect(record?.klog?.pid).toBe(2252);
  });

  it('names no program by a word that is none', () => {
    const [record] = readLog(`node: ${LINE}\n`).records;
    expect(record?.journal?.identifier).toBeUndefined();
    expect(record?.klog?.pid).toBe(2252);
  });

  it.each(['4/11/2018 10:32:15 AM', '05/04/2019 17:05:32'])(
    'is read behind a time that is glued to it: %s',
    (before) => {
      const [record] = readLog(`${before}E0124 15:11:57.110928    2252 kubelet.go:146] x\n`).records;
      expect(record?.klog).toMatchObject({ pid: 2252, file: 'kubelet.go' });
    },
  );
});

describe('names of node and kubelet without a colon behind them', () => {
  it.each(['Jan 24 10:12:01', '2026-01-24T15:12:01Z'])('%s: tell whose the line is', (stamp) => {
    const { records } = readLog(
      [`${stamp} worker-7 kubelet.log ${LINE}`, `${stamp} worker-8  kubelet  ${LINE}`, ''].join('\n'),
    );
    expect(records.map(({ journal, klog }) => [journal?.host, journal?.identifier, klog?.pid])).toEqual([
      ['worker-7', 'kubelet', 2252],
      ['worker-8', 'kubelet', 2252],
    ]);
  });

  it.each(['stderr kubelet', 'INFO kubelet', 'worker-7 main'])('name no node: %s', (names) => {
    const [record] = readLog(`2026-01-24T15:12:01Z ${names} ${LINE}\n`).records;
    expect(record?.journal?.host).toBeUndefined();
    expect(record?.klog?.pid).toBe(2252);
  });
});
