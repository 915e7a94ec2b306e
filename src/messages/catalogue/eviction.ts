/** Messages of the component `eviction`. */
import { nodeTroubleSaid, summaryFailed } from '../facts/devices.ts';
import { eviction, impossibleFigure, pressureSeen } from '../facts/pods.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const evictionRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      facts: eviction,
      meaning:
        'A resource of the node (memory, disk, inodes, process ids) fell below its threshold; the kubelet tries to free some.',
      whatToDo: 'Find out what uses it up; pods are evicted next if nothing can be freed.',
    },
    text('eviction.reclaim.u', 'eviction manager: attempting to reclaim {resourceName}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('eviction.reclaim.s', 'Eviction manager: attempting to reclaim', ['resourceName'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      facts: eviction,
      meaning: 'Freeing resources did not suffice: pods are going to be evicted.',
    },
    text('eviction.must-evict.u', 'eviction manager: must evict pod(s) to reclaim {resourceName}', {
      severity: 'I',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('eviction.must-evict.s', 'Eviction manager: must evict pod(s) to reclaim', ['resourceName'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      facts: eviction,
      meaning: 'The order in which pods are evicted, the first one first.',
    },
    text('eviction.ranked.u', 'eviction manager: pods ranked for eviction: {pods}', {
      severity: 'I',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('eviction.ranked.s', 'Eviction manager: pods ranked for eviction', ['pods'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      facts: eviction,
      meaning: 'A pod was evicted and its end is awaited.',
    },
    text('eviction.evicted.u', 'eviction manager: pods {pods} evicted, waiting for pod to be cleaned up', {
      severity: 'I',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('eviction.evicted.s', 'Eviction manager: pods evicted, waiting for pod to be cleaned up', ['pods'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      facts: eviction,
      meaning: 'The evicted pod was stopped.',
    },
    text('eviction.evicted-ok.u', 'eviction manager: pod {pod} is evicted successfully', {
      severity: 'I',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('eviction.evicted-ok.s', 'Eviction manager: pod is evicted successfully', ['pod'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      meaning: 'The evicted pod could not be stopped.',
      whatToDo: 'See the errors of StopContainer and StopPodSandbox.',
    },
    text('eviction.evict-failed.u', 'eviction manager: pod {pod} failed to evict {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('eviction.evict-failed.s', 'Eviction manager: pod failed to evict', ['err', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      facts: eviction,
      meaning: 'This pod is critical for the node and is not evicted.',
      whatToDo: 'Free the resource in another way.',
    },
    text('eviction.critical.u', 'eviction manager: cannot evict a critical pod {pod}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    text('eviction.critical.u2', 'eviction manager: cannot evict a critical static pod {pod}', {
      severity: 'E',
      verbosity: 0,
      since: '1.11',
      until: '1.16',
    }),
    keyed('eviction.critical.s', 'Eviction manager: cannot evict a critical pod', ['pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      facts: eviction,
      meaning: 'The shortage ended without an eviction: images or dead containers were removed.',
    },
    text('eviction.reduced.u', 'eviction manager: able to reduce {resourceName} pressure without evicting pods.', {
      severity: 'I',
      verbosity: 0,
      until: '1.20',
    }),
    keyed(
      'eviction.reduced.s',
      'Eviction manager: able to reduce resource pressure without evicting pods.',
      ['resourceName'],
      { severity: 'I', verbosity: 0, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      facts: eviction,
      meaning:
        'No pod could be evicted: those that are left are critical, or could not be ended. The shortage goes on.',
      whatToDo: 'Find out what uses the resource up: a pod that is critical, or something outside of pods.',
    },
    text('eviction.unable.u', 'eviction manager: unable to evict any pods from the node', {
      severity: 'I',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('eviction.unable.s', 'Eviction manager: unable to evict any pods from the node', [], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      facts: summaryFailed,
      meaning: 'The use of resources could not be measured, so no eviction is decided.',
      whatToDo: 'Common just after a start; later it means that the runtime or cAdvisor is slow.',
    },
    text('eviction.stats-failed.u', 'eviction manager: failed to get summary stats: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.13',
      until: '1.20',
    }),
    text('eviction.stats-failed.u2', 'eviction manager: failed to get get summary stats: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.12',
    }),
    text('eviction.stats-failed.u3', 'eviction manager: failed to get summary stats after resource reclaim: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    text('eviction.stats-failed.u4', 'eviction manager: unexpected err: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.9',
    }),
    keyed('eviction.stats-failed.s', 'Eviction manager: failed to get summary stats', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    keyed('eviction.stats-failed.s2', 'Eviction manager: failed to get summary stats after resource reclaim', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    keyed('eviction.image-fs.s', 'Eviction manager: failed to get HasDedicatedImageFs', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.29',
    }),
    keyed(
      'eviction.container-fs.s',
      'eviction manager: failed to check if we have separate container filesystem. Ignoring.',
      ['err'],
      { severity: 'E', verbosity: 0, since: '1.31' },
    ),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      meaning: 'This round of the eviction manager failed.',
      whatToDo: 'See the error.',
    },
    keyed('eviction.sync-failed.s', 'Eviction manager: failed to synchronize', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.29',
    }),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      facts: eviction,
      meaning: 'The evicted pod was not cleaned up within 30 seconds.',
    },
    text('eviction.timeout.u', 'eviction manager: timed out waiting for pods {pods} to be cleaned up', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('eviction.timeout.s', 'Eviction manager: timed out waiting for pods to be cleaned up', ['pods'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      meaning: 'The evicted pod is cleaned up.',
    },
    text('eviction.cleaned.u', 'eviction manager: pods {pods} successfully cleaned up', {
      severity: 'I',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('eviction.cleaned.s', 'Eviction manager: pods successfully cleaned up', ['pods'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      facts: eviction,
      meaning: 'A resource is short, but there is no pod to evict.',
      whatToDo: 'Something outside of the pods uses it up.',
    },
    text(
      'eviction.no-active.u',
      'eviction manager: eviction thresholds have been met, but no pods are active to evict',
      { severity: 'E', verbosity: 0, until: '1.20' },
    ),
    keyed(
      'eviction.no-active.s',
      'Eviction manager: eviction thresholds have been met, but no pods are active to evict',
      [],
      { severity: 'E', verbosity: 0, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'helpers.go',
      meaning: 'One of the watched resources has no value.',
    },
    text('eviction.no-observation.u', 'eviction manager: no observation found for eviction signal {signal}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('eviction.no-observation.s', 'Eviction manager: no observation found for eviction signal', ['signal'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'helpers.go',
      facts: impossibleFigure,
      meaning: 'A watched resource beside its threshold, as the eviction manager measured it.',
    },
    text(
      'eviction.observed.u',
      'eviction manager: {log}: threshold [signal={signal}, quantity={quantity}] observed {available}',
      { severity: 'I', verbosity: 3, until: '1.20' },
    ),
    keyed(
      'eviction.observed.s',
      'Eviction manager: threshold observed resource',
      ['log', 'signal', 'resourceName', 'quantity', 'available'],
      { severity: 'I', verbosity: 3, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      facts: pressureSeen,
      meaning: "The node's conditions of shortage, as the eviction manager sees them.",
    },
    text('eviction.conditions.u', 'eviction manager: node conditions - observed: {nodeCondition}', {
      severity: 'I',
      verbosity: 3,
      until: '1.20',
    }),
    keyed('eviction.conditions.s', 'Eviction manager: node conditions - observed', ['nodeCondition'], {
      severity: 'I',
      verbosity: 3,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      loop: 'middle',
      facts: eviction,
      meaning: 'A pod was turned away, because the node is short of a resource.',
      whatToDo: 'Wait for the shortage to end, or free the resource.',
    },
    text('eviction.admit-failed.u', 'Failed to admit pod {pod} - node has conditions: {nodeCondition}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('eviction.admit-failed.s', 'Failed to admit pod to node', ['pod', 'nodeCondition'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
      until: '1.30',
    }),
  ),
  ...family(
    {
      component: 'eviction',
      file: 'eviction_manager.go',
      facts: nodeTroubleSaid('image-gc'),
      meaning: 'Images or dead containers were to be removed for lack of room, and not all could be.',
      whatToDo: 'See the error: images that are in use cannot be removed.',
    },
    text(
      'eviction.reclaim-failed.u',
      'eviction manager: unexpected error when attempting to reduce {resourceName} pressure: {err}',
      { severity: 'W', verbosity: 0, until: '1.20' },
    ),
    text(
      'eviction.reclaim-failed.u2',
      'eviction manager: unexpected error when attempting to reduce {resourceName} pressure: {err}',
      { severity: 'E', verbosity: 0, until: '1.11' },
    ),
    keyed(
      'eviction.reclaim-failed.s',
      'Eviction manager: unexpected error when attempting to reduce resource pressure',
      ['resourceName', 'err'],
      { severity: 'I', verbosity: 0, since: '1.21' },
    ),
  ),
];

/** Where the texts of these rows were read. */
export const evictionSources: SourceTable = {
  'pkg/kubelet/eviction/eviction_manager.go': {
    'eviction.reclaim.u': '1.8-1.20',
    'eviction.reclaim.s': '1.21-1.36',
    'eviction.must-evict.u': '1.8-1.20',
    'eviction.must-evict.s': '1.21-1.36',
    'eviction.ranked.u': '1.8-1.20',
    'eviction.ranked.s': '1.21-1.36',
    'eviction.evicted.u': '1.8-1.20',
    'eviction.evicted.s': '1.21-1.36',
    'eviction.evicted-ok.u': '1.8-1.20',
    'eviction.evicted-ok.s': '1.21-1.36',
    'eviction.evict-failed.u': '1.8-1.20',
    'eviction.evict-failed.s': '1.21-1.36',
    'eviction.critical.u': '1.8-1.10, 1.17-1.20',
    'eviction.critical.u2': '1.11-1.16',
    'eviction.critical.s': '1.21-1.36',
    'eviction.reduced.u': '1.8-1.20',
    'eviction.reduced.s': '1.21-1.36',
    'eviction.unable.u': '1.8-1.20',
    'eviction.unable.s': '1.21-1.36',
    'eviction.stats-failed.u': '1.13-1.20',
    'eviction.stats-failed.u2': 'lines',
    'eviction.stats-failed.u3': 'klog',
    'eviction.stats-failed.u4': 'glog, lines',
    'eviction.stats-failed.s': '1.21-1.36',
    'eviction.stats-failed.s2': 'structured, contextual',
    'eviction.image-fs.s': 'structured, contextual',
    'eviction.container-fs.s': 'contextual, lines of 1.32',
    'eviction.sync-failed.s': '1.29-1.36',
    'eviction.timeout.u': '1.8-1.20',
    'eviction.timeout.s': '1.21-1.36',
    'eviction.cleaned.u': '1.8-1.20',
    'eviction.cleaned.s': '1.21-1.36',
    'eviction.no-active.u': '1.8-1.20',
    'eviction.no-active.s': '1.21-1.36',
    'eviction.conditions.u': '1.8-1.20',
    'eviction.conditions.s': '1.21-1.36',
    'eviction.admit-failed.u': '1.8-1.20',
    'eviction.admit-failed.s': '1.21-1.30',
    'eviction.reclaim-failed.u': 'glog, klog',
    'eviction.reclaim-failed.u2': 'glog',
    'eviction.reclaim-failed.s': 'structured',
  },
  'pkg/kubelet/eviction/helpers.go': {
    'eviction.no-observation.u': '1.8-1.20',
    'eviction.no-observation.s': '1.21-1.36',
    'eviction.observed.u': 'glog, klog',
    'eviction.observed.s': 'structured',
  },
};
