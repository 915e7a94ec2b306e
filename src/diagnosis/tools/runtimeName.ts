/** Which container runtime a node has, as far as its log tells. The one home of this. */
import type { KubeletProcess } from '../../inference/history.ts';
import { oncePer, onceFor } from '../../kubelet/oncePer.ts';
import { isOfOldGo } from '../../messages/texts/oldGo.ts';
import { isAtLeast, type KubeletVersion } from '../../kubelet/version.ts';
import { nodeTroubles } from '../signs/exits.ts';
import type { DiagnosisView } from '../view.ts';
import { distributionOf } from './distribution.ts';

export type RuntimeName = 'containerd' | 'cri-o' | 'docker' | 'isulad' | 'unknown';

/** The wrapper of CoreOS Container Linux and the node of OpenShift 3, which came with docker. */
const OF_DOCKER = ['kubelet-wrapper', 'origin-node', 'atomic-openshift-node'];
const WITHOUT_DOCKERSHIM: KubeletVersion = { major: 1, minor: 24 };
/** containerd and CRI-O could be used in earnest from then on, and so could crictl. */
const WITH_OTHER_RUNTIMES: KubeletVersion = { major: 1, minor: 10 };

/** Of a kind of facts so many are looked at, of a text so many characters. */
const LOOKED_AT = 50;
const LONGEST = 4000;

/**
 * By the endpoint setting, else by the name that it gave itself, else by what error texts name, else by the names of units, control groups and ids, else by words that only one of them has, else by lines of dockershim, else by who writes beside the kubelet, else by the
 * distribution (OpenShift 4 has only CRI-O, OpenShift 3 and RKE docker), else by the age of the kubelet: dockershim was removed in 1.24.
 */
export function runtimeOf(view: DiagnosisView, process: KubeletProcess | undefined): RuntimeName {
  const own = process === undefined ? view : (view.ofNode?.(process.node) ?? view);
  return onceFor(runtimesOf(own), process?.id, () => search(own, process));
}

/** Each cause asks, and each of its steps. */
const runtimesOf = oncePer<DiagnosisView, Map<string | undefined, RuntimeName>>(() => new Map());

function search(view: DiagnosisView, process: KubeletProcess | undefined): RuntimeName {
  const endpoint = process?.settings.get('containerRuntimeEndpoint');
  const named =
    firstNamed(endpoint?.known === 'logged' ? [endpoint.value] : [], runtimeIn) ??
    firstNamed(ownTexts(view), runtimeIn) ??
    ofUnits(view, process);
  if (named !== undefined) return named;
  const texts = otherTexts(view);
  const told =
    firstNamed(texts, (text) => among(BY_GROUP_OR_ID, text)) ?? firstNamed(texts, (text) => among(BY_WORDS, text));
  if (told !== undefined) return told;
  if (hasDockershim(view)) return 'docker';
  const writer = runtimeOfWriters(view, process);
  if (writer !== undefined) return writer;
  const distribution = process === undefined ? 'unknown' : distributionOf(view, process);
  if (distribution === 'openshift') return 'cri-o';
  if (distribution === 'rke' || OF_DOCKER.some((name) => process?.identifier?.startsWith(name) === true))
    return 'docker';
  if (process?.version === undefined) return isOld(view) ? 'docker' : 'unknown';
  return isAtLeast(process.version, WITHOUT_DOCKERSHIM)
    ? 'containerd'
    : isAtLeast(process.version, WITH_OTHER_RUNTIMES)
      ? 'unknown'
      : 'docker';
}

/** By the units in the journal. Docker has a containerd of its own, so beside docker it tells nothing while the kubelet can use docker. */
function ofUnits(view: DiagnosisView, process: KubeletProcess | undefined): RuntimeName | undefined {
  const named = view.facts
    .all('neighbour')
    .slice(0, 4 * LOOKED_AT)
    .map(({ unit }) => runtimeIn(unit ?? ''));
  const version = process?.version;
  if (version !== undefined && !isAtLeast(version, WITHOUT_DOCKERSHIM) && named.includes('docker')) return 'docker';
  return named.find((name) => name !== 'unknown');
}

function firstNamed(texts: readonly string[], nameOf: (text: string) => RuntimeName): RuntimeName | undefined {
  for (const text of texts) {
    const name = nameOf(text.slice(0, LONGEST));
    if (name !== 'unknown') return name;
  }
  return undefined;
}

/** Where a runtime that is named is that of the node: what it calls itself, and errors of calls to it. */
function ownTexts({ facts }: DiagnosisView): readonly string[] {
  const first = <Of>(list: readonly Of[]): readonly Of[] => list.slice(0, LOOKED_AT);
  return [
    ...first(facts.all('runtime-version')).map(({ runtime }) => runtime),
    ...first(facts.all('relist-failed')).map(({ error }) => error.text),
    ...first(facts.all('status-failed')).map(({ error }) => error.text),
    ...first(facts.all('runtime-call-failed')).map(({ error }) => error.text),
    ...first(facts.all('kubelet-exit')).map(({ text }) => text),
    ...first(facts.all('startup-failed')).map(({ text }) => text),
    ...facts
      .fitting('node-trouble', ({ what }) => what === 'docker' || what === 'docker-sandbox', LOOKED_AT)
      .map(({ text }) => text),
  ];
}

/** Where names of runtimes can also be those of pods, images and file systems. */
function otherTexts({ facts }: DiagnosisView): readonly string[] {
  const any = (): boolean => true;
  return [
    ...facts.fitting('runtime-call-failed', any, LOOKED_AT).map(({ error }) => error.text),
    ...facts.fitting('pod-sync-error', any, LOOKED_AT).map(({ error }) => error.text),
    ...facts.fitting('pod-trouble', any, LOOKED_AT).map(({ error }) => error.text),
    ...facts.fitting('node-trouble', any, LOOKED_AT).map(({ text }) => text),
    ...facts.fitting('cni-failed', any, LOOKED_AT).map(({ error }) => error.text),
    ...facts.fitting('network-not-ready', any, LOOKED_AT).map(({ text }) => text),
    ...facts.fitting('node-condition', any, LOOKED_AT).map(({ text }) => text ?? ''),
    ...facts.fitting('neighbour', any, 4 * LOOKED_AT).map(({ text }) => text),
  ];
}

type ByWords = readonly (readonly [words: RegExp, RuntimeName])[];

/** How each calls the control group of a container (with systemd as driver, and without), how the kubelet writes the id of one, and a socket that was dialled; pods mount sockets, too. */
const BY_GROUP_OR_ID: ByWords = [
  [/\bcrio-(?:conmon-)?[\da-f]{12}|\bcri-o:\/\/[\da-f]{12}|\bdial unix \S{0,40}crio\.sock/, 'cri-o'],
  [/\bcri-containerd[-:][\da-f]{12}|\bcontainerd:\/\/[\da-f]{12}|\bdial unix \S{0,80}containerd\.sock/, 'containerd'],
  [/\bdocker-[\da-f]{12}|\bdocker:\/\/[\da-f]{12}|\bdial unix \S{0,40}docker(?:d|shim)?\.sock/, 'docker'],
];

/**
 * Words of the runtimes' own. Docker answers in such words, and keeps its layers in a folder of its own; what else pods and file systems are called tells nothing. With other runtimes the kubelet starts no
 * network plug-ins itself (pkg/kubelet/dockershim/network/plugins.go; docker_service.go, Status). CRI-O names sandboxes in words of its own (server/sandbox_run_linux.go, resourcestore), and keeps its layers
 * where podman keeps them.
 */
const BY_WORDS: ByWords = [
  [
    /Error response from daemon: |\/var\/lib\/docker\/|\b[Nn]etworkPlugin (?:cni|kubenet) failed |message:docker: /,
    'docker',
  ],
  // containerd's plug-in for CRI (image_pull.go), and containers/image (copy), with which CRI-O pulls.
  [/\bfailed to pull and unpack image /, 'containerd'],
  [
    /\binitializing source docker:\/\/|\bpod sandbox with name \\{0,16}"k8s_|\/var\/lib\/containers\/storage\/|\btiming out in CRI-O\b/,
    'cri-o',
  ],
];

function among(table: ByWords, text: string): RuntimeName {
  return table.find(([words]) => words.test(text))?.[1] ?? 'unknown';
}

/** Whether there are lines that dockershim alone writes. */
function hasDockershim(view: DiagnosisView): boolean {
  return nodeTroubles(view, 'docker-sandbox').length + nodeTroubles(view, 'network-config').length > 0;
}

/** As the kernel names a process: one that hangs, and one that it killed. */
const KERNEL_ON_DOCKER = /\btask dockerd:\d|\(dockerd\)/;

/** The runtime that wrote beside the kubelet or that the kernel names, where it is one: dockerd has a containerd of its own, and a kubelet of 1.24 and later needs more than dockerd to use it. */
function runtimeOfWriters(
  { queries, facts }: DiagnosisView,
  process: KubeletProcess | undefined,
): RuntimeName | undefined {
  const { runtimeWriters: seen } = queries;
  const hasDocker =
    seen.has('dockerd') || facts.fitting('neighbour', ({ text }) => KERNEL_ON_DOCKER.test(text), 1).length > 0;
  const isDocker =
    seen.has('cri-dockerd') ||
    (hasDocker && (process?.version === undefined || !isAtLeast(process.version, WITHOUT_DOCKERSHIM)));
  if (seen.has('crio')) return isDocker || seen.has('containerd') ? undefined : 'cri-o';
  if (isDocker) return 'docker';
  return seen.has('containerd') && !hasDocker ? 'containerd' : undefined;
}

/** Codes of gRPC stand as numbers up to 1.7. */
const NUMBERED = /\brpc error: code = \d{1,2} desc/;

/** Nearly all nodes had docker up to 1.12. */
function isOld({ facts }: DiagnosisView): boolean {
  return (
    facts.fitting('api-error', ({ error }) => isOfOldGo(error.text), 1).length > 0 ||
    [
      ...facts.all('relist-failed').slice(0, LOOKED_AT),
      ...facts.all('status-failed').slice(0, LOOKED_AT),
      ...facts.all('runtime-call-failed').slice(0, LOOKED_AT),
    ].some(({ error }) => NUMBERED.test(error.text.slice(0, 400)))
  );
}

/** Docker's registries: whoever pulls from there is not docker for that. */
const OF_REGISTRIES = /docker registry|\bdocker\.(?:io|com)\b/g;

/** Whether a word is the name of an image, a pod or a page, which can be called like a runtime: what has a slash within, the tag of a name, and how the kubelet and CRI-O write a pod with its namespace. A path begins with a slash, the address of a socket with its kind; with `docker:` begins what the library of CRI-O and podman (containers/image) calls any image. */
function isOfOther(word: string): boolean {
  if (word.includes('/')) return !word.startsWith('/') && !/^(?!https?:|docker:)[a-z]{4,8}:\/\//.test(word);
  return word.includes('_') || /^docker(?::.|-(?!containerd|runc))/.test(word);
}

function runtimeIn(text: string): RuntimeName {
  const lower = text
    .toLowerCase()
    .split(/[\s"\\()[\]]+/)
    .filter((word) => !isOfOther(word))
    .join(' ')
    .replaceAll(OF_REGISTRIES, '');
  if (lower.includes('containerd')) return 'containerd';
  if (lower.includes('crio') || lower.includes('cri-o')) return 'cri-o';
  // openEuler's (gitee.com/openeuler/iSulad): it calls itself so, and its socket.
  if (lower.includes('isulad') || lower.includes('isula ')) return 'isulad';
  // The last are the words of dockershim's client alone (kube_docker_client.go, operationTimeout; v1.4 to v1.23).
  // A line that was cut at the width of the screen may end within the word.
  if (lower.includes('docke') || lower.includes('response from daemon') || lower.includes('operation timeout: '))
    return 'docker';
  return 'unknown';
}
