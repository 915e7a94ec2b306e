import { describe, expect, it } from 'vitest';
import { instant } from '../../../src/kubelet/time.ts';
import type { ChangeName } from '../../../src/whatIf/changeTable.ts';
import { type Changes, readChanges } from '../../../src/whatIf/changes.ts';
import { totalOf } from '../../../src/kubelet/stretches.ts';
import { stalenessCurve } from '../../../src/whatIf/outputs/whatIfAnswer.ts';
import { whatIfJson } from '../../../src/whatIf/outputs/whatIfJson.ts';
import { whatIfText } from '../../../src/whatIf/outputs/whatIfText.ts';
import { differenceText } from '../../../src/whatIf/differenceText.ts';
import { type WhatIf, whatIf } from '../../../src/whatIf/whatIf.ts';
import { HUNG_LISTS, HUNG_POD, incident } from './incidents.ts';

const hungPod = incident(HUNG_POD);
const hungLists = incident(HUNG_LISTS);

function changesOf(texts: Partial<Record<ChangeName, string>>): Changes {
  const read = readChanges(new Map(Object.entries(texts) as [ChangeName, string][]));
  if (!read.ok) throw new Error(read.why);
  return read.changes;
}

function ask(reconstruction: typeof hungPod, texts: Partial<Record<ChangeName, string>>): WhatIf {
  const result = whatIf(reconstruction, changesOf(texts));
  if (!result.ok) throw new Error(result.why);
  return result.whatIf;
}

describe('what if', () => {
  it('says that 1.32 would have kept a node with one hung pod Ready, and why', () => {
    const { sentence, resembles, predicted, observed } = ask(hungPod, { kubeletVersion: '1.32' });
    expect(resembles).toBe(true);
    expect(totalOf(observed.notReady)).toBeGreaterThan(60e6);
    expect(predicted.notReady).toEqual([]);
    expect(sentence).toBe(
      'With 1.32 instead of 1.28.4 the node would have stayed Ready: from 1.32 on a pod whose inspection failed is inspected once a relist, no longer twice.',
    );
  });

  it('claims no effect for a change that makes none, however far the unchanged run is from the log', () => {
    const { inferred, changes, observed, unchanged, predicted } = ask(hungPod, { requestTimeout: '110s' });
    const from = unchanged.notReady[0]?.from ?? instant(0);
    const longer = { ...observed, notReady: [{ from, to: instant(from + 2 * totalOf(unchanged.notReady)) }] };
    const parts = { scenario: inferred.scenario, changed: inferred.scenario, changes: { requestTimeout: 110e6 } };
    const said = (over: object): string =>
      differenceText({ ...parts, texts: changes, observed: longer, unchanged, predicted, resembles: true, ...over });
    expect(said({ predicted: unchanged })).toMatch(
      /^With a time-out of 1m50s instead of 2m little would have changed: the node NotReady for (\S+) instead of \1 in the simulated run\.$/,
    );
    // A relist that takes longer is no reason why the node is Ready, one that is shorter than a second not one of 0 s.
    const ready = { ...unchanged, notReady: [], unhealthy: [] };
    const relists = (longest: number): object => ({ predicted: { ...ready, relists: { count: 9, longest } } });
    expect(said(relists(9e9))).toBe('With a time-out of 1m50s instead of 2m the node would have stayed Ready.');
    expect(said(relists(29e3))).toMatch(/ stayed Ready: the longest relist takes 29ms instead of \S+\.$/);
  });

  it('counts the node as not ready while no kubelet runs, as the control plane does', () => {
    const stopped = incident({
      version: '1.28.4',
      duration: '10m',
      pods: [{ name: 'web', count: 3, added: '3s' }],
      actions: [{ at: '200s', do: 'restart-kubelet', signal: 'kill', after: '120s' }],
    });
    const { observed, unchanged } = ask(stopped, { requestTimeout: '2m' });
    // A lease may be late for 40 of these seconds; the new kubelet reports Ready some seconds after its start.
    for (const { notReady } of [observed, unchanged]) {
      expect(notReady).toHaveLength(1);
      expect(totalOf(notReady) / 1e6).toBeGreaterThan(75);
      expect(totalOf(notReady) / 1e6).toBeLessThan(95);
    }
  });

  it('says that three hung pods are too many for 1.32 too', () => {
    const { sentence, predicted } = ask(hungPod, { kubeletVersion: '1.32', hungPods: '3' });
    expect(totalOf(predicted.notReady)).toBeGreaterThan(100e6);
    expect(sentence).toContain(
      'With 1.32 instead of 1.28.4 and with 3 hung pods instead of 1 the node would have been NotReady for',
    );
  });

  it.each<[Partial<Record<ChangeName, string>>, number]>([
    [{ requestTimeout: '15s' }, 0],
    [{ hungPods: '0' }, 0],
    [{ hangLasts: '0s' }, 0],
    [{ hangLasts: '2m' }, 0],
  ])('a hung pod with %j is no trouble', (texts, seconds) => {
    expect(totalOf(ask(hungPod, texts).predicted.unhealthy)).toBe(seconds);
  });

  it('a shorter time-out does not help where the lists hang', () => {
    const { predicted, unchanged } = ask(hungLists, { requestTimeout: '15s' });
    expect(totalOf(predicted.unhealthy)).toBeGreaterThan(0.8 * totalOf(unchanged.unhealthy));
  });

  it('Evented PLEG outlasts a hang of the lists of five minutes, list calls of two seconds are none', () => {
    expect(totalOf(ask(hungLists, { eventedPleg: 'on' }).predicted.unhealthy)).toBe(0);
    const { predicted } = ask(hungLists, { listLatency: '2s' });
    expect(totalOf(predicted.unhealthy)).toBe(0);
    // Two calls for all, and two for each of three new pods.
    expect(predicted.relists.longest / 1e6).toBeCloseTo(16, 0);
  });

  it('counts a relist that goes on when the log ends', () => {
    const { predicted } = ask(hungPod, { hungPods: '3', requestTimeout: '1h' });
    expect(predicted.relists.longest / 1e6).toBeGreaterThan(300);
  });

  it('says of no more hung pods than there are', () => {
    expect(ask(hungPod, { hungPods: '1000' }).sentence).toMatch(/^With \d{1,2} hung pods instead of 1 /);
    expect(ask(hungPod, { hungPods: '1000' }).sentence).toBe(ask(hungPod, { hungPods: '999' }).sentence);
    expect(ask(hungPod, { hungPods: '30', pods: '20' }).sentence).toMatch(
      / and with (?:1\d|20) hung pods instead of 1 /,
    );
  });

  it('a restart into a hang does not end it', () => {
    const { predicted } = ask(hungLists, { restartAfter: '5m' });
    expect(totalOf(predicted.unhealthy)).toBeGreaterThan(80e6);
  });

  it('has no staleness between the end of a kubelet and the start of the next one', () => {
    const { listed } = ask(hungLists, { restartAfter: '5m' }).predicted;
    const [ended] = listed.filter(({ since }, index) => index > 0 && since === undefined);
    const started = listed.find(({ at, since }) => since === undefined && at > (ended?.at ?? 0));
    if (ended === undefined || started === undefined) throw new Error('no restart');
    const { times, seconds } = stalenessCurve(listed, { from: listed[0]?.at ?? ended.at, to: started.at });
    expect([...seconds].filter((_, index) => (times[index] ?? 0) > ended.at).every(Number.isNaN)).toBe(true);
    expect([...seconds].some((value, index) => value > 30 && (times[index] ?? 0) <= ended.at)).toBe(true);
  });

  it('more pods that are slow to be inspected make a relist longer', () => {
    const relist = (pods: string): number =>
      ask(hungLists, { pods, inspectLatency: '500ms', listLatency: '10ms' }).predicted.relists.longest / 1e6;
    expect(relist('60')).toBeGreaterThan(25);
    expect(relist('60') / relist('6')).toBeGreaterThan(5);
  });

  it('is refused for Evented PLEG in a version that has none', () => {
    expect(whatIf(hungPod, changesOf({ eventedPleg: 'on', kubeletVersion: '1.20' }))).toEqual({
      ok: false,
      why: 'Evented PLEG exists from 1.26 on',
    });
  });

  it('tells how far it is, and is given up where nobody waits', () => {
    const told: number[] = [];
    whatIf(hungLists, {}, { onProgress: (share) => told.push(share) });
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.length).toBeGreaterThan(20);
    expect(told.at(-1)).toBeGreaterThan(0.9);
    let asked = 0;
    expect(() =>
      whatIf(
        hungLists,
        {},
        {
          stopCheck: () => {
            asked += 1;
            if (asked > 60) throw new Error('nobody waits');
          },
        },
      ),
    ).toThrow('nobody waits');
  });
});

describe('the outputs', () => {
  const asked = ask(hungPod, { kubeletVersion: '1.32' });

  it('puts observed, unchanged and changed beside each other, and says what is inferred and what assumed', () => {
    const text = whatIfText(asked, { title: 'worker-1', sources: ['kubelet.log'] });
    expect(text).toContain(asked.sentence);
    expect(text).toMatch(/observed +simulated, unchanged +simulated, changed/);
    expect(text).toMatch(/Unhealthy +\S+ +\S+ +0s/);
    expect(text).toContain('the scenario explains the log');
    expect(text).toMatch(/Inferred from lines:\n(?: {2}.*\n)*? {2}version 1\.28\.4: the kubelet says it \(line \d+\)/);
    expect(text).toMatch(/Assumed, because no line tells it:\n/);
  });

  it('is JSON with the names of the contract', () => {
    const json = whatIfJson(asked, {
      node: 'worker-1',
      sources: ['kubelet.log'],
      time: (at) => new Date(instant(at) / 1000).toISOString(),
    });
    expect(Object.keys(json)).toEqual([
      'schema',
      'node',
      'span',
      'changes',
      'sentence',
      'observed',
      'unchanged',
      'resembles',
      'predicted',
      'known',
    ]);
    expect(json).toMatchObject({
      schema: 'kubelet-timeline/what-if@1',
      changes: [{ name: 'kubeletVersion', from: '1.28.4', to: '1.32' }],
      predicted: { unhealthySeconds: 0, notReadySeconds: 0, skips: 0, unhealthy: [], notReady: [] },
      resembles: true,
    });
  });
});

describe('changes', () => {
  it.each<[ChangeName, string, string]>([
    ['kubeletVersion', '1.7', 'give a version from 1.8 to 1.36'],
    ['kubeletVersion', '1.37', 'give a version from 1.8 to 1.36'],
    ['kubeletVersion', 'new', 'give a version from 1.8 to 1.36'],
    ['pods', '0', 'give a number from 1 to 2000'],
    ['pods', '2001', 'give a number from 1 to 2000'],
    ['hungPods', '-1', 'give a number from 0 to 2000'],
    ['listLatency', '-1s', 'give a duration'],
    ['requestTimeout', '0s', 'give a duration'],
    ['inspectLatency', 'soon', 'give a duration'],
    ['restartAfter', '9999h', 'give a duration'],
    ['eventedPleg', 'yes', 'give on or off'],
  ])('%s is not %s', (name, text, why) => {
    const read = readChanges(new Map([[name, text]]));
    expect(read).toMatchObject({ ok: false, name });
    expect(read.ok ? '' : read.why).toContain(why);
  });

  it('takes durations of Go and seconds; what is empty is no change', () => {
    expect(changesOf({ requestTimeout: '1m30s', listLatency: '0.5', pods: ' ', hangLasts: '0' })).toEqual({
      requestTimeout: 90e6,
      listLatency: 0.5e6,
      hangLasts: 0,
    });
  });
});
