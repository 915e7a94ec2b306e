/** Messages of the component `eviction`. */
import { eviction } from '../facts/pods.ts';
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const evictionRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go', facts: eviction,
      meaning: 'A resource (memory, ephemeral-storage, inodes, pids) is below its threshold.',
      whatToDo: 'Free the resource; pods may be evicted.',
    },
    text('eviction.reclaim.u', 'eviction manager: attempting to reclaim {resourceName}', { severity: 'W', verbosity: 0, until: '1.20' }),
    keyed('eviction.reclaim.s', 'Eviction manager: attempting to reclaim', ['resourceName'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go', facts: eviction,
      meaning: 'Reclaim was not enough, pods will be evicted.',
      whatToDo: 'See ranked pods.',
    },
    text('eviction.must-evict.u', 'eviction manager: must evict pod(s) to reclaim {resourceName}', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('eviction.must-evict.s', 'Eviction manager: must evict pod(s) to reclaim', ['resourceName'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go',
      meaning: 'Order of pods for eviction.',
      whatToDo: 'First pod is the victim.',
    },
    text('eviction.ranked.u', 'eviction manager: pods ranked for eviction: {pods}', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('eviction.ranked.s', 'Eviction manager: pods ranked for eviction', ['pods'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go', facts: eviction,
      meaning: 'A pod was evicted.',
      whatToDo: 'Timeline mark.',
    },
    text('eviction.evicted.u', 'eviction manager: pods {pods} evicted, waiting for pod to be cleaned up', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('eviction.evicted.s', 'Eviction manager: pods evicted, waiting for pod to be cleaned up', ['pods'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go', facts: eviction,
      meaning: 'The eviction kill worked.',
      whatToDo: 'Timeline mark.',
    },
    text('eviction.evicted-ok.u', 'eviction manager: pod {pod} is evicted successfully', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('eviction.evicted-ok.s', 'Eviction manager: pod is evicted successfully', ['pod'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go',
      meaning: 'Killing the evicted pod failed.',
      whatToDo: 'Runtime trouble.',
    },
    text('eviction.evict-failed.u', 'eviction manager: pod {pod} failed to evict {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('eviction.evict-failed.s', 'Eviction manager: pod failed to evict', ['err', 'pod'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go', facts: eviction,
      meaning: 'Critical pod is protected.',
      whatToDo: 'Free resources otherwise.',
    },
    text('eviction.critical.u', 'eviction manager: cannot evict a critical pod {pod}', { severity: 'E', verbosity: 0, until: '1.20' }),
    text('eviction.critical.u2', 'eviction manager: cannot evict a critical static pod {pod}', { severity: 'E', verbosity: 0, since: '1.11', until: '1.16' }),
    keyed('eviction.critical.s', 'Eviction manager: cannot evict a critical pod', ['pod'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go', facts: eviction,
      meaning: 'Pressure was relieved without eviction.',
      whatToDo: 'Image or container GC helped.',
    },
    text('eviction.reduced.u', 'eviction manager: able to reduce {resourceName} pressure without evicting pods.', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('eviction.reduced.s', 'Eviction manager: able to reduce resource pressure without evicting pods.', ['resourceName'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go', facts: eviction,
      meaning: 'No pod could be evicted.',
      whatToDo: 'Node remains under pressure.',
    },
    text('eviction.unable.u', 'eviction manager: unable to evict any pods from the node', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('eviction.unable.s', 'Eviction manager: unable to evict any pods from the node', [], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go',
      meaning: 'Stats for eviction are not available.',
      whatToDo: 'Common at start; later it means slow cAdvisor/CRI stats.',
    },
    text('eviction.stats-failed.u', 'eviction manager: failed to get summary stats: {err}', { severity: 'E', verbosity: 0, since: '1.13', until: '1.20' }),
    keyed('eviction.stats-failed.s', 'Eviction manager: failed to get summary stats', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go',
      meaning: 'Eviction round failed.',
      whatToDo: 'See err.',
    },
    keyed('eviction.sync-failed.s', 'Eviction manager: failed to synchronize', ['err'], { severity: 'E', verbosity: 0, since: '1.29' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go', facts: eviction,
      meaning: 'Evicted pod was not cleaned up within 30 s.',
      whatToDo: 'Slow termination.',
    },
    text('eviction.timeout.u', 'eviction manager: timed out waiting for pods {pods} to be cleaned up', { severity: 'W', verbosity: 0, until: '1.20' }),
    keyed('eviction.timeout.s', 'Eviction manager: timed out waiting for pods to be cleaned up', ['pods'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go',
      meaning: 'Evicted pod is cleaned.',
      whatToDo: 'Timeline mark.',
    },
    text('eviction.cleaned.u', 'eviction manager: pods {pods} successfully cleaned up', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('eviction.cleaned.s', 'Eviction manager: pods successfully cleaned up', ['pods'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go', facts: eviction,
      meaning: 'Threshold met but nothing to evict.',
      whatToDo: 'System daemons use the resource.',
    },
    text('eviction.no-active.u', 'eviction manager: eviction thresholds have been met, but no pods are active to evict', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('eviction.no-active.s', 'Eviction manager: eviction thresholds have been met, but no pods are active to evict', [], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'helpers.go',
      meaning: 'No value for a signal.',
      whatToDo: 'Stats provider problem.',
    },
    text('eviction.no-observation.u', 'eviction manager: no observation found for eviction signal {signal}', { severity: 'W', verbosity: 0, until: '1.20' }),
    keyed('eviction.no-observation.s', 'Eviction manager: no observation found for eviction signal', ['signal'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go',
      meaning: 'Node pressure conditions seen.',
      whatToDo: 'Timeline (V(3)).',
    },
    text('eviction.conditions.u', 'eviction manager: node conditions - observed: {nodeCondition}', { severity: 'I', verbosity: 3, until: '1.20' }),
    keyed('eviction.conditions.s', 'Eviction manager: node conditions - observed', ['nodeCondition'], { severity: 'I', verbosity: 3, since: '1.21' }),
  ),
  ...family(
    {
      component: 'eviction', file: 'eviction_manager.go', loop: 'middle', facts: eviction,
      meaning: 'Pod rejected because of node pressure.',
      whatToDo: 'Wait for the pressure to end.',
    },
    text('eviction.admit-failed.u', 'Failed to admit pod {pod} - node has conditions: {nodeCondition}', { severity: 'W', verbosity: 0, until: '1.20' }),
    keyed('eviction.admit-failed.s', 'Failed to admit pod to node', ['pod', 'nodeCondition'], { severity: 'I', verbosity: 0, since: '1.21', until: '1.30' }),
  ),
];
