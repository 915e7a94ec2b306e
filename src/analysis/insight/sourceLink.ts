/** The line of Kubernetes' own source that wrote a record, on the web. */
import { oncePer } from '../../kubelet/oncePer.ts';
import type { KubeletProcess, LineReference, ProvenHistory } from '../../inference/history.ts';
import { queriesOf } from '../../inference/queries.ts';
import type { LogRecord } from '../../journal/record.ts';
import { callerPath } from '../../kubelet/callerPaths.ts';
import { formatVersion } from '../../kubelet/version.ts';
import { packLine } from '../../inference/store/lines.ts';

export interface SourceLink {
  readonly url: string;
  /** `generic.go:205`. */
  readonly place: string;
  /** The tag of Kubernetes. */
  readonly version: string;
  /** The version is a guess: the line can stand some lines away. */
  readonly isAbout: boolean;
}

const TREE = 'https://github.com/kubernetes/kubernetes/blob';
/** A tag of Kubernetes as it stands in a log; a vendor's has more behind it, or another form of it (`-eks-0c1b2`). */
const OWN_TAG = /^v?(1\.\d{1,3}\.\d{1,3}(?:-(?:alpha|beta|rc)\.\d{1,3})?)$/;

/**
 * `undefined` for records without a klog header, for files whose place is not known, for kubelets inside other programs and for a vendor's build, whose lines are others.
 * @param at the first line of the record
 */
export function sourceLink(history: ProvenHistory, record: LogRecord, at: LineReference): SourceLink | undefined {
  const { klog } = record;
  if (klog === undefined || klog.fileLine <= 0) return undefined;
  const process = processOf(history, record, at);
  if (process === undefined || (process.identifier !== undefined && process.identifier !== 'kubelet')) return undefined;
  const version = process.assumedVersion ?? process.version;
  if (version === undefined) return undefined;
  const path = callerPath(klog.file, version);
  if (path === undefined) return undefined;
  const isLogged = process.versionKnown === 'line';
  // A version that is guessed from its newest side alone can be any before it, of which no tree is known.
  if (!isLogged && process.versionRange?.min === undefined) return undefined;
  const tag = isLogged ? loggedTag(history, process) : formatVersion({ ...version, patch: version.patch ?? 0 });
  if (tag === undefined) return undefined;
  return {
    url: `${TREE}/${tag}/${path}#L${klog.fileLine}`,
    place: `${path.slice(path.lastIndexOf('/') + 1)}:${klog.fileLine}`,
    version: tag,
    isAbout: !isLogged,
  };
}

/** The process that wrote a record: by its pid where both have one. */
function processOf(
  history: ProvenHistory,
  { klog, journal }: LogRecord,
  { source, line }: LineReference,
): KubeletProcess | undefined {
  const pid = journal?.pid ?? klog?.pid;
  return history.processes.find(
    ({ first, last, pid: own }) =>
      first.source === source &&
      last.source === source &&
      Math.min(first.line, last.line) <= line &&
      Math.max(first.line, last.line) >= line &&
      (own === undefined || pid === undefined || own === pid || own === klog?.pid),
  );
}

/** By source and line, what lines say of versions; made once a history. */
const loggedVersions = oncePer((history: ProvenHistory) => {
  const versions = new Map<number, string>();
  for (const { fact } of queriesOf(history).passingFacts((kind) => kind === 'kubelet-version'))
    if (fact.kind === 'kubelet-version') versions.set(packLine(fact), fact.version);
  return versions;
});

/** The version as a line says it, if it is a release of Kubernetes itself. */
function loggedTag(history: ProvenHistory, { versionEvidence: at }: KubeletProcess): string | undefined {
  if (at === undefined) return undefined;
  const own = OWN_TAG.exec((loggedVersions(history).get(packLine(at)) ?? '').trim().replaceAll('"', ''));
  return own?.[1] === undefined ? undefined : `v${own[1]}`;
}
