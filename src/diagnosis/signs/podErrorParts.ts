/** What the error of one pod tells: which troubles, with which images, volumes or containers. */
import { onceFor } from '../../kubelet/oncePer.ts';
import { readCrashLoop } from '../../kubelet/crashLoopText.ts';
import {
  imageOfPull,
  missingOfPod,
  podOfError,
  type PodActionFailure,
  readPodActions,
  troubleOfReason,
  volumesOfError,
  waitsForNetwork,
  waitsForVolumes,
  wantsDevices,
} from '../../kubelet/podErrorText.ts';
import { isCniError } from '../../messages/texts/cniWords.ts';
import { type ErrorTexts, KeptError } from '../../messages/texts/errorTexts.ts';
import { podWithUid } from '../../messages/texts/pod.ts';
import type { Fact, PodReference, PodSyncErrorFact, PodTroubleFact, RuntimeError } from '../../messages/fact.ts';
import { isCutOff } from '../../messages/texts/runtimeError.ts';
import { classifyRuntimeError, isOfItsConnection } from './runtimeErrors.ts';

/** `control-group`: that of a pod that is to go cannot be removed; `no-sandbox`: none is ready, so the pod gets a new one; `network`: a sandbox that failed for its network; `no-network`: a pod that waits for the network of the node; `time-out`: a call to the runtime that did not answer, whatever it was for; `down`: the machine goes down. */
export type PodTroubleKind =
  | 'image'
  | 'crash'
  | 'container'
  | 'sandbox'
  | 'no-sandbox'
  | 'kill'
  | 'control-group'
  | 'network'
  | 'no-network'
  | 'volume'
  | 'probe'
  | 'device'
  | 'rejected'
  | 'time-out'
  | 'unreachable'
  | 'down';

/** One trouble in the error of a pod. */
export interface Part {
  readonly kind: PodTroubleKind;
  readonly reason?: string;
  readonly subjects: readonly string[];
  /** They are only waited for, under names of the pod's own; which of them failed, and under which name, other lines say. */
  readonly isAwaited?: boolean;
  readonly text: string;
}

const NOTHING: readonly string[] = [];
const NO_PARTS: readonly Part[] = [];

function oneOrNone(name: string | undefined): readonly string[] {
  return name === undefined || name === '' || name === '…' ? NOTHING : [name];
}

/** What the error of a pod's worker tells. */
export interface WorkerError {
  readonly parts: readonly Part[];
  readonly backOff: CrashLoop | undefined;
}

export type CrashLoop = NonNullable<ReturnType<typeof readCrashLoop>>;

/** Few enough to die young: what is kept longer is garbage for the old generation, which is collected seldom. */
const MOST_KNOWN = 256;

/** Reads the errors of pods' workers, each text once as long as it comes again soon. */
export class WorkerErrors {
  /** By their place among kept texts, so that a text is only made once; places are those of one reader. */
  readonly #known = new Map<ErrorTexts | undefined, RecentlyRead>();

  of(error: RuntimeError): WorkerError {
    const texts = error instanceof KeptError ? error.texts : undefined;
    const key = error instanceof KeptError ? error.place : error.text;
    return onceFor(
      onceFor(this.#known, texts, () => new RecentlyRead()),
      key,
      () => {
        const { text } = error;
        return { parts: readWorkerError(text, error), backOff: readCrashLoop(text) };
      },
    );
  }
}

/** What was read lately: most errors of images come once, and must not drive out the few that come again and again. */
class RecentlyRead {
  #now = new Map<string | number, WorkerError>();
  #before = new Map<string | number, WorkerError>();

  get(key: string | number): WorkerError | undefined {
    const read = this.#now.get(key);
    if (read !== undefined) return read;
    const before = this.#before.get(key);
    if (before !== undefined) this.set(key, before);
    return before;
  }

  set(key: string | number, read: WorkerError): void {
    if (this.#now.size >= MOST_KNOWN) {
      this.#before = this.#now;
      this.#now = new Map<string | number, WorkerError>();
    }
    this.#now.set(key, read);
  }
}

/** The pod whose worker says it. A line that was cut lost the pod that stood behind its error, and up to 1.6 the line has its uid only; the error may name it, too. */
export function podOfWorkerError({ pod, error }: PodSyncErrorFact): PodReference {
  const named = pod.name === undefined ? podOfError(error.text) : undefined;
  return named === undefined || (pod.uid ?? named.uid) !== (named.uid ?? pod.uid) ? pod : podWithUid(named, pod.uid);
}

/** The troubles that a line tells which is no error of a pod's worker. */
export function partsOf(fact: Fact, errors: WorkerErrors): readonly Part[] {
  if (fact.kind === 'volume-failed') return readVolumeError(fact.error);
  if (fact.kind === 'node-trouble') {
    const { what, subject, text } = fact;
    return what === 'attach' ? [{ kind: 'volume', subjects: oneOrNone(subject), text }] : NO_PARTS;
  }
  if (fact.kind !== 'pod-trouble') return NO_PARTS;
  const { what, container, subject, error } = fact;
  const reason = subject ?? '';
  const { text } = error;
  switch (what) {
    case 'probe':
      return [{ kind: what, reason, subjects: oneOrNone(container), text }];
    case 'image':
      return [{ kind: what, subjects: oneOrNone(subject ?? imageOfPull(text)), text }];
    case 'device':
    case 'rejected':
      return [{ kind: what, reason, subjects: NOTHING, text }];
    case 'no-sandbox':
      return [{ kind: what, subjects: NOTHING, text }];
    case 'sandbox':
      return [sandboxPart(text, 'CreatePodSandboxError')];
    // What is not there any more when a pod is stopped is no trouble; a runtime that does not answer is.
    case 'kill':
      return errors.of(error).parts.filter(({ kind }) => kind === 'time-out' || kind === 'unreachable');
    case 'container':
      return [partOf({ action: 'StartContainer', target: container ?? '', reason, text })];
    case 'crash':
    case 'volume':
      return NO_PARTS;
  }
}

/** Whether a line that is no error of a pod's worker tells what such an error would, and no line in detail does. */
export function standsForWorker(fact: Fact): boolean {
  return fact.kind === 'pod-trouble' && STANDS_FOR_WORKER.has(fact.what);
}

const STANDS_FOR_WORKER: ReadonlySet<PodTroubleFact['what']> = new Set(['device', 'rejected', 'no-sandbox'] as const);

/** pkg/kubelet/cm/pod_container_manager_linux.go, Destroy: the last step before a pod is gone. */
const GROUP_STAYS = 'failed to delete cgroup paths';

/** The troubles that the error of a pod's worker tells, whose text was made already. */
function readWorkerError(text: string, error: RuntimeError): readonly Part[] {
  const actions = readPodActions(text);
  if (actions.length === 0) {
    if (wantsDevices(text)) return [{ kind: 'device', subjects: NOTHING, text }];
    if (waitsForNetwork(text)) return [{ kind: 'no-network', subjects: NOTHING, text }];
    if (waitsForVolumes(text)) return [{ kind: 'volume', subjects: volumesOfError(text), isAwaited: true, text }];
    if (text.startsWith(GROUP_STAYS)) return [{ kind: 'control-group', subjects: NOTHING, text }];
    const missing = goesDown(text) === undefined ? missingOfPod(text) : undefined;
    if (missing !== undefined) return [{ kind: 'container', reason: missing, subjects: NOTHING, text }];
    const { code } = error;
    const kind = ofClass(code === undefined ? { text } : { text, code });
    return kind === undefined ? NO_PARTS : [{ kind, subjects: NOTHING, text }];
  }
  return actions.filter((action) => !isOpen(action)).map(partOf);
}

/** Whether the line is cut where gRPC begins to say what failed: whether that was the runtime or the container is not there. */
function isOpen({ reason, text }: PodActionFailure): boolean {
  const trouble = troubleOfReason(reason);
  return trouble !== 'image' && trouble !== 'crash' && /^\\?"?rpc/.test(text) && isCutOff(text.replace(/^\\?"/, ''));
}

function partOf({ action, target, reason, text }: PodActionFailure): Part {
  const trouble = troubleOfReason(reason);
  switch (trouble) {
    case 'image':
      return { kind: 'image', reason, subjects: oneOrNone(imageOfPull(text)), text };
    case 'crash':
      return { kind: 'crash', reason, subjects: [target], text };
    case 'sandbox':
      return sandboxPart(text, reason);
    case 'container':
    case 'kill':
      return { kind: ofClass({ text }) ?? trouble, reason, subjects: [target], text };
    case undefined:
      // Cut in the reason, it says yet what was to be done.
      if (action.endsWith('PodSandbox')) return sandboxPart(text, `${action}Error`);
      return {
        kind: ofClass({ text }) ?? 'container',
        reason: reason === '' ? action : reason,
        subjects: [target],
        text,
      };
  }
}

function sandboxPart(text: string, reason: string): Part {
  return {
    kind: isCniError(text) ? 'network' : (ofClass({ text }) ?? 'sandbox'),
    reason,
    subjects: NOTHING,
    text,
  };
}

/** systemd, src/core/transaction.c: it takes no job any more that stands against one of these, which are queued for nothing else. */
const GOES_DOWN =
  /is destructive \(((?:systemd-(?:poweroff|reboot|halt|kexec)|shutdown|poweroff|reboot)\.\w{6,7} has 'start' job queued)/;

/** What systemd says of a machine that goes down, where it refuses to start a unit of a pod for it. */
export function goesDown(text: string): string | undefined {
  return GOES_DOWN.exec(text)?.[1];
}

/** A runtime that did not answer, or was not there, or a machine that goes down: that is the trouble, whatever it was asked for. */
function ofClass(error: RuntimeError): PodTroubleKind | undefined {
  if (goesDown(error.text) !== undefined) return 'down';
  const found = classifyRuntimeError(error);
  if (found === 'timed-out') return 'time-out';
  return found === 'unreachable' && isOfItsConnection(error.text) ? 'unreachable' : undefined;
}

function readVolumeError({ text }: RuntimeError): readonly Part[] {
  return [{ kind: 'volume', subjects: volumesOfError(text), text }];
}
