/** Messages of Evented PLEG (pkg/kubelet/pleg/evented.go, 1.26 and later). */
import { channelFull, evented } from '../facts/pleg.ts';
import { type CatalogueRow, family, keyed } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const plegEventedRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'pleg-evented',
      file: 'evented.go',
      highlight: 'trouble',
      facts: evented('fall-back'),
      meaning:
        "Evented PLEG gives up after five failures of the runtime's event stream in this process run. From here on the kubelet finds changes by its relist every second again, with the threshold of three minutes.",
      whatToDo: 'See why the stream failed. Consider turning the feature gate EventedPLEG off.',
    },
    keyed('epleg.fallback.s', 'Fall back to Generic PLEG relisting since Evented PLEG is not working', [], {
      severity: 'I',
      verbosity: 4,
      since: '1.26',
    }),
  ),
  ...family(
    {
      component: 'pleg-evented',
      file: 'evented.go',
      highlight: 'trouble',
      facts: evented('stream-failed'),
      meaning:
        'The stream on which the runtime reports container events ended or failed. The kubelet relists at once and opens the stream again; after five such failures it falls back to relisting every second.',
      whatToDo:
        "Look into the runtime's log at this time; it may have been restarted, or may not support GetContainerEvents.",
    },
    keyed('epleg.retry.s', 'Evented PLEG: Failed to get container events, retrying: ', ['err'], {
      severity: 'I',
      verbosity: 4,
      since: '1.26',
    }),
  ),
  ...family(
    {
      component: 'pleg-evented',
      file: 'evented.go',
      facts: evented('other'),
      meaning: 'An event from the runtime could not be turned into a pod status.',
      whatToDo: 'The runtime sent incomplete data; check its version.',
    },
    keyed(
      'epleg.gen-status-error.s',
      'Evented PLEG: error generating pod status from the received event',
      ['err', 'podUID', 'podStatus'],
      { severity: 'E', verbosity: 0, since: '1.26', until: '1.33' },
    ),
    keyed(
      'epleg.gen-status-error.s2',
      'Evented PLEG: error generating pod status from the received event',
      ['err', 'podUID'],
      { severity: 'E', verbosity: 0, since: '1.28', until: '1.33' },
    ),
  ),
  ...family(
    {
      component: 'pleg-evented',
      file: 'evented.go',
      meaning: "A pod's status was made from an event that the runtime sent, without asking the runtime again.",
    },
    keyed('epleg.gen-status.s', 'Evented PLEG: Generated pod status from the received event', ['podUID', 'podStatus'], {
      severity: 'I',
      verbosity: 6,
      since: '1.26',
    }),
    keyed('epleg.gen-status.s2', 'Evented PLEG: Generated pod status from the received event', ['podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.26',
    }),
  ),
  ...family(
    {
      component: 'pleg-evented',
      file: 'evented.go',
      facts: evented('other'),
      meaning:
        'The runtime sent an event without the status of the sandbox, so it is ignored; mostly the sandbox was gone already.',
      whatToDo: 'Usually harmless: the next relist makes it good.',
    },
    keyed(
      'epleg.nil-sandbox.s',
      'Evented PLEG: received ContainerEventResponse with nil PodSandboxStatus or PodSandboxStatus.Metadata',
      ['containerEventResponse'],
      { severity: 'E', verbosity: 0, since: '1.27' },
    ),
  ),
  ...family(
    {
      component: 'pleg-evented',
      file: 'evented.go',
      highlight: 'trouble',
      facts: channelFull,
      meaning:
        'The queue of events to the sync loop holds 1000 events and is full, so this event is thrown away. While it is full, the health check EventedPLEG fails.',
      whatToDo: 'Find out why the sync loop stood still.',
    },
    keyed('epleg.channel-full.s', 'Evented PLEG: Event channel is full, discarded pod lifecycle event', [], {
      severity: 'E',
      verbosity: 0,
      since: '1.26',
    }),
  ),
  ...family(
    {
      component: 'pleg-evented',
      file: 'evented.go',
      facts: evented('event'),
      meaning: 'The runtime reported that a container stopped. It becomes a ContainerDied event for the sync loop.',
    },
    keyed('epleg.stopped.s', 'Received Container Stopped Event', ['event'], {
      severity: 'I',
      verbosity: 4,
      since: '1.26',
    }),
  ),
  ...family(
    {
      component: 'pleg-evented',
      file: 'evented.go',
      facts: evented('event'),
      meaning:
        'The runtime reported that a container or sandbox started. It becomes a ContainerStarted event for the sync loop.',
    },
    keyed('epleg.started.s', 'Received Container Started Event', ['event'], {
      severity: 'I',
      verbosity: 4,
      since: '1.26',
    }),
  ),
  ...family(
    {
      component: 'pleg-evented',
      file: 'evented.go',
      facts: evented('event'),
      meaning: 'The runtime reported that a container or sandbox was created. No event for the sync loop follows.',
    },
    keyed('epleg.created.s', 'Received Container Created Event', ['event'], {
      severity: 'I',
      verbosity: 4,
      since: '1.26',
    }),
  ),
  ...family(
    {
      component: 'pleg-evented',
      file: 'evented.go',
      facts: evented('event'),
      meaning:
        'The runtime reported that a container or sandbox was deleted. It becomes the events ContainerDied and ContainerRemoved; the second is never logged.',
    },
    keyed('epleg.deleted.s', 'Received Container Deleted Event', ['event'], {
      severity: 'I',
      verbosity: 4,
      since: '1.26',
    }),
  ),
  ...family(
    {
      component: 'pleg-evented',
      file: 'evented.go',
      facts: evented('other'),
      meaning: 'Evented PLEG asked the pod cache for this pod and got an error.',
      whatToDo: 'See the earlier errors for the pod. In some versions a crash of the kubelet follows.',
    },
    keyed('epleg.get-cache.s', 'Evented PLEG: Get cache', ['err', 'podID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.26',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const plegEventedSources: SourceTable = {
  'pkg/kubelet/pleg/evented.go': {
    'epleg.fallback.s': '1.26-1.36',
    'epleg.retry.s': '1.26-1.36',
    'epleg.gen-status-error.s': '1.26-1.33',
    'epleg.gen-status-error.s2': '1.28-1.33',
    'epleg.gen-status.s': '1.26-1.36',
    'epleg.gen-status.s2': '1.26-1.36',
    'epleg.nil-sandbox.s': '1.27-1.36',
    'epleg.channel-full.s': '1.26-1.36',
    'epleg.stopped.s': '1.26-1.36',
    'epleg.started.s': '1.26-1.36',
    'epleg.created.s': '1.26-1.36',
    'epleg.deleted.s': '1.26-1.36',
    'epleg.get-cache.s': '1.26-1.36',
  },
};
