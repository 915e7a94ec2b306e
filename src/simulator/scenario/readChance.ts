/** What a scenario file knows about chance. */
import { type Chance, UNKNOWN_CHANCE } from '../node/chance.ts';
import type { Checker, Fields } from './fields.ts';
import { matchesPod } from './podPattern.ts';
import type { PodScenario } from './scenario.ts';

const MOST_JITTER = 0.5;
const WORKS = ['config', 'pleg', 'sync', 'housekeeping', 'probe'] as const;

export function readChance(checker: Checker, parent: Fields, pods: readonly PodScenario[]): Chance {
  const fields = parent.object('chance', ['retries', 'resyncs', 'relistOrder', 'loop', 'comment']);
  if (fields === undefined) return UNKNOWN_CHANCE;
  fields.text('comment', '');
  const check = (path: string, pod: string): string => {
    const full = pod.includes('/') ? pod : `default/${pod}`;
    if (!pods.some((one) => matchesPod(full, one))) checker.report(path, `no pod of this scenario is called ${full}`);
    return full;
  };
  const [retries = [], resyncs = []] = ['retries', 'resyncs'].map((list) =>
    fields.objects(list, ['from', 'pod', 'jitter']).map((one) => ({
      from: one.requiredDuration('from'),
      pod: check(one.path('pod'), one.required('pod')),
      jitter: one.number('jitter', 0, 0, MOST_JITTER),
    })),
  );
  const relistOrder = fields.objects('relistOrder', ['from', 'pods']).map((one) => ({
    from: one.requiredDuration('from'),
    pods: (one.texts('pods') ?? []).map((pod) => check(one.path('pods'), pod)),
  }));
  const loop = fields
    .objects('loop', ['from', 'prefers'])
    .map((one) => ({ from: one.requiredDuration('from'), prefers: one.choices('prefers', WORKS) ?? [] }));
  return {
    retries: retries.sort((a, b) => a.from - b.from),
    resyncs: resyncs.sort((a, b) => a.from - b.from),
    relistOrder: relistOrder.sort((a, b) => a.from - b.from),
    loop: loop.sort((a, b) => a.from - b.from),
  };
}
