/** What an editor shows around a log: where each entry stands and what it says. */
import { describe, expect, it } from 'vitest';
import type { LogOutline, OutlineItem } from '../../../../src/timeline/outline/logOutline.ts';
import { outlineOf } from '../../../../src/timeline/outline/outlineOf.ts';
import { analysisOf, fixture, HANG, sessionOf } from '../../analysis/analyse.ts';

function outline(bytes: Uint8Array | string): LogOutline {
  const session = sessionOf(bytes);
  const lines = session.lineIndex(0);
  if (lines === undefined) throw new Error('no index');
  return outlineOf(analysisOf(session), 0, lines, session.flagDumps(0));
}

const text = new TextDecoder().decode(fixture(HANG));
const hang = outline(fixture(HANG));
const lineOf = (line: number): string => text.split('\n')[line - 1] ?? '';

function* all(items: readonly OutlineItem[]): Iterable<OutlineItem> {
  for (const item of items) {
    yield item;
    yield* all(item.children);
  }
}

describe('the outline', () => {
  it('is a tree of processes, their unhealthy times, and what happened in these', () => {
    const kubelet = hang.items.find(({ kind }) => kind === 'process');
    expect(kubelet?.name).toMatch(/^kubelet \d+$/);
    expect(kubelet?.detail).toContain('v1.36.2');
    const episode = kubelet?.children.find(({ kind }) => kind === 'episode');
    expect(episode?.name).toBe('PLEG unhealthy about 2m10s');
    expect(episode?.children.map(({ name }) => name)).toContain('Node NotReady');
  });

  it('names the days of a process that ran over midnight, and none of one that did not', () => {
    const line = (day: string, clock: string): string =>
      `I${day} ${clock}.500000    4242 kubelet.go:2430] "SyncLoop ADD" source="api" pods=["default/a"]`;
    const detail = (...lines: readonly string[]) => outline(`${lines.join('\n')}\n`).items[0]?.detail;
    expect(detail(line('0304', '08:20:01'), line('0311', '08:20:02'))).toMatch(
      /(?<!\d)\d{4}-03-04 08:20:01\.500–\d{4}-03-11 08:20:02\.500$/,
    );
    expect(detail(line('0304', '08:20:01'), line('0304', '08:20:02'))).toMatch(/· 08:20:01\.500–08:20:02\.500$/);
  });

  it('keeps nodes apart whose lines stand in turns, and says which is which', () => {
    const line = (node: string, pid: number, second: number, text: string): string =>
      `Mar 10 08:00:${second} ${node} kubelet[${pid}]: ${text.replace('%', `0310 08:00:${second}.500000    ${pid} `)}`;
    const error = 'E%generic.go:205] GenericPLEG: Unable to retrieve pods: rpc error: code = Unknown desc = no';
    const ready = 'I%kubelet_node_status.go:497] Recording NodeReady event message for node';
    const items = outline(
      [
        line('worker-1', 11, 10, 'I%server.go:417] Version: v1.18.2'),
        line('worker-2', 22, 11, 'I%server.go:417] Version: v1.18.2'),
        line('worker-1', 11, 12, error),
        line('worker-2', 22, 13, error),
        line('worker-1', 11, 14, ready.replace('for node', 'for node worker-1')),
        line('worker-2', 22, 15, ready.replace('for node', 'for node worker-2')),
        '',
      ].join('\n'),
    ).items;
    expect(items.map(({ name, detail, first, last }) => [name, detail.slice(0, 18), first, last])).toEqual([
      ['kubelet 11', 'worker-1 · v1.18.2', 1, 5],
      ['kubelet 22', 'worker-2 · v1.18.2', 2, 6],
    ]);
    expect(items.map(({ children }) => children.map(({ first }) => first))).toEqual([
      [3, 5],
      [4, 6],
    ]);
  });

  it('leads to the lines that it names', () => {
    const named = (name: string): string[] =>
      [...all(hang.items)].filter((item) => item.name.startsWith(name)).map(({ first }) => lineOf(first));
    expect(named('Node NotReady')).toEqual([expect.stringContaining('Node became not ready')]);
    const failed = named('Relist failed');
    expect(failed.length).toBeGreaterThan(1);
    expect(failed.every((line) => line.includes('Unable to retrieve pods'))).toBe(true);
  });

  it('has no entry that reaches beyond the one that holds it, nor one out of order', () => {
    const check = (items: readonly OutlineItem[], first: number, last: number): void => {
      let before = first;
      for (const item of items) {
        expect(item.first).toBeGreaterThanOrEqual(before);
        expect(item.last).toBeLessThanOrEqual(last);
        check(item.children, item.first, item.last);
        before = item.first;
      }
    };
    check(hang.items, 1, text.split('\n').length);
  });
});

describe('unhealthy times', () => {
  it('reach from the line of their begin to that of their end', () => {
    const episode = hang.episodes.find(({ startup }) => !startup);
    expect(episode?.beginText).toBe('PLEG unhealthy about 2m10s · last relist 00:28:42 · 19 skips');
    expect(episode?.endText).toBe('Healthy again by 00:33:52');
    // PLEG turned unhealthy at 00:31:42.387 and was listed again by 00:33:52.866.
    expect(lineOf((episode?.first ?? 0) - 1) < 'Nov 21 00:31:42').toBe(true);
    expect(lineOf(episode?.first ?? 0) > 'Nov 21 00:31:42').toBe(true);
    expect(lineOf(episode?.endLine ?? 0) > 'Nov 21 00:33:52').toBe(true);
    expect(lineOf(episode?.last ?? 0) < 'Nov 21 00:33:53').toBe(true);
  });

  it('without a skip begin where they did, not at the lines from before that bound it', () => {
    const silent = new TextDecoder().decode(fixture('incidents/silent-hang-in-housekeeping-1.29.log'));
    const told = outline(silent);
    const [episode, ...others] = told.episodes.filter(({ startup }) => !startup);
    expect(others).toEqual([]);
    const at = (line = 0): string => silent.split('\n')[line - 1] ?? '';
    // The last good relist began at 09:08:20, and the skip of the start stands in line 4.
    expect(at(episode?.first).slice(0, 15)).toBe('Mar 14 09:11:23');
    expect(at(episode?.endLine).slice(0, 15)).toBe('Mar 14 09:12:05');
    const entry = [...all(told.items)].find(({ kind }) => kind === 'episode');
    expect(entry?.children.map(({ name }) => name)).toContain('Node NotReady');
  });

  it('are those of their skips where the log runs backwards', () => {
    const lines = text.trimEnd().split('\n').toReversed();
    const episode = outline(`${lines.join('\n')}\n`).episodes.find(({ startup }) => !startup);
    expect(lines[(episode?.first ?? 0) - 1]).toContain('Skipping pod synchronization');
    expect(lines[(episode?.last ?? 0) - 1]).toContain('Skipping pod synchronization');
  });
});

describe('problems', () => {
  it('are the findings, each at its first line, the other lines related', () => {
    const problem = hang.problems.find(({ code }) => code === 'list-calls-hang');
    expect(problem).toMatchObject({ severity: 'warning' });
    expect(lineOf(problem?.line ?? 0)).toContain('DeadlineExceeded');
    expect(problem?.related.length).toBeGreaterThan(2);
    for (const { line, text } of problem?.related ?? []) expect(lineOf(line).slice(0, 60)).toBe(text.slice(0, 60));
  });

  it('are none in a log in which all was well', () => {
    const healthy = text
      .split('\n')
      .slice(0, 380)
      .filter((line) => !line.includes('CrashLoopBackOff'));
    expect(outline(healthy.join('\n')).problems).toEqual([]);
  });

  it('are for information where something else is worth a look', () => {
    const pull = (minute: number): string =>
      `E0311 09:${minute}:02.221940    3120 pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with ImagePullBackOff: \\"Back-off pulling image\\"" pod="shop/web-1" podUID="1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01"`;
    expect(outline(`${[14, 15, 16, 18].map(pull).join('\n')}\n`).problems).toMatchObject([
      { line: 1, severity: 'information', code: 'image-pull-failing' },
    ]);
  });
});

describe('folding', () => {
  const folds = (given: LogOutline): (readonly [number, number])[] =>
    Array.from(
      { length: given.folds.length / 2 },
      (_, at) => [given.folds[2 * at] ?? 0, given.folds[2 * at + 1] ?? 0] as const,
    );

  it('takes rows of skips and the dump of flags', () => {
    const rows = folds(hang);
    const flags = rows.find(([first]) => lineOf(first).includes('FLAG: --'));
    const [first = 0, last = 0] = flags ?? [];
    expect(last - first).toBeGreaterThan(100);
    for (let line = first; line <= last; line += 1) expect(lineOf(line)).toMatch(/FLAG: --|featureGates/);
    expect(lineOf(last + 1)).not.toContain('FLAG: --');
    const skips = rows.filter(([first]) => lineOf(first).includes('Skipping'));
    expect(skips.length).toBeGreaterThan(1);
    for (const [first, last] of skips)
      for (let line = first; line <= last; line += 1) expect(lineOf(line)).toContain('Skipping');
  });

  it('takes a record of several lines, whatever stands in them', () => {
    const lines = text.split('\n').slice(0, 60);
    lines.splice(10, 0, 'goroutine 1 [running]:', '\tmain.main()', '\t/go/src/main.go:12 +0x1d');
    expect(folds(outline(lines.join('\n')))).toContainEqual([11, 13]);
  });
});
