import { isKubeletName, otherProgramOfName, writerKind } from '../../kubelet/writers.ts';

/** What somebody put over a part of a text, or a tool. */
export type Heading =
  /** `name`: whose lines follow, as far as they do not say it; `undefined`: it does not tell. */
  | { readonly kind: 'begin'; readonly name: string | undefined }
  /** A fence of Markdown, of a wiki or of a forum: what was named over it ends with it. */
  | { readonly kind: 'fence' };

/** Longer lines are no headings. */
export const LONGEST_HEADING = 300;
/** kubectl, pkg/cmd/clusterinfo/clusterinfo_dump.go. */
const DUMP = /^==== (START|END) logs for container (\S{1,253}) of pod (\S{1,400}) ====$/;
const FENCE =
  /^(?:`{3,8}|~{3,8}|\{(?:noformat|code)(?::[^}]{0,80})?\}|\[\/?code(?:=\w{1,20})?\]|<\/?(?:pre|code)>)\w{0,20}$/;
/** `root@node:~# command`, `[root@node ~]$ command`, `PS C:\> command`. */
const PROMPT = /^(?:\[?[\w.-]{1,64}@[\w.-]{1,255}[: ][^$#%>\]]{0,120}\]?[$#%>]|PS [A-Z]:\\[^>]{0,120}>) ?(\S.{0,250})$/;
/** A prompt with or without a command, in the first characters of a line. */
const PROMPT_BEGIN = /^\[?[\w.-]{1,64}@[\w.-]{1,64}[: ][^$#%>\]]{0,64}\]?[$#%]/;
/** `$ command`; `# command` is one only of a known name, else it is a heading or a remark. */
const BARE_PROMPT =
  /^[$#%] ?((?:sudo )?(?:journalctl|kubectl|oc|crictl|docker|podman|nerdctl|systemctl|cat|tail|head|less|more|zcat|grep|talosctl|minikube|k3s)\b.{0,250})$/;
const SHELL = /^\$ (\S.{0,250})$/;
/** A key of YAML, which ends as a title may: below others, or of several words (`kubeletExtraArgs:`). */
const KEY = /^(?:[ \t]{1,40}[\w.-]{1,80}|\w{0,40}[a-z][A-Z]\w{0,40}):\s{0,8}$/;
const DECORATION =
  /^(?:#{1,6} |\*{1,3}|_{1,2}|<details>|<summary>|h[1-6]\. )|(?:\*{1,3}|_{1,2}|<\/summary>|:| #{1,6})$/g;
/** Decoration around decoration: bold and underlined, details and summary. */
const DEEPEST = 3;
/** What a heading may say beside the name of a program. */
const BESIDE_NAMES =
  /\b(?:logs?|output|of|from|the|on|in|node|pod|container|service|unit|journal|journalctl|and|full|here|for|error|errors|panics?|crash|stack|trace)\b|[:*_`'"()[\]#.-]/gi;
/** The same in other languages. */
const BESIDE_NAMES_ELSEWHERE =
  /日志|日誌|报错|報錯|错误|錯誤|输出|輸出|信息|ログ|エラー|出力|로그|오류|에러|출력|的|логи?|ошибк[аи]|вывод|\b(?:Protokoll|Fehler|Ausgabe|registros?|errores|salida|journaux|erreurs?|sortie|de|del|du|der|des|vom)\b/gi;
/** The programs that show what others wrote. */
const TOOLS: ReadonlySet<string> = new Set([
  'kubectl',
  'oc',
  'crictl',
  'docker',
  'podman',
  'nerdctl',
  'journalctl',
  'systemctl',
  'sudo',
  'minikube',
  'talosctl',
  'systemd',
  'cat',
  'tail',
  'grep',
  'k3s',
  'kubeadm',
  'kernel',
  'audit',
]);
/** Commands that show lines of a log. */
const SHOWS = /\b(?:journalctl|logs|node-logs|cat|tail|head|less|more|zcat|grep)\b/;
/** Programs under names that people write out. */
const SPOKEN: readonly (readonly [RegExp, string])[] = [
  [/\bapi[ -]?server\b/gi, 'kube-apiserver'],
  [/\bcontroller[ -]?manager\b/gi, 'kube-controller-manager'],
  [/\bkube[ -]?scheduler\b/gi, 'kube-scheduler'],
  [/\bkube[ -]?proxy\b/gi, 'kube-proxy'],
];

/** Reads a heading, a prompt with a command, or a fence; `undefined` for every other line. */
export function readHeading(line: string): Heading | undefined {
  const text = line.trim();
  const dump = DUMP.exec(text);
  // Whatever runs in a pod is no kubelet of the node, unless it is called so.
  if (dump !== null) return { kind: 'begin', name: dump[1] === 'END' ? undefined : containerName(dump[2] ?? '') };
  if (FENCE.test(text)) return { kind: 'fence' };
  const command = (PROMPT.exec(text) ?? BARE_PROMPT.exec(text) ?? SHELL.exec(text))?.[1];
  if (command !== undefined) return { kind: 'begin', name: nameInCommand(command) };
  return KEY.test(line) ? undefined : readTitle(text);
}

/** True for a line that a person's paste has between outputs of commands: a fence, or a prompt with the next command. What follows need not follow on what was before. */
export function standsBetweenOutputs(line: string): boolean {
  const text = line.trim();
  return (
    text.length <= LONGEST_HEADING &&
    (FENCE.test(text) || PROMPT.test(text) || BARE_PROMPT.test(text) || SHELL.test(text))
  );
}

/** Whether a line begins with the prompt of a shell: somebody pasted it behind the output. */
export function beginsWithPrompt(text: string): boolean {
  return PROMPT_BEGIN.test(text);
}

function containerName(name: string): string {
  return isKubeletName(name) ? name : `container ${name}`;
}

/** The unit, pod or file whose lines a command shows; `undefined`: it shows none. */
function nameInCommand(command: string): string | undefined {
  if (!SHOWS.test(command)) return undefined;
  const words = command
    .split(/[\s=,|/_]+/)
    .map((word) => word.replace(/\.(?:service|log)$/, ''))
    .filter((word, index) => word !== '' && !(index < 2 && TOOLS.has(word)) && word !== 'kubectl');
  return (
    words.find((word) => isKubeletName(word)) ??
    words.map((word) => otherProgramOfName(word)).find((name) => name !== undefined && !TOOLS.has(name))
  );
}

/** `### kube-proxy logs`, `**API server log:**`, `<summary>controller manager</summary>`, `kubelet:`. */
function readTitle(line: string): Heading | undefined {
  const text = line.replaceAll('：', ':');
  let bare = text;
  for (let layer = 0; layer < DEEPEST; layer += 1) bare = bare.replaceAll(DECORATION, '').trim();
  if (bare === text && !text.endsWith(':')) return undefined;
  const isTitle = /^(?:#{1,6} |\*\*|__|<(?:details|summary)>|h[1-6]\. )/.test(text);
  // Such names stand between Chinese letters without a blank.
  let spoken = bare.replaceAll(/[⺀-鿿가-힯]{1,40}/g, ' $& ');
  for (const [words, name] of SPOKEN) spoken = spoken.replaceAll(words, name);
  const words = spoken
    .split(/[\s/,]+/)
    .map((word) => word.replaceAll(/[`'"*_():]/g, ''))
    .filter((word) => word !== '');
  const named = words.filter(
    (word) => writerKind(word) !== 'unknown' && !(TOOLS.has(word.toLowerCase()) && !isKubeletName(word)),
  );
  const [name] = named;
  const others = words
    .filter((word) => !named.includes(word))
    .join(' ')
    .replaceAll(BESIDE_NAMES, '')
    .replaceAll(BESIDE_NAMES_ELSEWHERE, '')
    .trim();
  // It must speak of one program and of nothing else; any other title ends what was named before.
  if (named.length === 1 && name !== undefined && others === '') return { kind: 'begin', name };
  return isTitle ? { kind: 'begin', name: undefined } : undefined;
}
