/**
 * panic: Go stopped the kubelet or a part of it: a panic, a fatal error of its runtime, a fault of memory. Sign: Go's own words. High: the lines say it, whether it ended the kubelet or was
 * caught. Sources: runtime/panic.go of Go, apimachinery/pkg/util/runtime/runtime.go.
 */
import { stepsAfterEnds } from '../../tools/endingSteps.ts';
import { seconds } from '../../../kubelet/time.ts';
import { isAllInOne } from '../../../kubelet/writers.ts';
import type { Cause } from '../../cause.ts';
import { endedByPanic, exitsOf, nodeTroubles } from '../../signs/exits.ts';
import type { DiagnosisView } from '../../view.ts';
import { troubleFinding } from '../../signs/troubleFinding.ts';

/** How the lines begin that are written where a panic is caught. */
const CAUGHT = /^(?:Observed a panic|Recovered from panic|http: panic serving)/;
/** Of these none is thrown anew (up to Kubernetes 1.2, pkg/util/util.go: `ReallyCrash` was asked before; net/http/server.go of Go). */
const KEPT = /^(?:Recovered from panic|http: panic serving)/;

/** A line says that it was caught, and one of the same kubelet follows where it may have been thrown anew: apimachinery does so where `ReallyCrash` is set. */
function wentOn(view: DiagnosisView): boolean {
  return view.history.processes.some(({ id, to }) =>
    view.facts
      .of(id, 'node-trouble')
      .some(
        ({ what, text, time }) =>
          what === 'panic' && (KEPT.test(text) || (CAUGHT.test(text) && to - time > AFTERWARDS)),
      ),
  );
}

const AFTERWARDS = seconds(1);

/** A part that needs its API server (k3s has it in the same program) panics where the certificate of it is out of its time. */
function isOfTime(view: DiagnosisView): boolean {
  return [...exitsOf(view, 'panic'), ...nodeTroubles(view, 'panic')].some(({ text }) =>
    text.includes('x509: certificate has expired or is not yet valid'),
  );
}

/** Go's runtime (runtime/os_linux.go, runtime/cgo) could not start a thread: the kernel allows no more. */
const NO_THREAD = /newosproc|pthread_create failed|failed to create new OS thread/;
const NOT_GIVEN =
  'Go asked the kernel for a thread or memory and got none: the unit, its control group, or the whole node has all that it may. That is no fault of the program; mostly something else on the node uses it up.';
const NO_THREAD_STEPS = [
  'Compare how many processes and threads there are with how many may be: `ps -eLf | wc -l`, `sysctl kernel.pid_max kernel.threads-max`, `systemctl show kubelet -p TasksCurrent -p TasksMax`.',
  'See who has so many: `ps -eo nlwp,pid,args --sort -nlwp | head`; zombies have the state Z in `ps -eo stat,ppid | sort | uniq -c | sort -rn | head`.',
  'Limit what pods may use (`podPidsLimit`), and raise the limit that is reached.',
];

/** Go's runtime (runtime/malloc.go, runtime/mem_linux.go) got no memory from the kernel. */
const NO_MEMORY = /\bruntime: (?:out of memory|cannot allocate memory)/;

const ENDED = 'The kubelet ended with a panic or fatal error of Go';

export const panic: Cause = {
  id: 'panic',
  find(view) {
    const exits = exitsOf(view, 'panic');
    const endedSoon = exits.length === 0 && view.history.processes.some((process) => endedByPanic(view, process));
    const ended = exits.length > 0 || endedSoon;
    const isOfThreads = exits.some(({ text }) => NO_THREAD.test(text));
    const isOfMemory = exits.some(({ text }) => NO_MEMORY.test(text));
    return troubleFinding(view, {
      id: 'panic',
      what: 'panic',
      exit: 'panic',
      title: endedSoon
        ? ENDED
        : view.history.processes.some(({ identifier }) => isAllInOne(identifier ?? ''))
          ? 'A part of the program that runs the kubelet panicked'
          : 'A part of the kubelet panicked',
      titleOfExit: isOfThreads
        ? 'The kubelet ended, because no more threads could be started'
        : isOfMemory
          ? 'The kubelet ended, because it got no more memory'
          : ENDED,
      meaning: isOfTime(view)
        ? 'It ends because a certificate is out of its time, which the text says; that is no fault of the program.'
        : isOfThreads || isOfMemory
          ? NOT_GIVEN
          : ended
            ? 'This is a fault in the program (or in what it runs on), not of the configuration. Where each start ends so, it comes from something on this node that each start meets.'
            : !wentOn(view)
              ? 'This is a fault in the program. The lines do not show whether the panic was caught and the kubelet went on.'
              : 'This is a fault in the program. The panic was caught, so the kubelet went on, but what that part was doing is undone and may come again.',
      nextSteps: isOfThreads
        ? NO_THREAD_STEPS
        : isOfMemory
          ? stepsAfterEnds([{ how: 'out-of-memory' }])
          : [
              ...(isOfTime(view)
                ? [
                    'Compare the clock of this node with the true time: `timedatectl`; what panicked says that a certificate is out of its time, and a wrong date makes a good one so.',
                  ]
                : []),
              'Save the stack that follows the line (`goroutine … [running]`): its first lines below `panic` name the function.',
              "Look that function up in the issues of Kubernetes with the node's version; a newer patch version may have the fix.",
              'If it comes at each start: see what the function works on (a pod, a checkpoint in /var/lib/kubelet, a device plug-in) and move that away.',
            ],
      confidence: () => 'high',
      weight: () => 'cause',
    });
  },
};
