/**
 * panic: Go stopped the kubelet or a part of it: a panic, a fatal error of its runtime, a fault of memory. Sign: Go's own words. High: the lines say it, whether it ended the kubelet or was
 * caught. Sources: runtime/panic.go of Go, apimachinery/pkg/util/runtime/runtime.go.
 */
import type { Cause } from '../cause.ts';
import { exitsOf, nodeTroubles } from '../signs/exits.ts';
import type { DiagnosisView } from '../view.ts';
import { troubleFinding } from '../signs/troubleFinding.ts';

/** How the lines begin that are written where a panic is caught. */
const CAUGHT = /^(?:Observed a panic|Recovered from panic|http: panic serving)/;

/** A part that needs its API server (k3s has it in the same program) panics where the certificate of it is out of its time. */
function isOfTime(view: DiagnosisView): boolean {
  return [...exitsOf(view, 'panic'), ...nodeTroubles(view, 'panic')].some(({ text }) =>
    text.includes('x509: certificate has expired or is not yet valid'),
  );
}

export const panic: Cause = {
  id: 'panic',
  find(view) {
    const ended = exitsOf(view, 'panic').length > 0;
    return troubleFinding(view, {
      id: 'panic',
      what: 'panic',
      exit: 'panic',
      title: 'A part of the kubelet panicked',
      titleOfExit: 'The kubelet ended with a panic or fatal error of Go',
      meaning: isOfTime(view)
        ? 'It ends because a certificate is out of its time, which the text says; that is no fault of the program.'
        : ended
          ? 'This is a fault in the program (or in what it runs on), not of the configuration. systemd starts it again; where the same happens again, it comes from something on this node that each start meets.'
          : !nodeTroubles(view, 'panic').some(({ text }) => CAUGHT.test(text))
            ? 'This is a fault in the program. Only its stack is here, so the lines do not show whether the panic was caught and the kubelet went on.'
            : 'This is a fault in the program. The panic was caught, so the kubelet went on, but what that part was doing is undone and may come again.',
      nextSteps: [
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
