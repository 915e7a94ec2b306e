import type { RuleText } from '../rule.ts';

export const callTimedOut: RuleText = {
  id: 'call-timed-out',
  title: 'A listing that timed out began one time-out before its line',
  reason:
    'The first call of a relist lists the sandboxes. If this call fails with DeadlineExceeded, it has run for runtimeRequestTimeout (two minutes), and the relist began with it.',
  condition: 'The error line of the same moment names ListPodSandbox. If the second call (ListContainers) timed out, the begin is only bounded: each of the two calls takes one time-out at most. The setting is read from the FLAG dump; where that shows the default or is missing, from time-outs that follow one another and contradict the default (three where they can be several of a shorter one, lines missing between; where a pause of a second is what lies between a setting in whole steps of 5 s and one that nobody chose, housekeeping has to show it); else the default is assumed, unless a call that timed out cannot have run that long (the one before it, or the start of the kubelet, is nearer): then the begin is only bounded, too. A runtime that answers DeadlineExceeded itself, before the time-out, is not told apart: bounds that rest on the time-out are wrong there.',
  source: 'pkg/kubelet/cri/remote (a context with timeout for each call); pleg/generic.go, Relist → GetPods; 1.8–1.36',
};
