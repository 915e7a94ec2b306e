/** Messages of the component `shutdown`. */
import { exits } from '../facts/node.ts';
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const shutdownRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'shutdown', file: 'nodeshutdown_manager_linux.go',
      meaning: 'Shutdown manager settings.',
    },
    keyed('shutdown.creating.s', 'Creating node shutdown manager', ['shutdownGracePeriodRequested', 'shutdownGracePeriodCriticalPods', 'shutdownGracePeriodByPodPriority'], { severity: 'I', verbosity: 0, since: '1.23' }),
  ),
  ...family(
    {
      component: 'shutdown', file: 'nodeshutdown_manager_linux.go',
      meaning: 'systemd announced a shutdown (or its cancellation).',
      whatToDo: 'Node goes NotReady with reason node is shutting down.',
    },
    text('shutdown.event.u', 'Shutdown manager detected new shutdown event, isNodeShuttingDownNow: {isShuttingDown}', { severity: 'I', verbosity: 1, since: '1.20', until: '1.20' }),
    keyed('shutdown.event.s', 'Shutdown manager detected new shutdown event, isNodeShuttingDownNow', ['event'], { severity: 'I', verbosity: 1, since: '1.21' }),
    keyed('shutdown.event.s2', 'Shutdown manager detected new shutdown event', ['event'], { severity: 'I', verbosity: 1, since: '1.23' }),
  ),
  ...family(
    {
      component: 'shutdown', file: 'nodeshutdown_manager_linux.go', facts: exits(false),
      meaning: 'Pods are being killed for shutdown.',
      whatToDo: 'Timeline mark.',
    },
    text('shutdown.processing.u', 'Shutdown manager processing shutdown event', { severity: 'I', verbosity: 1, since: '1.20', until: '1.20' }),
    keyed('shutdown.processing.s', 'Shutdown manager processing shutdown event', [], { severity: 'I', verbosity: 1, since: '1.21' }),
  ),
  ...family(
    {
      component: 'shutdown', file: 'nodeshutdown_manager_linux.go',
      meaning: 'Pod killed because of shutdown.',
      whatToDo: 'Timeline.',
    },
    text('shutdown.killing.u', 'Shutdown manager killing pod "{pod}" with gracePeriod: {gracePeriodOverride} seconds', { severity: 'I', verbosity: 1, since: '1.20', until: '1.20' }),
    keyed('shutdown.killing.s', 'Shutdown manager killing pod with gracePeriod', ['pod', 'gracePeriod'], { severity: 'I', verbosity: 1, since: '1.21', file: 'nodeshutdown_manager.go' }),
  ),
  ...family(
    {
      component: 'shutdown', file: 'nodeshutdown_manager_linux.go',
      meaning: 'Pod killed.',
      whatToDo: 'Timeline.',
    },
    text('shutdown.killed.u', 'Shutdown manager finished killing pod "{pod}"', { severity: 'I', verbosity: 1, since: '1.20', until: '1.20' }),
    keyed('shutdown.killed.s', 'Shutdown manager finished killing pod', ['pod'], { severity: 'I', verbosity: 1, since: '1.21', file: 'nodeshutdown_manager.go' }),
  ),
  ...family(
    {
      component: 'shutdown', file: 'nodeshutdown_manager_linux.go',
      meaning: 'Group did not finish in time.',
      whatToDo: 'Pods may be killed hard.',
    },
    text('shutdown.timeout.u', 'Shutdown manager pod killing did not complete in {shutdownGracePeriodRequested}', { severity: 'I', verbosity: 1, since: '1.20', until: '1.20' }),
    keyed('shutdown.timeout.s', 'Shutdown manager pod killing time out', ['gracePeriod'], { severity: 'I', verbosity: 1, since: '1.21', until: '1.22' }),
    keyed('shutdown.timeout.s2', 'Shutdown manager pod killing time out', ['gracePeriod', 'priority'], { severity: 'I', verbosity: 1, since: '1.23', file: 'nodeshutdown_manager.go' }),
  ),
  ...family(
    {
      component: 'shutdown', file: 'nodeshutdown_manager_linux.go',
      meaning: 'All pods handled; node powers off.',
      whatToDo: 'End mark.',
    },
    text('shutdown.done.u', 'Shutdown manager completed processing shutdown event, node will shutdown shortly', { severity: 'I', verbosity: 1, since: '1.20', until: '1.20' }),
    keyed('shutdown.done.s', 'Shutdown manager completed processing shutdown event, node will shutdown shortly', [], { severity: 'I', verbosity: 1, since: '1.21' }),
  ),
  ...family(
    {
      component: 'shutdown', file: 'nodeshutdown_manager_linux.go',
      meaning: 'logind (D-Bus) watch failed; retried.',
      whatToDo: 'systemd-logind / D-Bus trouble.',
    },
    keyed('shutdown.watch-failed.s', 'Unable to watch the node for shutdown events', ['err'], { severity: 'E', verbosity: 0, since: '1.22' }),
  ),
  ...family(
    {
      component: 'shutdown', file: 'nodeshutdown_manager_linux.go',
      meaning: 'D-Bus watch restarted.',
      whatToDo: 'D-Bus trouble.',
    },
    keyed('shutdown.restart-watch.s', 'Restarting watch for node shutdown events', [], { severity: 'I', verbosity: 1, since: '1.22' }),
  ),
];
