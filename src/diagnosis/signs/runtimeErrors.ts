/**
 * What an error of a runtime call says about the runtime. The texts come from gRPC (grpc-go), from the kubelet's docker client (up to 1.23)
 * and from Go's dialer; only plain substring tests, because the text is a stranger's.
 */
import type { RuntimeError } from '../../messages/fact.ts';
import { isCniError } from '../../messages/texts/cniWords.ts';
import { isCutOff } from '../../messages/texts/runtimeError.ts';
import { isOfSandboxImage } from '../../messages/texts/sandboxImage.ts';
import { perKeptText } from '../../messages/texts/perKeptText.ts';
import { gotNoAnswer } from '../../messages/texts/timedOut.ts';
import { WordSearch } from '../../messages/texts/wordSearch.ts';

/**
 * `timed-out`: no answer in time; `unreachable`: nobody listens on the socket; `too-large`: the answer exceeds the kubelet's gRPC limit;
 * `not-found`: the object is gone, an everyday answer; `cancelled`: the kubelet gave the call up itself, because it ends (gRPC's client says so, not the
 * runtime); `cut-off`: the line ends before it says what happened; `refused`: the runtime answered with an error of its own.
 */
export type RuntimeErrorClass =
  | 'timed-out'
  | 'unreachable'
  | 'too-large'
  | 'not-found'
  | 'cancelled'
  | 'cut-off'
  | 'refused';

const UNREACHABLE = new WordSearch([
  [
    'connection refused',
    'no such file or directory',
    'cannot connect to the docker daemon',
    'cannot connect to docker endpoint',
    'is the docker daemon running',
    'connection error',
    'transport is closing',
    'transport: error while dialing',
    'connect: permission denied',
    'broken pipe',
    'connection reset',
    'the connection is unavailable',
    'all subconns are in transientfailure',
    'error reading from server: eof',
  ],
]);

/** Sorts an error into its class. The gRPC code decides where there is one (then it is that of the text), except that `Unknown` carries docker's texts. */
export const classifyRuntimeError = perKeptText(classOf);

function classOf(error: RuntimeError): RuntimeErrorClass {
  if (gotNoAnswer(error)) return 'timed-out';
  if (error.code === 'Canceled') return 'cancelled';
  const text = error.text.toLowerCase();
  if (error.code === 'ResourceExhausted' || text.includes('message larger than max')) return 'too-large';
  if (error.code === 'NotFound' || text.includes('no such container')) return 'not-found';
  if (error.code === 'Unavailable') return 'unreachable';
  if (isCutOff(error.text) && (error.code === undefined || error.code === 'Unknown')) return 'cut-off';
  if (isOfSandboxImage(error.text)) return 'refused';
  if ((error.code === undefined || error.code === 'Unknown') && UNREACHABLE.firstIn(text) >= 0) return 'unreachable';
  return 'refused';
}

/** The kubelet itself has no file left for the connection (`socket` of Linux, EMFILE and ENFILE): that says nothing of the runtime. */
export function hasNoFileLeft(text: string): boolean {
  return text.includes(': socket: too many open files');
}

const LIST_METHODS = new Set(['ListPodSandbox', 'ListContainers', 'StreamPodSandboxes', 'StreamContainers']);
const INSPECT_METHODS = new Set(['PodSandboxStatus', 'ContainerStatus']);

/** The calls of a relist's list phase: one over sandboxes, one over containers. */
export function isListMethod(method: string): boolean {
  return LIST_METHODS.has(method);
}

/** The calls of a relist's inspection of changed pods. */
export function isInspectMethod(method: string): boolean {
  return INSPECT_METHODS.has(method);
}

/** Words of gRPC and of docker's client about their own connection; a runtime that answers may tell of others that it could not reach, such as a registry or the agent of a network plug-in, or of a file that is not there. */
const OF_ITS_CONNECTION = ['code = Unavailable', 'dial unix', 'Cannot connect to the Docker daemon', '.sock'];

/** Whether a text that says that a connection could not be made is about that to the runtime. */
export function isOfItsConnection(text: string): boolean {
  return (
    !text.includes('Error response from daemon') &&
    !isCniError(text) &&
    OF_ITS_CONNECTION.some((words) => text.includes(words))
  );
}
