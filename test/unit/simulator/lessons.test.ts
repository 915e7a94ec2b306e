/** Scenarios whose logs were once read wrongly, as short as they still showed it. */
import { describe, expect, it } from 'vitest';
import { differences } from './roundTrip.ts';
import { simulated } from './scenarios.ts';

const LISTS = ['ListPodSandbox', 'ListContainers'];
const WEB = [{ name: 'web', count: 2, added: 4 }];
const STATUS_FAILS = {
  effect: 'error',
  methods: ['Status'],
  error: 'rpc error: code = Unknown desc = database is locked',
};

describe('the analysis of a simulated log', () => {
  it('lets an episode without skips begin after the normal start of its process', () => {
    expect(
      differences(
        simulated({
          version: '1.26.13',
          verbosity: 1,
          duration: '11m',
          pods: WEB,
          faults: [
            { from: 78.1, to: 136.7, effect: 'hang' },
            { from: 171.6, to: 555.8, effect: 'hang', methods: ['ListContainers'] },
          ],
        }),
      ),
    ).toEqual([]);
    expect(
      differences(
        simulated({
          version: '1.36.2',
          duration: '7m',
          pods: WEB,
          faults: [{ from: 230.4, to: 305.4, effect: 'hang' }],
          actions: [{ at: 223.3, do: 'restart-kubelet', signal: 'kill', after: 5.3 }],
        }),
      ),
    ).toEqual([]);
  });

  it('takes failed housekeeping for a working turn, where -v=0 leaves nothing else', () => {
    const tooLarge = {
      effect: 'error',
      methods: ['ListPodSandbox'],
      error:
        'rpc error: code = ResourceExhausted desc = grpc: received message larger than max (17829057 vs. 16777216)',
    };
    expect(
      differences(
        simulated({
          version: '1.29.9',
          verbosity: 0,
          duration: '9m',
          pods: WEB,
          faults: [
            { from: 52.4, to: 109.9, effect: 'hang' },
            { from: 223.9, to: 493.7, ...tooLarge },
          ],
        }),
      ),
    ).toEqual([]);
  });

  it('gives the node’s report that comes in the last sleep to the episode that ends with it', () => {
    const scenario = {
      version: '1.13.0',
      verbosity: 1,
      envelope: 'with-unit',
      seed: 807_664,
      duration: '6m',
      kubelet: { startup: 1.303 },
      pods: WEB,
      faults: [
        { from: 89.2, to: 117.8, ...STATUS_FAILS },
        { from: 168.6, to: 215.6, ...STATUS_FAILS },
      ],
    };
    expect(differences(simulated(scenario))).toEqual([]);
  });

  it('finds every call that hangs after another', () => {
    expect(
      differences(
        simulated({
          version: '1.31.2',
          verbosity: 0,
          duration: '14m',
          pods: WEB,
          faults: [
            { from: 60, to: 330, effect: 'hang', methods: LISTS },
            { from: 400, to: 720, effect: 'hang' },
          ],
        }),
      ),
    ).toEqual([]);
  });
});
