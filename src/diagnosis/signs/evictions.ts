/** The lines of the eviction manager, sorted by what they tell: that something is short, that pods were ended, or that there was none to end. */
import { oncePer } from '../../kubelet/oncePer.ts';
import type { LineReference } from '../../inference/history.ts';
import { seconds } from '../../kubelet/time.ts';
import type { EvictionFact } from '../../messages/fact.ts';
import type { DiagnosisView } from '../view.ts';

export interface Evictions {
  readonly all: readonly EvictionFact[];
  /** It tries to win back a resource without ending pods. */
  readonly reclaim: readonly EvictionFact[];
  readonly mustEvict: readonly EvictionFact[];
  readonly evicted: readonly EvictionFact[];
  /** No pod could be ended. */
  readonly none: readonly EvictionFact[];
  /** A pod that may not be ended; the next in the order can be. */
  readonly kept: readonly EvictionFact[];
  /** A new pod was turned away. */
  readonly refused: readonly EvictionFact[];
  /** What the eviction manager took to be free, and cannot be true. */
  readonly impossible: readonly EvictionFact[];
  /** `ephemeral-storage`, `memory`, … as the lines name them. */
  readonly resources: readonly string[];
}

/** What a line tells. */
type Told = 'reclaim' | 'mustEvict' | 'evicted' | 'none' | 'kept' | 'refused' | 'impossible';

/** What the rows of the catalogue tell, by the middle of their ids (`eviction.evicted.u`). */
const KINDS: Readonly<Record<string, Told>> = {
  reclaim: 'reclaim',
  reduced: 'reclaim',
  conditions: 'reclaim',
  'must-evict': 'mustEvict',
  // The kubelet ranks pods only when one has to go.
  ranked: 'mustEvict',
  evicted: 'evicted',
  'evicted-ok': 'evicted',
  timeout: 'evicted',
  'no-active': 'none',
  unable: 'none',
  critical: 'kept',
  observed: 'impossible',
  'admit-failed': 'refused',
  'admission-denied': 'refused',
};

/** It names what the node is short of, and not what is done about it. */
export function isCondition(fact: EvictionFact): boolean {
  return rowOf(fact) === 'conditions';
}

function rowOf({ message }: Pick<EvictionFact, 'message'>): string {
  return message.split('.')[1] ?? '';
}

/** Stands for the row of an event of the node. */
const OF_EVENT = 'node.conditions';

/** It is an event of the node: the kubelet writes one when a condition comes, and another when it goes. */
export function isEvent({ message }: EvictionFact): boolean {
  return message === OF_EVENT;
}

const DISK = 'disk (ephemeral-storage)';
/** Of kubelets up to 1.11: the disk of the node, and that of the images, which may be another. */
const DISKS: ReadonlySet<string> = new Set([DISK, 'disk (nodefs)', 'disk (imagefs)']);
/** Files of any size use them up; `df -i` shows them. */
const INODES = 'inodes of a disk';

/** The names of a resource, of resources, signals and conditions (pkg/kubelet/eviction/helpers.go; `nodefs`, `imagefs` and `nodefsInodes` as resources up to 1.11), as far as a screen shows them. */
const RESOURCES: readonly (readonly [named: RegExp, name: string])[] = [
  [/[iI]nodes/, INODES],
  [/\bephe|\bcontainerfs(?![a-zA-Z]|\.inodes)/, DISK],
  [/\bnodefs(?![a-zA-Z]|\.inodes)/, 'disk (nodefs)'],
  [/\bimagefs(?![a-zA-Z]|\.inodes)/, 'disk (imagefs)'],
  [/\bmem|memory|MemoryPressure/, 'memory'],
  [/pids|pid\.available|PIDPressure/, 'process ids'],
];

/** The rows whose lines name a resource; the others name pods, which may be called anything. */
const NAMES_RESOURCE: ReadonlySet<string> = new Set(['reclaim', 'reduced', 'must-evict', 'conditions', 'observed']);

/** What a line says is short: the text that names it. Of a pod that was turned away, the node's conditions behind its name. */
function resourceIn({ text }: EvictionFact, row: string): string {
  if (NAMES_RESOURCE.has(row)) return text;
  return /\b(?:Disk|Memory|PID)Pressure\b/.exec(text)?.[0] ?? '';
}

/** What is left of a shortage in a log that has no line of the eviction manager itself, as one that was searched for words of the node: events of the node, taken for its lines about conditions. */
function conditionsOf(view: DiagnosisView): readonly EvictionFact[] {
  return view.facts
    .all('node-event')
    .flatMap(({ pressure, ...fact }) =>
      pressure === undefined ? [] : [{ ...fact, kind: 'eviction', message: OF_EVENT, text: pressure }],
    );
}

export const evictionsOf = oncePer((view: DiagnosisView): Evictions => {
  const said = view.facts.all('eviction');
  const named = said.find((fact) => NAMES_RESOURCE.has(rowOf(fact)));
  // A piece may begin behind the line that says for lack of what the first pods were ended: the next shortage is not theirs.
  const all =
    said.length > 0
      ? said.filter(
          (fact) => named === undefined || KINDS[rowOf(fact)] === 'refused' || named.time - fact.time < NEXT_ROUND,
        )
      : conditionsOf(view);
  const sorted: Record<Told, EvictionFact[]> = {
    reclaim: [],
    mustEvict: [],
    evicted: [],
    none: [],
    kept: [],
    refused: [],
    impossible: [],
  };
  const resources = new Set<string>();
  /** The same few texts come again and again. */
  const read = new Set<string>();
  let isDiskSaid = false;
  for (const fact of all) {
    const row = rowOf(fact);
    const kind = KINDS[row];
    if (kind !== undefined) sorted[kind].push(fact);
    const text = resourceIn(fact, row);
    if (read.has(text)) continue;
    read.add(text);
    for (const [named, name] of RESOURCES) if (named.test(text)) resources.add(name);
    isDiskSaid ||= text.includes('DiskPressure');
  }
  // The condition is the same for both.
  if (isDiskSaid && ![...resources].some(isOneOfDisk)) resources.add(DISK);
  return { all, ...sorted, resources: [...resources] };
});

/** How lines name pods: `ns/name` behind the message, `name_ns(uid)` up to 1.20. */
const POD =
  /(?:: \[?"?|, ?"?|")([a-z0-9][a-z0-9.-]{0,252})\/([a-z0-9][a-z0-9.-]{0,252})|\b([a-z0-9][a-z0-9.-]{0,252})_([a-z0-9][a-z0-9-]{0,62})\([0-9a-f-]{8,40}\)/g;

/** The pods that these lines name, each once, in the order of the lines; at most `most`. */
export function podsNamed(facts: readonly EvictionFact[], most: number): readonly string[] {
  const pods = new Set<string>();
  for (const { text } of facts) {
    for (const [, namespace, name, oldName, oldNamespace] of text.matchAll(POD)) {
      pods.add(name === undefined ? `${oldNamespace}/${oldName}` : `${namespace}/${name}`);
      if (pods.size >= most) return [...pods];
    }
  }
  return [...pods];
}

/** That a pod of this node's own control plane (kubeadm, cmd/kubeadm/app/constants) was ended: the API server is away with it. */
export function ownApiEvicted(view: DiagnosisView): EvictionFact | undefined {
  return evictionsOf(view).evicted.find((fact) =>
    /^kube-system\/(?:etcd|kube-apiserver)-/.test(podsNamed([fact], 1)[0] ?? ''),
  );
}

/** `memory`, `disk and memory`; where no line names it, what it can be. */
export function resourcesText(resources: readonly string[]): string {
  return resources.length === 0 ? 'disk, memory or process ids' : resources.join(' and ');
}

/** Pods were ended, and no line says that the node was short of anything: the eviction manager ends a pod without a word more where it used more disk than it may (pkg/kubelet/eviction/eviction_manager.go, localStorageEviction). */
export function isWithoutShortage({ all, evicted }: Evictions): boolean {
  return all.length > 0 && all.every((fact) => rowOf(fact) === 'evicted-ok') && evicted.length > 0;
}

/** The events by which a kubelet says of what it has enough again (pkg/kubelet/nodestatus/setters.go). */
const ENOUGH: readonly (readonly [isOf: (name: string) => boolean, event: string])[] = [
  [isOneOfDisk, 'NodeHasNoDiskPressure'],
  [(name) => name === 'memory', 'NodeHasSufficientMemory'],
  [(name) => name === 'process ids', 'NodeHasSufficientPID'],
];

/** When that kubelet said that it was over; one that starts says the same of a node that is well, so it tells nothing of another's shortage. */
export function overText(view: DiagnosisView, { all, resources }: Evictions): string {
  const last = all.at(-1);
  const [wanted, ...others] = ENOUGH.filter(([isOf]) => resources.some(isOf)).map(([, event]) => event);
  // Of several, what was over first is no end of it.
  if (last === undefined || wanted === undefined || others.length > 0) return '';
  const isLast = ({ source, line }: LineReference): boolean => source === last.source && line === last.line;
  const process = view.history.processes.find(({ id }) =>
    view.facts.of(id, isEvent(last) ? 'node-event' : 'eviction').some(isLast),
  );
  const over =
    process && view.facts.of(process.id, 'node-event').find(({ time, event }) => time > last.time && event === wanted);
  return over === undefined
    ? ''
    : ` At ${view.formatTime(over.time)} the kubelet said that it was over (${over.event}).`;
}

/** It names what is short every ten seconds, and waits for the end of a pod for half a minute in between. */
const NEXT_ROUND = seconds(60);

/** A condition lasts five minutes beyond what it came from, by the default (`evictionPressureTransitionPeriod`), and is looked at every ten seconds. */
const LASTS = seconds(310);

/** All that is said to be short is memory, and what was taken to be free of it before each of these lines cannot be true. */
export function isOfImpossible({ impossible, resources }: Evictions, lines: readonly EvictionFact[]): boolean {
  if (impossible.length === 0 || resources.length !== 1) return false;
  let at = 0;
  return lines.every(({ time }) => {
    while (at + 1 < impossible.length && (impossible[at + 1]?.time ?? time) <= time) at += 1;
    const before = impossible[at]?.time ?? time;
    return before <= time && time - before <= LASTS;
  });
}

/** What is short is the disk, or no line says what it is. */
export function isOfDisk(resources: readonly string[]): boolean {
  return resources.length === 0 || resources.some(isOneOfDisk);
}

function isOneOfDisk(name: string): boolean {
  return name === INODES || DISKS.has(name);
}
