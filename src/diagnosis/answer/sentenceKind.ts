/**
 * The kinds of sentence of the written answer. Each is checked against the truth of recorded and simulated incidents by a rule of its own (`test/unit/claims`); a kind without a rule does not
 * compile there. A sentence that claims something new is a new kind.
 */
const SENTENCE_KINDS = [
  // The first paragraph.
  'node',
  'episode-length',
  'recovered',
  'fails-again',
  'goes-on',
  'end-unknown',
  'process-ended',
  'began-before',
  'without-times',
  'count',
  'one-trouble',
  'cause',
  'next-step',
  'no-trouble',
  'other-trouble',
  'absence',
  'too-short',
  'no-kubelet',
  // The story of an unhealthy time.
  'which-episode',
  'clock-jump',
  'last-relist',
  'no-relist-yet',
  'list-call',
  'threshold',
  'evented',
  'connection-lost',
  'status-phases',
  'given-reason',
  'node-reports',
  'first-skip',
  'no-skip',
  'later-process',
  'containers',
  'exits',
  'forecast',
  // Over several unhealthy times, and over the log.
  'rhythm',
  'causes-differ',
  'set-back',
  'endings',
  'crashing',
  'startup-skips',
  'replay',
  'left-out',
  'folded',
  'short-piece',
  'failed-calls',
  'other-errors',
  'health-check',
  'quiet-end',
  'silence',
  'metrics',
] as const;

export type SentenceKind = (typeof SENTENCE_KINDS)[number];

/** Kinds that name commands, between backticks, and quote nothing of the log. */
export const WITH_COMMANDS: ReadonlySet<SentenceKind> = new Set<SentenceKind>([
  'next-step',
  'no-kubelet',
  'short-piece',
  'left-out',
]);
