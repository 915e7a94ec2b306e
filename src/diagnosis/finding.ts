import type { LineReference } from '../inference/history.ts';
import type { Folded } from '../inference/store/folded.ts';
import type { Instant } from '../kubelet/time.ts';
import type { Printable } from '../kubelet/printable.ts';
import type { SentenceKind } from './answer/sentenceKind.ts';

export type Confidence = 'high' | 'medium' | 'low';

export const FINDING_IDS = [
  'list-calls-hang',
  'list-calls-slow',
  'list-calls-fail',
  'inspect-calls-hang',
  'inspect-calls-slow',
  'runtime-unresponsive',
  'runtime-unreachable',
  'runtime-status-failing',
  'runtime-slow',
  'list-too-large',
  'relist-deadlock',
  'serial-inspection-slow',
  'exited-containers-after-restart',
  'container-hangs',
  'cni-failing',
  'network-not-ready',
  'storage-hang',
  'kernel-hung-task',
  'out-of-memory',
  'memory-errors',
  'process-limit',
  'disk-io',
  'disk-pressure',
  'systemd-dbus',
  'cgroup-driver',
  'container-manager',
  'many-nodes-at-once',
  'evented-pleg-fallback',
  'event-channel-full',
  'loop-blocked',
  'relists-near-threshold',
  'startup-normal',
  'kubelet-crash-loop',
  'kubelet-restart',
  'kubelet-gone',
  'node-reboot',
  'node-shutdown',
  'machine-suspended',
  'clock-step',
  'journal-loss',
  // Trouble of the node and of the kubelet that is not PLEG's.
  'swap-on',
  'config-invalid',
  'certificate-expired',
  'certificate-untrusted',
  'kernel-setting',
  'inotify-limit',
  'file-limit',
  'cadvisor-failed',
  'port-in-use',
  'panic',
  'static-pod-failing',
  'api-refuses',
  'api-unreachable',
  'node-address',
  'dns-config',
  'cgroup-trouble',
  'kubelet-fatal',
  // Trouble of pods.
  'runtime-calls-time-out',
  'orphaned-volumes',
  'volumes-failing',
  'image-pull-failing',
  'pods-crashing',
  'pods-rejected',
  'probes-failing',
  'pod-sandbox-broken',
  'device-plugin',
  'image-gc-failing',
  'evicting',
  'housekeeping-slow',
] as const;
export type FindingId = (typeof FINDING_IDS)[number];

/** A line that supports a finding, with its text shortened for display. */
export interface EvidenceLine extends LineReference {
  readonly text: string;
}

/** A cause or a circumstance, most important first. */
export interface Finding {
  readonly id: FindingId;
  readonly episode?: string;
  readonly confidence: Confidence;
  readonly title: string;
  /** Plain sentences for a newcomer. */
  readonly explanation: string;
  /** What to do on the node, with commands. */
  readonly nextSteps: readonly string[];
  readonly evidence: readonly EvidenceLine[];
  /** The first and the last time at which lines show it, where that is not said otherwise. */
  readonly shows?: { readonly from: Instant; readonly to: Instant };
}

/** True of a finding that says more than that all is normal. */
export function tellsTrouble({ id }: Pick<Finding, 'id'>): boolean {
  return id !== 'startup-normal';
}

/** True of one that is sure enough to look into, whatever PLEG does. */
export function isWorthALook(finding: Pick<Finding, 'id' | 'confidence'>): boolean {
  return tellsTrouble(finding) && finding.confidence !== 'low';
}

/** The same as it may be shown. */
export interface PrintableEvidence extends EvidenceLine {
  readonly text: Printable;
}

/** A finding as the room gives it away: whatever a cause took from the log is printable. */
export interface PrintableFinding extends Finding {
  readonly title: Printable;
  readonly explanation: Printable;
  readonly nextSteps: readonly Printable[];
  readonly evidence: readonly PrintableEvidence[];
}

/** A piece of a text about a log, and the line that proves it where there is one. */
export interface AnswerPart {
  readonly text: Printable;
  readonly at?: LineReference;
  readonly strong?: boolean;
}

/** A piece of the written answer, with the kind of sentence that it belongs to. */
export interface SentencePart extends AnswerPart {
  readonly kind: SentenceKind;
}

/** The written answer: a first line for someone on call, then the story. */
export interface Answer {
  /** A few words for tabs and status, with the best estimate: `PLEG unhealthy for about 2m10s, recovered` or `No unhealthy time`. */
  readonly headline: Printable;
  /** `impaired`: the health check never failed, but something that the log shows held the kubelet up. */
  readonly state: 'healthy' | 'impaired' | 'recovered' | 'unhealthy-at-end' | 'unknown';
  /** The first: node, what, how long, whether it goes on, the likely cause, the next step. */
  readonly paragraphs: readonly (readonly SentencePart[])[];
  /** Id of the episode that the text describes, of several the most serious; absent where none was unhealthy. */
  readonly episode?: string;
}

/** The answer as it is written, before its headline is printable. */
export type AnswerDraft = Omit<Answer, 'headline'> & { readonly headline: string };

/** How times are printed inside an answer; the edge chooses. */
export interface Diagnosis {
  readonly findings: readonly PrintableFinding[];
  readonly answer: Answer;
  /** What is counted only, of the history and of the diagnosis; the answer says so. */
  readonly folded: readonly Folded[];
}
