import type { RuntimeError } from '../../messages/fact.ts';

/**
 * What the gRPC client of the kubelet says when it gives up a call at its time-out (google.golang.org/grpc: status.FromContextError, and picker_wrapper.go where
 * it waited for a connection). The runtime has the same deadline from the call's header and may reset the stream a moment before.
 */
const CLIENT_SAYS = [
  'context deadline exceeded',
  'stream terminated by RST_STREAM',
  'received context error while waiting for new LB policy update',
  'latest balancer error',
];

/**
 * True if the text of an error is that of a call that the kubelet gave up at its time-out. A runtime that gives up itself, earlier, answers with the same code,
 * mostly with words of its own; where it uses the same words only the times of the lines can tell.
 */
export function ranIntoTimeout({ code, text }: RuntimeError): boolean {
  if (code !== 'DeadlineExceeded') return false;
  const at = text.indexOf(' desc = ');
  return at >= 0 && CLIENT_SAYS.some((words) => text.startsWith(words, at + ' desc = '.length));
}
