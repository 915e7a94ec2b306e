/** Messages of Evented PLEG (pkg/kubelet/pleg/evented.go, 1.26 and later). */
import { channelFull, evented } from '../facts/pleg.ts';
import { type CatalogueRow, family, keyed } from '../row.ts';

export const plegEventedRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'pleg-evented', file: 'evented.go', facts: evented('fall-back'),
      meaning: 'Evented PLEG gave up after 5 failed stream attempts and the generic 1 s relist takes over.',
      whatToDo: 'Check CRI event support and the runtime; consider switching the EventedPLEG gate off.',
    },
    keyed('epleg.fallback.s', 'Fall back to Generic PLEG relisting since Evented PLEG is not working', [], { severity: 'I', verbosity: 4, since: '1.26' }),
  ),
  ...family(
    {
      component: 'pleg-evented', file: 'evented.go', facts: evented('stream-failed'),
      meaning: 'The CRI event stream ended or failed; a forced relist follows and the stream is retried.',
      whatToDo: 'Check the runtime log and GetContainerEvents support.',
    },
    keyed('epleg.retry.s', 'Evented PLEG: Failed to get container events, retrying: ', ['err'], { severity: 'I', verbosity: 4, since: '1.26' }),
  ),
  ...family(
    {
      component: 'pleg-evented', file: 'evented.go', facts: evented('other'),
      meaning: 'A CRI event could not be turned into a pod status.',
      whatToDo: 'Runtime sent incomplete data; check runtime version.',
    },
    keyed('epleg.gen-status-error.s', 'Evented PLEG: error generating pod status from the received event', ['err', 'podUID', 'podStatus'], { severity: 'E', verbosity: 0, since: '1.26', until: '1.33' }),
    keyed('epleg.gen-status-error.s2', 'Evented PLEG: error generating pod status from the received event', ['err', 'podUID'], { severity: 'E', verbosity: 0, since: '1.28', until: '1.33' }),
  ),
  ...family(
    {
      component: 'pleg-evented', file: 'evented.go',
      meaning: 'A pod status was built from a CRI event.',
      whatToDo: 'Normal at high verbosity.',
    },
    keyed('epleg.gen-status.s', 'Evented PLEG: Generated pod status from the received event', ['podUID', 'podStatus'], { severity: 'I', verbosity: 6, since: '1.26' }),
    keyed('epleg.gen-status.s2', 'Evented PLEG: Generated pod status from the received event', ['podUID'], { severity: 'I', verbosity: 4, since: '1.26' }),
  ),
  ...family(
    {
      component: 'pleg-evented', file: 'evented.go', facts: evented('other'),
      meaning: 'A CRI event without sandbox status was ignored (sandbox probably already gone).',
      whatToDo: 'Usually harmless; the long relist repairs it.',
    },
    keyed('epleg.nil-sandbox.s', 'Evented PLEG: received ContainerEventResponse with nil PodSandboxStatus or PodSandboxStatus.Metadata', ['containerEventResponse'], { severity: 'E', verbosity: 0, since: '1.27' }),
  ),
  ...family(
    {
      component: 'pleg-evented', file: 'evented.go', facts: channelFull,
      meaning: 'Evented PLEG dropped an event because the shared 1000-slot channel is full.',
      whatToDo: 'syncLoop is not draining; see EventedPLEG health.',
    },
    keyed('epleg.channel-full.s', 'Evented PLEG: Event channel is full, discarded pod lifecycle event', [], { severity: 'E', verbosity: 0, since: '1.26' }),
  ),
  ...family(
    {
      component: 'pleg-evented', file: 'evented.go', facts: evented('event'),
      meaning: 'CRI stopped event; becomes ContainerDied.',
    },
    keyed('epleg.stopped.s', 'Received Container Stopped Event', ['event'], { severity: 'I', verbosity: 4, since: '1.26' }),
  ),
  ...family(
    {
      component: 'pleg-evented', file: 'evented.go', facts: evented('event'),
      meaning: 'CRI started event; becomes ContainerStarted.',
    },
    keyed('epleg.started.s', 'Received Container Started Event', ['event'], { severity: 'I', verbosity: 4, since: '1.26' }),
  ),
  ...family(
    {
      component: 'pleg-evented', file: 'evented.go', facts: evented('event'),
      meaning: 'CRI created event; produces no PLEG event.',
    },
    keyed('epleg.created.s', 'Received Container Created Event', ['event'], { severity: 'I', verbosity: 4, since: '1.26' }),
  ),
  ...family(
    {
      component: 'pleg-evented', file: 'evented.go', facts: evented('event'),
      meaning: 'CRI deleted event; becomes ContainerDied + ContainerRemoved.',
    },
    keyed('epleg.deleted.s', 'Received Container Deleted Event', ['event'], { severity: 'I', verbosity: 4, since: '1.26' }),
  ),
  ...family(
    {
      component: 'pleg-evented', file: 'evented.go', facts: evented('other'),
      meaning: 'The pod cache had an error for that pod while metrics were updated.',
      whatToDo: 'Check earlier errors for the pod.',
    },
    keyed('epleg.get-cache.s', 'Evented PLEG: Get cache', ['err', 'podID'], { severity: 'E', verbosity: 0, since: '1.26' }),
  ),
];
