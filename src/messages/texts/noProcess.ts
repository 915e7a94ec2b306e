/**
 * Whether a text says that no process or thread could be started, because there are as many as may be: Go's os/exec (`fork/exec PATH: resource temporarily unavailable`, EAGAIN of clone), its
 * runtime (`failed to create new OS thread`), and cgo's `pthread_create failed`. What a program in a container says of itself is not of the node: the caller looks at whose text it is.
 */
export const NO_PROCESS =
  /\bfork\/exec [^\s:]{1,300}: resource temporarily unavailable|\bpthread_create failed: Resource temporarily unavailable|\bfailed to create new OS thread/;

export function saysNoProcess(text: string): boolean {
  return NO_PROCESS.test(text);
}
