/** Lines of logrus (sirupsen/logrus, text_formatter.go), in which k3s and rke2 say what is their own: as in a file, or as in a terminal. */

/** How such a line begins in a file or a journal. */
export const LOGRUS = 'time="';

/** `FATA[0012] starting kubernetes: …`, with seconds since the start, or a time; fields stand behind the padded message. */
const IN_TERMINAL = /^(INFO|WARN|ERRO|FATA)\[([\w:.+-]{1,40})\] (.{1,4000})/;
const LEVELS: ReadonlyMap<string, string> = new Map([
  ['INFO', 'info'],
  ['WARN', 'warning'],
  ['ERRO', 'error'],
  ['FATA', 'fatal'],
]);

/** The line as it stands in a file, whose words the catalogue has; `undefined`: it is none of logrus. */
export function asInFile(message: string): string | undefined {
  if (message.startsWith(LOGRUS)) return message;
  const found = IN_TERMINAL.exec(message);
  if (found === null) return undefined;
  const [, level = '', time = '', rest = ''] = found;
  const field = rest.indexOf(' error=');
  const text = field < 0 ? rest.trimEnd() : rest.slice(0, field).trimEnd();
  return `time="${time}" level=${LEVELS.get(level) ?? 'info'} msg="${text}"${field < 0 ? '' : rest.slice(field)}`;
}

/** What k3s and rke2 end with (k3s: pkg/cli, pkg/agent, pkg/daemons, pkg/server, pkg/cluster; rke2: pkg/rke2); crictl, containerd, docker and CRI-O have such lines of their own. */
const LAST_WORDS_OF_K3S =
  /\b(?:k3s|rke2)\b|leaderelection lost|starting kubernetes: |preparing server: |failed to find \w{3,8} cgroup|CA certs|\btoken is (?:not valid|required)|--server is required|\b(?:kubelet|apiserver|scheduler|controller-manager|kube-proxy|flannel) (?:exited|panic)|temporary etcd|critical configuration (?:value )?mismatch|bootstrap (?:cluster )?data|etcd cluster join failed|[Ff]lannel/;

/** Whether a fatal line without a writer is of k3s or rke2. */
export function endsK3s(text: string): boolean {
  return LAST_WORDS_OF_K3S.test(text.slice(0, 1000));
}

/** How logrus begins the text of a line. */
const MESSAGE = ' msg="';

/** The text of a line of logrus, without what stands around it, and with the error behind it, if there is one; `undefined`: it has none in quotes. */
export function logrusText(line: string): string | undefined {
  const text = quotedBehind(line, MESSAGE);
  if (text === undefined) return undefined;
  const error = quotedBehind(line, '" error="');
  return error === undefined ? text : `${text}: ${error}`;
}

function quotedBehind(line: string, beginning: string): string | undefined {
  const found = line.indexOf(beginning);
  if (found < 0) return undefined;
  const from = found + beginning.length;
  let to = from;
  while (to < line.length && line.charAt(to) !== '"') to += line.charAt(to) === '\\' ? 2 : 1;
  return line.slice(from, to).replaceAll('\\"', '"');
}
