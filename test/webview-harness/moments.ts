/** Inner states of the kubelet as the product answers them, and the same with strangers' texts. */
import { instant } from '../../src/kubelet/time.ts';
import { createMoments, type Moments } from '../../src/timeline/moment/buildMoment.ts';
import type { MomentDocument } from '../../src/timeline/moment/moment.ts';
import { type LogName, shownLog } from './documents.ts';

const answerers = new Map<LogName, Moments>();

/** The moment at `time` (microseconds since the epoch) in the log of a state; `process` where several live then. */
export function momentAt(name: LogName, time: number, process?: string): MomentDocument | undefined {
  const moments = answerers.get(name) ?? createMoments(shownLog(name).analysis.reconstruction);
  answerers.set(name, moments);
  return moments.at(instant(time), process);
}

/** Every text of a moment in the hang replaced by one that tries to be markup; what the guard wants as names of ours stays. */
export function hostileMoment(text: string): MomentDocument {
  const names = new Set([
    'id',
    'known',
    'state',
    'call',
    'scope',
    'kind',
    'old',
    'current',
    'reasonsKnown',
    'reinspectKnown',
    'podRecordsKnown',
  ]);
  const replace = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return names.has(key) ? value : `${text} ${value}`;
    if (Array.isArray(value)) return value.map((item) => replace(item, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replace(item, name)]));
  };
  const { document } = shownLog('incident');
  const episode = document.episodes.find(({ startup }) => !startup);
  return replace(momentAt('incident', document.origin + (episode?.beginMax ?? 0)), '') as MomentDocument;
}
