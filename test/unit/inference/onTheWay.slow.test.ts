/**
 * Whatever happened to a log on its way, it tells of PLEG and the runtime nothing that was not so, and of no kubelet, node or step of the clock that was not.
 *
 * What cannot be told, and is not asked for here: a hole without a mark, shorter than ten minutes, that begins while the loop sleeps after a skip, in a log that lacks nothing else, looks as the
 * quiet of a kubelet that has recovered, and so does a last skip of which alone the line is lost; a clock that is set within an unhealthy time whose lines name no relist; and of lines that it was
 * set back over nothing says in which order they were written.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Random } from '../../fuzz/random.ts';
import { inTurn, rounds } from '../../support/effort.ts';
import { sharedFolder } from '../../support/shared.ts';
import { historyOf } from '../replay/readLog.ts';
import { WAYS } from './onTheWay.ts';
import { readRuns, untruths } from './recordedTruth.ts';

const shared = sharedFolder();
/** Of klog JSON lines have no header that could be changed; and more lines than can be read again and again. */
const LEFT_OUT = /i-json-hang|o-channel-full/;

describe.skipIf(shared === undefined)('recorded runs, after what happens to logs on their way', () => {
  it('say nothing that was not so', { timeout: 600_000 }, () => {
    const runs = readRuns(join(shared ?? '', 'runs')).filter(({ name }) => !LEFT_OUT.test(name));
    expect(runs.length).toBeGreaterThan(18);
    const wrong: string[] = [];
    let judged = 0;
    runs.forEach((run, row) => {
      for (const [name, way] of inTurn(WAYS, row, 4, 2))
        for (let seed = 1; seed <= rounds(5); seed += 1) {
          const { lines, changed, year = 2026 } = way(run.lines, new Random(seed));
          const history = historyOf(lines.join('\n'), year);
          const found = untruths(run, history, changed);
          judged += found.judged;
          const pids = history.processes.map(({ pid }) => pid);
          const more = [
            ...(pids.every((pid, index) => pid !== undefined && run.pids.has(pid) && pids.indexOf(pid) === index)
              ? []
              : [`kubelets ${pids.join()}`]),
            ...(history.nodes.length > 1 ? ['a second node'] : []),
          ];
          wrong.push(...[...found.wrong, ...more].map((what) => `${run.name}, ${name} (${seed}): ${what}`));
          if (history.gaps.some(({ why, from, to }) => why === 'clock-step' && to - from > 10_000_000))
            wrong.push(`${run.name}, ${name} (${seed}): the clock stepped`);
        }
    });
    expect(wrong).toEqual([]);
    expect(judged).toBeGreaterThan(60);
  });
});
