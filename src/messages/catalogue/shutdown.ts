/** Messages of the component `shutdown`. */
import { exits, shutdownBegins } from '../facts/node.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const shutdownRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'shutdown',
      file: 'nodeshutdown_manager_linux.go',
      meaning: 'The settings for an orderly shutdown of the node.',
    },
    keyed(
      'shutdown.creating.s',
      'Creating node shutdown manager',
      ['shutdownGracePeriodRequested', 'shutdownGracePeriodCriticalPods', 'shutdownGracePeriodByPodPriority'],
      { severity: 'I', verbosity: 0, since: '1.23' },
    ),
  ),
  ...family(
    {
      component: 'shutdown',
      file: 'nodeshutdown_manager_linux.go',
      facts: shutdownBegins,
      meaning:
        'systemd announced that the machine shuts down (or that it does not after all). The node becomes NotReady.',
    },
    text('shutdown.event.u', 'Shutdown manager detected new shutdown event, isNodeShuttingDownNow: {isShuttingDown}', {
      severity: 'I',
      verbosity: 1,
      since: '1.20',
      until: '1.20',
    }),
    keyed('shutdown.event.s', 'Shutdown manager detected new shutdown event, isNodeShuttingDownNow', ['event'], {
      severity: 'I',
      verbosity: 1,
      since: '1.21',
    }),
    keyed('shutdown.event.s2', 'Shutdown manager detected new shutdown event', ['event'], {
      severity: 'I',
      verbosity: 1,
      since: '1.23',
    }),
  ),
  ...family(
    {
      component: 'shutdown',
      file: 'nodeshutdown_manager_linux.go',
      facts: exits(false),
      meaning: 'Pods are being stopped, because the machine shuts down.',
    },
    text('shutdown.processing.u', 'Shutdown manager processing shutdown event', {
      severity: 'I',
      verbosity: 1,
      since: '1.20',
      until: '1.20',
    }),
    keyed('shutdown.processing.s', 'Shutdown manager processing shutdown event', [], {
      severity: 'I',
      verbosity: 1,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'shutdown',
      file: 'nodeshutdown_manager_linux.go',
      meaning: 'A pod is being stopped, because the machine shuts down.',
    },
    text('shutdown.killing.u', 'Shutdown manager killing pod "{pod}" with gracePeriod: {gracePeriodOverride} seconds', {
      severity: 'I',
      verbosity: 1,
      since: '1.20',
      until: '1.20',
    }),
    keyed('shutdown.killing.s', 'Shutdown manager killing pod with gracePeriod', ['pod', 'gracePeriod'], {
      severity: 'I',
      verbosity: 1,
      since: '1.21',
      file: 'nodeshutdown_manager.go',
    }),
  ),
  ...family(
    {
      component: 'shutdown',
      file: 'nodeshutdown_manager_linux.go',
      meaning: 'A pod was stopped, because the machine shuts down.',
    },
    text('shutdown.killed.u', 'Shutdown manager finished killing pod "{pod}"', {
      severity: 'I',
      verbosity: 1,
      since: '1.20',
      until: '1.20',
    }),
    keyed('shutdown.killed.s', 'Shutdown manager finished killing pod', ['pod'], {
      severity: 'I',
      verbosity: 1,
      since: '1.21',
      file: 'nodeshutdown_manager.go',
    }),
  ),
  ...family(
    {
      component: 'shutdown',
      file: 'nodeshutdown_manager_linux.go',
      meaning: 'Not all pods ended in the time the shutdown gives them; they may be cut off.',
    },
    text('shutdown.timeout.u', 'Shutdown manager pod killing did not complete in {shutdownGracePeriodRequested}', {
      severity: 'I',
      verbosity: 1,
      since: '1.20',
      until: '1.20',
    }),
    keyed('shutdown.timeout.s', 'Shutdown manager pod killing time out', ['gracePeriod'], {
      severity: 'I',
      verbosity: 1,
      since: '1.21',
      until: '1.22',
    }),
    keyed('shutdown.timeout.s2', 'Shutdown manager pod killing time out', ['gracePeriod', 'priority'], {
      severity: 'I',
      verbosity: 1,
      since: '1.23',
      file: 'nodeshutdown_manager.go',
    }),
  ),
  ...family(
    {
      component: 'shutdown',
      file: 'nodeshutdown_manager_linux.go',
      facts: exits(false),
      meaning: 'All pods were dealt with; the machine goes down next.',
    },
    text('shutdown.done.u', 'Shutdown manager completed processing shutdown event, node will shutdown shortly', {
      severity: 'I',
      verbosity: 1,
      since: '1.20',
      until: '1.20',
    }),
    keyed('shutdown.done.s', 'Shutdown manager completed processing shutdown event, node will shutdown shortly', [], {
      severity: 'I',
      verbosity: 1,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'shutdown',
      file: 'nodeshutdown_manager_linux.go',
      meaning: 'The kubelet could not listen for a shutdown of the machine; it is tried again.',
      whatToDo: 'Check systemd-logind and D-Bus.',
    },
    keyed('shutdown.watch-failed.s', 'Unable to watch the node for shutdown events', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.22',
    }),
  ),
  ...family(
    {
      component: 'shutdown',
      file: 'nodeshutdown_manager_linux.go',
      meaning: 'The kubelet listens for a shutdown of the machine again.',
    },
    keyed('shutdown.restart-watch.s', 'Restarting watch for node shutdown events', [], {
      severity: 'I',
      verbosity: 1,
      since: '1.22',
    }),
  ),
  ...family(
    {
      component: 'shutdown',
      file: 'nodeshutdown_manager_linux.go',
      meaning:
        'The kubelet cannot watch for a shutdown of the machine, so pods will not be stopped in order at the next one. It goes on without.',
      whatToDo:
        'See whether logind and D-Bus run, and whether InhibitDelayMaxSec of logind can be as long as shutdownGracePeriod.',
    },
    keyed('shutdown.not-started.s', 'Failed to start node shutdown manager', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      file: 'kubelet.go',
    }),
    keyed('shutdown.watch-ended.s', 'Ended to watching the node for shutdown events', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.22',
    }),
    keyed('shutdown.state-load.s', 'Failed to load graceful shutdown state', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.24',
    }),
    keyed('shutdown.state-store.s', 'Failed to store graceful shutdown state', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.24',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const shutdownSources: SourceTable = {
  'pkg/kubelet/nodeshutdown/nodeshutdown_manager_linux.go': {
    'shutdown.creating.s': '1.23-1.36',
    'shutdown.event.u': '1.20',
    'shutdown.event.s': '1.21-1.36',
    'shutdown.event.s2': '1.23-1.36',
    'shutdown.processing.u': '1.20',
    'shutdown.processing.s': '1.21-1.36',
    'shutdown.killing.u': '1.20',
    'shutdown.killed.u': '1.20',
    'shutdown.timeout.u': '1.20',
    'shutdown.timeout.s': '1.21-1.22',
    'shutdown.done.u': '1.20',
    'shutdown.done.s': '1.21-1.36',
    'shutdown.watch-failed.s': '1.22-1.36',
    'shutdown.restart-watch.s': '1.22-1.36',
    'shutdown.watch-ended.s': 'structured, contextual',
    'shutdown.state-load.s': 'contextual',
    'shutdown.state-store.s': 'contextual',
  },
  'pkg/kubelet/nodeshutdown/nodeshutdown_manager.go': {
    'shutdown.killing.s': '1.21-1.36',
    'shutdown.killed.s': '1.21-1.36',
    'shutdown.timeout.s2': '1.23-1.36',
  },
  'pkg/kubelet/kubelet.go': {
    'shutdown.not-started.s': 'structured, contextual',
  },
};
