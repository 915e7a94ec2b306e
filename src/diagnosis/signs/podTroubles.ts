/**
 * What went wrong with pods, gathered once for all causes in one pass over the errors of pods and their kin: which pods, how often, from when to when, with which
 * images, volumes or containers. The same error of a thousand lines is read once.
 */
import { readCrashLoop } from '../../kubelet/crashLoopText.ts';
import {
  imageOfPull,
  readPodActions,
  troubleOfReason,
  volumesOfError,
  waitsForNetwork,
  waitsForVolumes,
} from '../../kubelet/podErrorText.ts';
import type { Instant } from '../../kubelet/time.ts';
import { isCniError } from '../../messages/texts/cniWords.ts';
import { type ErrorTexts, KeptError } from '../../messages/texts/errorTexts.ts';
import type { ContainerFinishedFact, Fact, PodReference, PodSyncErrorFact, RuntimeError } from '../../messages/fact.ts';
import { podText } from '../words/factText.ts';
import { classifyRuntimeError, type RuntimeErrorClass } from './runtimeErrors.ts';
import type { DiagnosisView } from '../view.ts';

/** `network`: a sandbox that failed for its network; `no-network`: a pod that waits for the network of the node; `time-out`: a call to the runtime that did not answer, whatever it was for. */
export type PodTroubleKind =
  | 'image'
  | 'crash'
  | 'container'
  | 'sandbox'
  | 'kill'
  | 'network'
  | 'no-network'
  | 'volume'
  | 'probe'
  | 'device'
  | 'time-out'
  | 'unreachable';

/** The lines of one pod about one kind of trouble. */
export interface TroubledPod {
  readonly pod: string;
  readonly uid: string | undefined;
  readonly process: string | undefined;
  /** Lines of the pod's worker; where there is none, of those who say it in detail. */
  readonly count: number;
  readonly first: Fact;
  readonly last: Fact;
  /** Images, volumes, containers or probes, each with its lines. */
  readonly subjects: ReadonlyMap<string, number>;
  /** `ErrImagePull`, `CreateContainerConfigError`, `liveness`, … each with its lines. */
  readonly reasons: ReadonlyMap<string, number>;
  /** The text that says most. */
  readonly text: string;
}

interface Gathered {
  pod: PodReference;
  readonly process: string | undefined;
  byWorker: number;
  others: number;
  first: Fact;
  last: Fact;
  readonly subjects: Map<string, number>;
  readonly reasons: Map<string, number>;
  text: string;
}

/** One trouble in the error of a pod. */
interface Part {
  readonly kind: PodTroubleKind;
  readonly reason?: string;
  readonly subjects: readonly string[];
  readonly text: string;
}

/** So many pods are told apart for each kind of trouble; a node has a few hundred at a time. */
const MOST_PODS = 20_000;
const MOST_SUBJECTS = 50;
const MOST_KNOWN = 4096;

/** What the error of a pod's worker tells. */
interface WorkerError {
  readonly parts: readonly Part[];
  readonly backOff: CrashLoop | undefined;
}

type CrashLoop = NonNullable<ReturnType<typeof readCrashLoop>>;

/** A line that tells how a container of a pod came to its end, or that the kubelet waits before it starts it again (`backOff`). */
export interface CrashSign {
  readonly fact: ContainerFinishedFact | PodSyncErrorFact;
  readonly process: string | undefined;
  readonly backOff: CrashLoop | undefined;
}

interface Troubles {
  readonly pods: ReadonlyMap<PodTroubleKind, readonly TroubledPod[]>;
  readonly crashes: readonly CrashSign[];
}

const putOff = new WeakMap<Part, boolean>();

/** Most lines of a pod share the object: their text is searched once. */
function isPutOff(part: Part): boolean {
  let found = putOff.get(part);
  if (found === undefined) putOff.set(part, (found = /back-off/i.test(part.text)));
  return found;
}

const gatheredOf = new WeakMap<DiagnosisView, Troubles>();

/** The pods with one kind of trouble, those with most lines first. */
export function troubledPods(view: DiagnosisView, kind: PodTroubleKind): readonly TroubledPod[] {
  return troublesOf(view).pods.get(kind) ?? [];
}

/** The signs of containers that do not stay up, in the order of their lines. */
export function crashSigns(view: DiagnosisView): readonly CrashSign[] {
  return troublesOf(view).crashes;
}

function troublesOf(view: DiagnosisView): Troubles {
  let found = gatheredOf.get(view);
  if (found === undefined) gatheredOf.set(view, (found = gather(view)));
  return found;
}

function gather(view: DiagnosisView): Troubles {
  const crashes: CrashSign[] = [];
  const kinds = new Map<PodTroubleKind, Map<string, Gathered>>();
  // By their place among kept texts, so that a text is only made once; places are those of one reader.
  const known = new Map<ErrorTexts | undefined, Map<string | number, WorkerError>>();
  const workerError = (error: RuntimeError): WorkerError => {
    const texts = error instanceof KeptError ? error.texts : undefined;
    const key = error instanceof KeptError ? error.place : error.text;
    let ofTexts = known.get(texts);
    if (ofTexts === undefined) known.set(texts, (ofTexts = new Map<string | number, WorkerError>()));
    let read = ofTexts.get(key);
    if (read === undefined) {
      if (ofTexts.size >= MOST_KNOWN) ofTexts.clear();
      const { text, code } = error;
      ofTexts.set(
        key,
        (read = {
          parts: readWorkerError(code === undefined ? { text } : { text, code }),
          backOff: readCrashLoop(text),
        }),
      );
    }
    return read;
  };
  const nodeOf = (process: string | undefined): string =>
    process === undefined ? '' : (view.processes.get(process)?.node ?? '');
  const add = (fact: Fact, pod: PodReference, process: string | undefined, part: Part, byWorker: boolean): void => {
    const { kind, reason, subjects, text } = part;
    let pods = kinds.get(kind);
    if (pods === undefined) kinds.set(kind, (pods = new Map<string, Gathered>()));
    // By its name: not every line has the uid, and a pod that comes back under its name is the same to its owner.
    const key = `${nodeOf(process)} ${pod.name ?? podText(pod)}`;
    let gathered = pods.get(key);
    if (gathered === undefined) {
      if (pods.size >= MOST_PODS) return;
      pods.set(
        key,
        (gathered = {
          pod,
          process,
          byWorker: 0,
          others: 0,
          first: fact,
          last: fact,
          subjects: new Map(),
          reasons: new Map(),
          text,
        }),
      );
    }
    if (byWorker) gathered.byWorker += 1;
    else gathered.others += 1;
    if (fact.time >= gathered.last.time) gathered.last = fact;
    else if (fact.time < gathered.first.time) gathered.first = fact;
    if (
      (gathered.pod.namespace === undefined && pod.namespace !== undefined) ||
      (gathered.pod.uid === undefined && pod.uid !== undefined)
    )
      gathered.pod = { ...gathered.pod, ...pod };
    // What is put off says less than what failed.
    if (text.length > gathered.text.length && !isPutOff(part)) gathered.text = text;
    for (const subject of subjects) count(gathered.subjects, subject);
    if (reason !== undefined) count(gathered.reasons, reason);
  };
  for (const { fact, process } of view.queries.passingFacts(
    (kind) =>
      kind === 'pod-sync-error' ||
      kind === 'container-finished' ||
      kind === 'pod-trouble' ||
      kind === 'volume-failed' ||
      kind === 'node-trouble',
  )) {
    if (fact.kind === 'pod-sync-error') {
      const { parts, backOff } = workerError(fact.error);
      if (backOff !== undefined) crashes.push({ fact, process, backOff });
      for (const part of parts) add(fact, fact.pod, process, part, true);
    } else if (fact.kind === 'container-finished') crashes.push({ fact, process, backOff: undefined });
    else if (fact.kind === 'volume-failed')
      for (const part of readVolumeError(fact.error)) add(fact, fact.pod, process, part, false);
    else if (fact.kind === 'node-trouble') {
      if (fact.what === 'attach' && process !== undefined)
        add(
          fact,
          {},
          process,
          { kind: 'volume', subjects: fact.subject === undefined ? [] : [fact.subject], text: fact.text },
          false,
        );
    } else if (fact.kind === 'pod-trouble') {
      const { what, pod, container, subject, error } = fact;
      if (what === 'probe')
        add(
          fact,
          pod,
          process,
          {
            kind: 'probe',
            reason: subject ?? '',
            subjects: container === undefined ? [] : [container],
            text: error.text,
          },
          false,
        );
      else if (what === 'image')
        add(
          fact,
          pod,
          process,
          { kind: 'image', subjects: [subject ?? imageOfPull(error.text) ?? []].flat(), text: error.text },
          false,
        );
      else if (what === 'device')
        add(fact, pod, process, { kind: 'device', reason: subject ?? '', subjects: [], text: error.text }, true);
      else if (what === 'sandbox') add(fact, pod, process, sandboxPart(error.text, 'CreatePodSandboxError'), false);
      // What is not there any more when a pod is stopped is no trouble; a runtime that does not answer is.
      else if (what === 'kill')
        for (const part of workerError(error).parts.filter(({ kind }) => kind === 'time-out'))
          add(fact, pod, process, part, false);
    }
  }
  return { pods: new Map([...kinds].map(([kind, pods]) => [kind, finished([...pods.values()])])), crashes };
}

function finished(all: readonly Gathered[]): readonly TroubledPod[] {
  // A line in detail that names no pod is of one whose worker says it as well.
  const named = all.filter(({ pod }) => pod.name !== undefined || pod.uid !== undefined);
  return (named.length > 0 ? named : all)
    .map(({ pod, process, byWorker, others, first, last, subjects, reasons, text }) => ({
      pod: podText(pod),
      uid: pod.uid,
      process,
      count: byWorker > 0 ? byWorker : others,
      first,
      last,
      subjects,
      reasons,
      text,
    }))
    .sort((a, b) => b.count - a.count || a.first.time - b.first.time);
}

function count(map: Map<string, number>, key: string): void {
  if (map.size < MOST_SUBJECTS || map.has(key)) map.set(key, (map.get(key) ?? 0) + 1);
}

/** The troubles that the error of a pod's worker tells. */
function readWorkerError(error: RuntimeError): readonly Part[] {
  const { text } = error;
  const actions = readPodActions(text);
  if (actions.length === 0) {
    if (waitsForNetwork(text)) return [{ kind: 'no-network', subjects: [], text }];
    if (waitsForVolumes(text)) return [{ kind: 'volume', subjects: volumesOfError(text), text }];
    const kind = ofClass(classifyRuntimeError(error));
    return kind === undefined ? [] : [{ kind, subjects: [], text }];
  }
  const parts: Part[] = [];
  for (const { action, target, reason, text: own } of actions) {
    const trouble = troubleOfReason(reason);
    if (trouble === 'image')
      parts.push({ kind: 'image', reason, subjects: [imageOfPull(own) ?? []].flat(), text: own });
    else if (trouble === 'crash') parts.push({ kind: 'crash', reason, subjects: [target], text: own });
    else if (trouble === 'container' || trouble === 'kill')
      parts.push({
        kind: ofClass(classifyRuntimeError({ text: own })) ?? trouble,
        reason,
        subjects: [target],
        text: own,
      });
    else if (trouble === 'sandbox') parts.push(sandboxPart(own, reason));
    else
      parts.push({
        kind: ofClass(classifyRuntimeError({ text: own })) ?? 'container',
        reason: reason === '' ? action : reason,
        subjects: [target],
        text: own,
      });
  }
  return parts;
}

function sandboxPart(text: string, reason: string): Part {
  return {
    kind: isCniError(text) ? 'network' : (ofClass(classifyRuntimeError({ text })) ?? 'sandbox'),
    reason,
    subjects: [],
    text,
  };
}

/** A runtime that did not answer, or was not there: that is the trouble, whatever it was asked for. */
function ofClass(error: RuntimeErrorClass): PodTroubleKind | undefined {
  return error === 'timed-out' ? 'time-out' : error === 'unreachable' ? 'unreachable' : undefined;
}

function readVolumeError({ text }: RuntimeError): readonly Part[] {
  return [{ kind: 'volume', subjects: volumesOfError(text), text }];
}

/** First and last line of several pods. */
export function stretchOf(pods: readonly TroubledPod[]): { readonly first: Fact; readonly last: Fact } | undefined {
  const [one] = pods;
  if (one === undefined) return undefined;
  let { first, last } = one;
  for (const pod of pods) {
    if (pod.first.time < first.time) first = pod.first;
    if (pod.last.time > last.time) last = pod.last;
  }
  return { first, last };
}

/** The time between the first and the last line of a pod, in microseconds. */
export function spread({
  first,
  last,
}: {
  readonly first: { readonly time: Instant };
  readonly last: { readonly time: Instant };
}): number {
  return last.time - first.time;
}
