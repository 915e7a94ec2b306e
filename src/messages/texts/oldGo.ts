/** Go named a dial's system call so up to 1.10 (net/sock_posix.go), with which Kubernetes was built up to 1.12. */
const OLD_GO = 'getsockopt: ';

/** Whether an error tells of a kubelet of 1.12 or older. */
export function isOfOldGo(text: string): boolean {
  return text.includes(OLD_GO);
}
