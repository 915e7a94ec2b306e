/** What programs said last, in a text without a line of a kubelet: a stack of Go that was pasted alone, and the end of a controller. */

/** `function`: the innermost one of the kubelet that a stack has. `controller-ended`: its leadership was lost; `inK3s`: in one program with a kubelet. */
export type LastWords =
  | { readonly what: 'stack'; readonly function: string | undefined }
  | { readonly what: 'controller-ended'; readonly inK3s: boolean };

const LONGEST = 1000;
const STACK = /^\s{0,8}goroutine \d{1,10} \[[\w ,().]{2,60}\]:/;
/** A frame of a package of the kubelet (runtime/traceback.go). */
const FRAME_OF_KUBELET =
  /\bk8s\.io\/kubernetes\/((?:pkg|cmd)\/kubelet[\w/-]{0,120}\.(?:\(\*?\w{1,80}\)\.)?\w{1,80}(?:\.(?!func\d)\w{1,80})?)/;
const LEADER_LOST = /\bleader ?election lost\b/i;
/** The load balancer of k3s, its lease, and what it says of itself. */
const OF_K3S = /127\.0\.0\.1:6444|\[::1\]:6444|\bStarting (?:k3s|rke2)\b|\bkine\b|\bfor k3s\b/i;

/** `undefined`: no such words. */
export function lastWords(lines: readonly string[]): LastWords | undefined {
  const cut = lines.map((line) => line.slice(0, LONGEST));
  if (cut.some((line) => LEADER_LOST.test(line)))
    return { what: 'controller-ended', inK3s: cut.some((line) => OF_K3S.test(line)) };
  if (!cut.some((line) => STACK.test(line))) return undefined;
  const frame = cut.map((line) => FRAME_OF_KUBELET.exec(line)?.[1]).find((found) => found !== undefined);
  return { what: 'stack', function: frame };
}

/** The same in words. */
export function lastWordsText(words: LastWords): string {
  if (words.what === 'stack')
    return `It holds a stack of Go${words.function === undefined ? '' : ` of a kubelet, which was in \`${words.function}\``}, without what stood above it. Why the stacks were written the lines before the first \`goroutine\` say: \`panic:\`, \`fatal error:\`, \`SIGQUIT\`, \`SIGABRT\` (a watchdog), or a line of severity F.`;
  return words.inK3s
    ? 'It says that a controller of k3s lost its leadership. That ends the whole program, the kubelet in it too, and systemd starts it again: the node is NotReady for that long. The lease was not renewed in time, because the datastore was too slow or did not answer: see its disk (`iostat -x 1 5`), and `journalctl -u k3s | grep -E "Slow SQL|took too long|database is locked"`.'
    : 'It says that a controller lost its leadership, which ends its program. Where that is a pod of its own (kube-controller-manager, kube-scheduler), it is started again, and no kubelet is the worse for it; in k3s and MicroK8s the kubelet is a part of that program and ends with it. The lease was not renewed in time: see the datastore of the API server and the disk below it (`iostat -x 1 5`).';
}
