/** How long the kubelet takes to find a runtime again whose socket refused. */
import { describe, expect, it } from 'vitest';
import { fromSeconds, ZERO } from '../../../src/model/nanoseconds.ts';
import { untilReconnected } from '../../../src/simulator/node/reconnect.ts';
import { profile } from '../model/kubelets.ts';
import { scenarioOf, simulated } from './scenarios.ts';
import { timeOf } from './truth.ts';

const FROM = 60;
const SEEDS = Array.from({ length: 100 }, (_, index) => index + 1);

/** Seconds from the socket's return to the first try that finds it, by seed. */
function lags(version: string, outage: number): number[] {
  return SEEDS.map((seed) => {
    const scenario = scenarioOf({ version, seed, faults: [{ from: FROM, to: FROM + outage, effect: 'refuse' }] });
    return (untilReconnected(scenario, profile(version), ZERO).faults[0]?.to ?? Number.NaN) / 1e9 - FROM - outage;
  });
}

describe('the connection to a runtime that was gone', () => {
  it('waits two minutes and a fifth at most after an outage of five minutes up to 1.27, and mostly more than one', () => {
    for (const version of ['1.15.11', '1.20.0', '1.27.16']) {
      const all = lags(version, 300);
      expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...all)).toBeLessThan(144.01);
      expect(all.filter((lag) => lag > 60).length).toBeGreaterThan(SEEDS.length / 2);
    }
  });

  it('waits three seconds and a fifth at most from 1.28 on', () => {
    for (const version of ['1.28.14', '1.36.2']) {
      const all = lags(version, 300);
      expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...all)).toBeLessThan(3.61);
      expect(Math.max(...all)).toBeGreaterThan(2);
    }
  });

  it('has not learned to wait long when the outage was short', () => {
    // Tries 0, 1, 2.6, 5.2, 9.3 and 15.8 s after the loss, each wait with its jitter.
    expect(Math.max(...lags('1.20.0', 10))).toBeLessThan(8.5);
  });

  it('concerns a process that was connected, not one that starts later', () => {
    const scenario = scenarioOf({ version: '1.20.0', faults: [{ from: FROM, to: 360, effect: 'refuse' }] });
    expect(untilReconnected(scenario, profile('1.20.0'), fromSeconds(200))).toEqual(scenario);
  });

  it('fails every call of the kubelet until then', () => {
    const scenario = {
      version: '1.20.0',
      duration: '10m',
      seed: 8,
      pods: [{ name: 'web', added: 4 }],
      faults: [{ from: FROM, to: 360, effect: 'refuse' }],
    };
    const back = (untilReconnected(scenarioOf(scenario), profile('1.20.0'), ZERO).faults[0]?.to ?? 0) / 1e9;
    const { truth } = simulated(scenario);
    const start = timeOf(truth[0]?.t);
    const good = truth
      .filter(({ ev }) => ev === 'runtime_sync_set' || ev === 'relist_time_set')
      .map((one) => (timeOf(one.t) - start) / 1e6)
      .filter((at) => at > FROM + 1);
    expect(back).toBeGreaterThan(400);
    expect(Math.min(...good)).toBeGreaterThan(back);
    expect(Math.min(...good)).toBeLessThan(back + 1.1);
  });
});
