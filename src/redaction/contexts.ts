/** Where names stand in a line: places that tell what a word names. Forms of Kubernetes 1.8 to 1.36 (klog values, `format.Pod`, errors of volumes and images, paths, addresses of the API). */
import type { NameKind } from './nameBook.ts';

/** Told of a name at `[start, end)` of the text. */
export type FoundName = (kind: NameKind, start: number, end: number) => void;

/** Values of keys that are one name, in klog pairs and in JSON. Keys are compared in lower case. */
const KIND_OF_KEY: ReadonlyMap<string, NameKind> = new Map(
  Object.entries({
    node: 'node nodename hostname _hostname host hostnameoverride hostname-override kubernetes_node',
    namespace: 'namespace podnamespace namespace_name',
    pod: 'podname pod_name mirrorpod oldpod',
    container: 'container containername container_name ctrname initcontainer',
    image: 'image imageid imageref containerimage container_image pod-infra-container-image',
    volume: 'volumename volumespecname outervolumespecname innervolumespecname volume',
    object:
      'secret secretname configmap configmapname serviceaccount claimname pvc pvname provider-id providerid node-labels user username cluster clustername',
  } satisfies { readonly [Kind in NameKind]?: string }).flatMap(([kind, keys]) =>
    keys.split(' ').map((key): [string, NameKind] => [key, kind as NameKind]),
  ),
);

/** What the value of a key names; `undefined` for keys whose values are texts. */
export function kindOfKey(key: string): NameKind | undefined {
  return KIND_OF_KEY.get(key.toLowerCase());
}

/** A quote, also one within quotes. */
const Q = '[\\\\"]{1,8}';
/** A quote, or none. */
const P = '[\\\\"]{0,8}';
const NAME = '[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})';
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})';

interface Place {
  /** The text holds none of these names unless it holds this. */
  readonly needs: string;
  readonly form: RegExp;
  /** What each group of the form names. */
  readonly kinds: readonly NameKind[];
  /** Such a place is one only if the name has a digit, a dot or a dash: words of a sentence can stand there. */
  readonly shaped?: true;
}

function place(needs: string, form: string, kinds: readonly NameKind[], shaped?: true): Place {
  return { needs, form: new RegExp(form, 'dg'), kinds, ...(shaped === undefined ? {} : { shaped }) };
}

const PLACES: readonly Place[] = [
  // format.Pod up to 1.20, and everywhere in back-off texts: name_namespace(uid)
  place('(', `(?<![A-Za-z0-9.-])(${NAME})_(${LABEL})(?=\\([0-9a-f]{8})`, ['pod', 'namespace']),
  // Up to 1.20 the name stands first in these messages (pkg/kubelet/pleg/generic.go).
  place('PLEG: ', `\\bPLEG: (?:Ignoring events for )?pod (${NAME})/(${LABEL})`, ['pod', 'namespace']),
  place('/', `(?<!PLEG: (?:Ignoring events for )?)\\b[pP]ods?(?:=|:? )${P}(${LABEL})/(${NAME})`, ['namespace', 'pod']),
  place('_', `\\bpod(?:=|:? )${P}(${NAME})_(${LABEL})`, ['pod', 'namespace']),
  place('pod', `\\b[pP]od ${Q}(${NAME})${Q}`, ['pod']),
  place('amespace', `\\b[nN]amespace${P}[:=] ?${P}(${LABEL})`, ['namespace']),
  place('amespace', `\\b[nN]amespace ${Q}(${LABEL})${Q}`, ['namespace']),
  place('amespace', `\\b[nN]ame${P}: ?${P}(${NAME})[\\\\", ]{1,12}[nN]amespace`, ['pod']),
  place('id', `\\b[nN]ame${P}: ?${P}(${NAME})[\\\\", ]{1,12}[uU]id${P}:`, ['pod']),
  place('amespace', `\\b[nN]amespace${P}: ?${P}(${LABEL})[\\\\", ]{1,12}[nN]ame${P}: ?${P}(${NAME})`, [
    'namespace',
    'pod',
  ]),
  place('ontainerMetadata', `\\bContainerMetadata\\{[nN]ame:${P}(${NAME})`, ['container']),
  place('/namespaces/', `/namespaces/(${LABEL})`, ['namespace']),
  place('/nodes/', `/nodes/(${NAME})`, ['node']),
  place('/leases/', `/leases/(${NAME})`, ['node']),
  place('/csinodes/', `/csinodes/(${NAME})`, ['node']),
  place('spec.nodeName', `spec\\.nodeName(?:=|%3D)(${NAME})`, ['node']),
  place('metadata.name', `metadata\\.name(?:=|%3D)(${NAME})`, ['object']),
  place('/pods/', `/namespaces/${LABEL}/pods/(${NAME})`, ['pod']),
  place(
    '/',
    `/(?:secrets|configmaps|serviceaccounts|persistentvolumeclaims|persistentvolumes|services|endpoints|volumeattachments)/(${NAME})`,
    ['object'],
  ),
  // Folders of logs and volumes of pods, and names that dockershim gave to containers.
  place('_', `/(${LABEL})_(${NAME})_[0-9a-f][0-9a-f-]{31,35}(?:/(${LABEL})/)?`, ['namespace', 'pod', 'container']),
  place('/containers/', `/containers/(${NAME})_(${LABEL})_(${LABEL})-[0-9a-f]{64}`, ['pod', 'namespace', 'container']),
  place('k8s_', `\\bk8s_(${LABEL})_(${NAME})_(${LABEL})_[0-9a-f][0-9a-f-]{31,35}`, ['container', 'pod', 'namespace']),
  place('~', `~[a-z-]{1,40}/(${NAME})`, ['volume']),
  place('/volume-subpaths/', `/volume-subpaths/(${NAME})/(${LABEL})/`, ['volume', 'container']),
  place('olume ', `\\b[vV]olume ${Q}(${NAME})${Q}`, ['volume']),
  place('"/', `${Q}(${LABEL})${Q}/${Q}(${NAME})${Q}`, ['namespace', 'object']),
  place(
    ' ',
    `\\b(?:[sS]ecret|[cC]onfig[mM]ap|[sS]ervice[aA]ccount|[cC]laim|[pP]ersistent[vV]olume(?:[cC]laim)?|PVC)s? ${Q}(${NAME})${Q}`,
    ['object'],
  ),
  place(
    ' ',
    `\\b(?:[sS]ecret|[cC]onfig[mM]ap|[sS]ervice[aA]ccount|[cC]laim|[pP]ersistent[vV]olume(?:[cC]laim)?|PVC)s? ${P}(${LABEL})/(${NAME})`,
    ['namespace', 'object'],
  ),
  place('ode', `\\b[nN]odes?(?: name)?:? ${Q}(${NAME})${Q}`, ['node']),
  place('ode', `\\b[nN]ode(?: name)?:? (${NAME})`, ['node'], true),
  place('nodes', `\\bnodes (${NAME})`, ['node'], true),
  place('system:node:', `system:node:(${NAME})`, ['node']),
  place('ode ', `\\b(?:event message for|registered|[rR]egister(?:ing)?) node (${NAME})`, ['node'], true),
  place('ost', `\\b[hH]ost(?:name)?(?:=|:? )${P}(${NAME})`, ['node'], true),
  place(' with ', `\\bfor ${Q}(${NAME})${Q} with `, ['container']),
  place('ontainer', `\\b[cC]ontainer ${Q}(${NAME})${Q}`, ['container']),
  place('ontainer', `\\b[cC]ontainer (${LABEL}) (?:failed|in pod|start|is )`, ['container'], true),
  place('mage', `\\b[iI]mage(?:Name)?:? ${Q}([A-Za-z0-9][\\w./:@-]{0,400})${Q}`, ['image']),
  place('mage', `\\b(?:ImageSpec\\{)?Image:([A-Za-z0-9][\\w./:@-]{0,400})`, ['image']),
  place('denied for ', `\\bpull access denied for ([A-Za-z0-9][\\w./:@-]{0,400})`, ['image']),
  place('mage', `\\bimage (?:of )?([A-Za-z0-9][\\w.-]{0,200}[/:][\\w./:@-]{1,400})`, ['image']),
  place('://', `\\b(?:https?|tcp|grpc|wss?)://([A-Za-z0-9][A-Za-z0-9.-]{0,252})`, ['host']),
  place('lookup ', `\\blookup (${NAME})`, ['host']),
  place(' host:', `\\bno such host: (${NAME})`, ['host']),
];

/** A key with its value; the type of `*v1.Node: Get "https://…"` is none. */
const KEYED = new RegExp(
  `(?<!v1\\.)([A-Za-z_][A-Za-z_-]{0,40})${P}[=:] ?${P}([A-Za-z0-9][^\\s"\\\\,;()\\[\\]{}'<>=&]{0,400})`,
  'dg',
);
const POD_LIST = /\bpods?(?:=|":|: ?)\[([^\]]{1,100000})\]/dg;
const POD_OF_LIST = new RegExp(`(${LABEL})/(${NAME})`, 'dg');
const VOLUME_LIST = /\bvolumes?[ =]{0,2}\[([^\]]{1,20000})\]/dg;
const WORD_OF_LIST = new RegExp(NAME, 'dg');

/** The stamp and the host of a journal or syslog line, and the program up to its text. */
const STAMPS: readonly RegExp[] = [
  /^(?:<\d{1,3}> ?)?[^\s\d]{1,12} {1,2}\d{1,2} (?:\d{4} )?\d\d:\d\d:\d\d(?:\.\d{1,9})?/,
  /^\d{1,2}[^\s\d:-]{1,3} {1,2}\d{1,2} \d\d:\d\d:\d\d/,
  /^(?:<\d{1,3}>1? ?)?(?:[^\s\d]{1,12} )?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d| [A-Z]{3,5})?/,
  /^\d{9,10}\.\d{6}/,
  /^\[ {0,12}\d{1,12}\.\d{6}\]/,
];
const HOST_AND_PROGRAM = / {1,2}([A-Za-z0-9][\w.:-]{0,252}) [^\s:[]{1,80}(?:\[\d{1,10}\])?:/dy;

/** Where the host stands in a line of a journal, and where its text begins. */
function envelopeOf(text: string): { readonly host: readonly [number, number]; readonly end: number } | undefined {
  for (const stamp of STAMPS) {
    const [length] = stamp.exec(text) ?? [];
    if (length === undefined) continue;
    HOST_AND_PROGRAM.lastIndex = length.length;
    const match = HOST_AND_PROGRAM.exec(text);
    const host = match?.indices?.[1];
    if (match !== null && host !== undefined) return { host, end: match.index + match[0].length };
  }
  return undefined;
}

/**
 * Finds the names in a line. Gives the range of the envelope's program, whose name is no name of the log: `undefined` where there is none.
 */
export function namesIn(text: string, found: FoundName): { readonly from: number; readonly to: number } | undefined {
  const envelope = envelopeOf(text);
  if (envelope !== undefined) found('node', envelope.host[0], trimmed(text, envelope.host[0], envelope.host[1]));
  for (const { needs, form, kinds, shaped } of PLACES) {
    if (!text.includes(needs)) continue;
    for (const match of text.matchAll(form))
      kinds.forEach((kind, index) => {
        const range = match.indices?.[index + 1];
        if (range === undefined) return;
        const end = trimmed(text, range[0], range[1]);
        if (shaped === undefined || /[\d.-]/.test(text.slice(range[0], end))) found(kind, range[0], end);
      });
  }
  for (const match of text.matchAll(KEYED)) {
    const kind = kindOfKey(match[1] ?? '');
    const value = match.indices?.[2];
    if (kind === undefined || value === undefined) continue;
    if (kind !== 'image' && /[/:]/.test(match[2] ?? '')) continue;
    found(kind, value[0], trimmed(text, value[0], value[1]));
  }
  within(text, POD_LIST, POD_OF_LIST, (match, at) => {
    const [, namespace, pod] = match.indices ?? [];
    if (namespace === undefined || pod === undefined) return;
    found('namespace', at + namespace[0], at + namespace[1]);
    found('pod', at + pod[0], trimmed(text, at + pod[0], at + pod[1]));
  });
  within(text, VOLUME_LIST, WORD_OF_LIST, (match, at) => {
    found('volume', at + match.index, trimmed(text, at + match.index, at + match.index + match[0].length));
  });
  return envelope === undefined ? undefined : { from: envelope.host[1], to: envelope.end };
}

function within(text: string, list: RegExp, item: RegExp, take: (match: RegExpExecArray, at: number) => void): void {
  for (const match of text.matchAll(list)) {
    const range = match.indices?.[1];
    if (range !== undefined) for (const one of (match[1] ?? '').matchAll(item)) take(one, range[0]);
  }
}

/** A name ends with a letter or a digit. */
function trimmed(text: string, start: number, from: number): number {
  let end = from;
  while (end > start + 1 && /[^A-Za-z0-9]/.test(text.charAt(end - 1))) end -= 1;
  return end;
}
