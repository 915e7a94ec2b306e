/**
 * disk-pressure: the kubelet itself found too little disk, memory or inodes and evicts pods. Sign: its eviction lines. Medium near an episode
 * (a mass of ends keeps PLEG busy), else medium as a circumstance when there are several, low for one.
 */
import { seconds } from '../../kubelet/time.ts';
import type { Instant } from '../../kubelet/time.ts';
import { type Cause, makeFinding, plural } from '../cause.ts';
import { evidenceOf } from '../factText.ts';

export const diskPressure: Cause = {
  id: 'disk-pressure',
  find(view) {
    const facts = view.facts.all('eviction');
    if (facts.length === 0) return [];
    const evicted = facts.filter(({ message }) => message.startsWith('eviction.evicted') || message.startsWith('eviction.timeout'));
    const episodes = view.episodes.filter((episode) => view.facts.between(episode.process.id, 'eviction', (episode.from - seconds(300)) as Instant, episode.to).length > 0);
    return [
      makeFinding('disk-pressure', {
        weight: 'circumstance',
        confidence: episodes.length > 0 || facts.length > 2 ? 'medium' : 'low',
        title: `The kubelet was short of disk or memory${evicted.length > 0 ? ' and evicted pods' : ''}`,
        explanation: `${plural(facts.length, 'line')} of the eviction manager: the kubelet tried to win back space by deleting images${evicted.length > 0 ? ' and ending pods' : '; no line says that it ended a pod'}.${episodes.length > 0 ? ' Such deletions load the runtime and disk just when PLEG needs them.' : ''}`,
        nextSteps: ['See the node conditions: `kubectl describe node <node> | grep -A8 Conditions`.', 'Find what fills the disk: `df -h; df -i; crictl imagefsinfo; du -xsh /var/lib/* /var/log | sort -h | tail`.'],
        evidence: facts.slice(0, 8).map(evidenceOf),
        episodes: [],
      }),
    ];
  },
};
