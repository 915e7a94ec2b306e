/**
 * A kubelet that goes on with a connection to its API server that is closed: HTTP/2 of Go before 1.15 takes it from the pool again and again, and nothing but a restart helps, though the
 * API server is well (kubernetes/kubernetes#87615). From 1.20 on a client looks after its connections itself (kubernetes/kubernetes#95981; also in the last releases of 1.18 and 1.19).
 */
import { seconds } from '../../kubelet/time.ts';
import { type ApiStretch, lengthOf, saysClosed } from './apiTrouble.ts';

/** The kubelet closes its connections itself when a call got no answer: for a while these words stand in any outage. */
const NO_LONGER_A_MOMENT = seconds(120);

/** Whether most calls of a stretch, and the last of all, found the connection closed, for too long to be what a kubelet does in any outage. */
export function keepsClosedConnection(stretch: ApiStretch): boolean {
  const { count, closed, last } = stretch;
  return lengthOf(stretch) >= NO_LONGER_A_MOMENT && saysClosed(last.error) && 2 * closed > count;
}

export const CLOSED_CONNECTION = {
  title: ' because the kubelet goes on with a connection that is closed',
  text: ' It does not connect anew by itself: that is a known fault of HTTP/2 in Go (kubernetes/kubernetes#87615), and the API server may be well.',
  step: 'Restart the kubelet, which makes it connect anew: `systemctl restart kubelet`. Then upgrade: from Kubernetes 1.20 on (and in the last releases of 1.18 and 1.19) it looks after its connections itself.',
} as const;
