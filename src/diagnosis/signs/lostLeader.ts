/**
 * The end of a program that holds the kubelet beside the control plane (k3s, MicroK8s and the like): a controller that cannot renew the lease by which it leads ends its program, and the
 * kubelet with it. The lease is kept by the API server in its datastore, so that was too slow, or did not answer. Sign: the last words of the program; what its database or the disks say before.
 */
import { ETCD_FIRST } from '../tools/commonSteps.ts';
import { type Instant, seconds } from '../../kubelet/time.ts';
import type { KubeletExitFact, NeighbourFact } from '../../messages/fact.ts';
import { makeFinding, type RankedFinding } from '../cause.ts';
import { shorten } from '../words/factText.ts';
import { amountOf } from '../words/amountText.ts';
import { AT_THAT_TIME } from '../tools/atThatTime.ts';
import { distributionOf } from '../tools/distribution.ts';
import type { DiagnosisView } from '../view.ts';
import { exitsText } from './exits.ts';

/** A lease is held for 15 s; what kept it from being renewed stands before that. */
const BEFORE = seconds(120);

/** What says that the datastore, or the disk below it, was slow or failed. */
const OF_DATASTORE = ['etcd-failing', 'io-error', 'filesystem-error', 'etcd-slow'] as const;

/** The finding of kubelets that ended so. */
export function leaderLost(view: DiagnosisView, exits: readonly KubeletExitFact[]): RankedFinding {
  const before = datastoreBefore(
    view,
    exits.map(({ time }) => time),
  );
  return makeFinding('kubelet-fatal', {
    weight: 'cause',
    confidence: 'high',
    title: 'The program of the kubelet ended, because the control plane in it lost its leadership',
    explanation: `${exitsText(view, exits)}API server, controllers and kubelet are one program there (k3s, MicroK8s and the like). A controller that cannot renew the lease by which it leads ends that program; the node is NotReady until it is started again, and running pods keep running. Such a lease is lost when the datastore of the API server (SQLite, dqlite, etcd) takes many seconds to write, or does not answer: a slow or broken disk, a machine under too much load, or members that are gone.${before.length === 0 ? '' : ` ${beforeText(view, before)}`}`,
    nextSteps: [
      ...datastoreSteps(view),
      `Read what was said before the end: \`journalctl -u kubelet ${AT_THAT_TIME} | tail -100\`.`,
    ],
    evidence: [...before.slice(0, 3), ...exits.slice(-3)],
  });
}

/** Where to look when the datastore was slow; of a program whose name is not in the log, at each that it may be. */
export function datastoreSteps(view: DiagnosisView): readonly string[] {
  const process = view.history.processes.at(-1);
  const isKnown = process !== undefined && distributionOf(view, process) !== 'unknown';
  return [
    'See how slow the disk of the datastore is: `iostat -x 1 5` (a write should take less than 10 ms; memory cards and USB sticks do not reach that), and whether it is full or failing: `df -h`, `journalctl -k | grep -iE "I/O error|mmc|ext4"`.',
    isKnown
      ? `${ETCD_FIRST}.`
      : 'Read what the datastore says, which is no pod there: with k3s `journalctl -u k3s | grep -E "Slow SQL|took too long|etcdserver"`, with MicroK8s `journalctl -u snap.microk8s.daemon-k8s-dqlite`.',
    'See load and memory: `uptime`, `vmstat 1 5`, `free -m`; where they do not suffice, move pods away from the servers.',
  ];
}

/** What was said of the datastore, or of the disk below it, in the two minutes before one of these ends: of all that is said what weighs most. */
export function datastoreBefore(view: DiagnosisView, ends: readonly Instant[]): readonly NeighbourFact[] {
  const linesOf = (kind: NeighbourFact['what']): readonly NeighbourFact[] =>
    view.facts.fitting(
      'neighbour',
      ({ what, time }) => what === kind && ends.some((end) => time <= end && time >= end - BEFORE),
    );
  return OF_DATASTORE.map(linesOf).find((lines) => lines.length > 0) ?? [];
}

/** The same in a sentence. */
export function beforeText(view: DiagnosisView, before: readonly NeighbourFact[]): string {
  return `Before that there is this (${amountOf(view, before)}): "${shorten(before[0]?.text ?? '', 140)}".`;
}
