/**
 * Calls that got no answer in time: the one home of what their errors say. Panel, hover, answer and rules ask here, so that none tells of a time-out, or of when
 * a call began, what another one denies.
 */
import type { RuntimeError } from '../fact.ts';
import { isOfSandboxImage } from './sandboxImage.ts';
import { goDurationToMicroseconds } from '../../kubelet/goDuration.ts';
import type { Duration, Instant } from '../../kubelet/time.ts';

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

/** When a call that failed at `end` began at the latest, as far as its words tell: the whole `timeout` before, if the kubelet gave it up itself; else it can have failed at once. */
export function latestBegin(end: Instant, error: RuntimeError, timeout: Duration): Instant {
  return (ranIntoTimeout(error) ? end - timeout : end) as Instant;
}

/** Words of gRPC, of the kubelet's docker client (up to 1.23) and of Go's network, in lower case. */
const NO_ANSWER = [
  'deadlineexceeded',
  'deadline exceeded',
  'rst_stream with error code: cancel',
  'operation timeout',
  'request timed out',
  'i/o timeout',
  'timeout exceeded',
];

/** Codes that say what else happened, in whatever words: a stream that was cancelled is reset as one is that timed out. */
const OTHERWISE: ReadonlySet<string | undefined> = new Set(['Canceled', 'ResourceExhausted', 'NotFound']);

/** True if an error says that no answer came in time, whoever gave up: the kubelet, or the runtime on a call of its own. */
export function gotNoAnswer({ code, text }: RuntimeError): boolean {
  // containerd hands on the code of a registry that did not answer.
  if (isOfSandboxImage(text)) return false;
  return code === 'DeadlineExceeded' || (!OTHERWISE.has(code) && saysNoAnswer(text.toLowerCase()));
}

/** Codes of the kubelet's own client: no answer of a runtime has them. */
const OF_CLIENT: ReadonlySet<string> = new Set(['DeadlineExceeded', 'Unavailable', 'Canceled']);

/**
 * True if the runtime did answer, and says that something it waited for itself was not there in time: a network plugin, a registry. The dockershim hands on that docker did
 * not answer it (`operation timeout`), and a stream that was reset was no answer.
 */
export function answeredTimeout({ code, text }: RuntimeError): boolean {
  return code !== undefined && !OF_CLIENT.has(code) && !/operation timeout|RST_STREAM/.test(text);
}

/** `gotNoAnswer` of a text in lower case that is known to have no code. */
function saysNoAnswer(lower: string): boolean {
  return NO_ANSWER.some((part) => lower.includes(part));
}

/** True if a text says that something was not done in time: a call, or what the kubelet itself waits for, such as the volumes of a pod (pkg/kubelet/volumemanager, `timed out waiting for the condition`). */
export function ranOutOfTime(text: string): boolean {
  return /timed out|deadline exceeded/i.test(text);
}

/** How long a command in a container was allowed to run, where the runtime says that it ended it then (containerd, internal/cri/server/container_execsync.go: `timeout 1s exceeded`). */
export function commandTimeout(text: string): Duration | undefined {
  const [, allowed = ''] = /timeout ([\d.]{1,12}(?:ms|s|m|h)[\dhms.]{0,12}) exceeded/.exec(text) ?? [];
  return goDurationToMicroseconds(allowed);
}
