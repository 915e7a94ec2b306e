/** The inner state explained for somebody who has never heard of PLEG: one sentence for each field and each call. */
import type { CallName, CallState, Known, MomentFieldId } from '../../src/timeline/moment/moment.ts';

export const FIELD_EXPLANATIONS: Readonly<Record<MomentFieldId, string>> = {
  loop: 'The sync loop is the kubelet’s main loop: it takes events and starts and stops pods; while the node’s runtime state is unhealthy it does nothing but skip.',
  reasons: 'Why the loop would skip now: each reason is a check that failed; with no reason the kubelet is healthy.',
  staleness:
    'How long ago the last good relist, one that could list all containers, began; over the threshold PLEG is considered unhealthy.',
  'last-listed': 'When that last good relist began: the kubelet stamps its start, not its end, as “last seen active”.',
  threshold: 'Three minutes, or ten with Evented PLEG: how old the last good relist may get.',
  relist:
    'PLEG (pod lifecycle event generator) asks the container runtime once a second for all pods and containers and compares the answer with the one before: that is a relist.',
  channel:
    'Changes that PLEG found wait in this channel until the sync loop takes them; a loop that skips takes none, and a full channel loses events.',
  reinspect:
    'Pods that PLEG could not inspect last time: the next relist tries them again, and one that hangs holds up all others.',
  'cache-age':
    'The cache holds what PLEG last saw of each pod; pod workers wait until it is newer than the change they work on.',
  'runtime-sync':
    'When the runtime’s own Status call was last answered: after 30 seconds without an answer the runtime is considered down.',
  'back-off':
    'After each skip the loop sleeps twice as long, from 100 ms up to 5 s; one healthy check brings it back to 100 ms.',
  'next-check': 'When the loop wakes and asks again whether all is healthy.',
  'node-ready':
    'What the kubelet last reported to the API server; it follows the inner state with a delay of up to some ten seconds.',
  pods: 'How many pods PLEG keeps a record of: two listings each, the one before and the newest, whose difference gives the events.',
};

export const CALL_EXPLANATIONS: Readonly<Record<CallName, string>> = {
  relist: 'One pass of PLEG over all pods of the runtime.',
  GetPods: 'Gets all pods with their containers from the runtime, by the two list calls below.',
  ListPodSandbox: 'Asks the runtime for all pod sandboxes; the kubelet gives up on a call after two minutes.',
  ListContainers: 'Asks the runtime for all containers, running and exited.',
  inspect: 'For each pod that changed, PLEG asks for the details, one pod after the other.',
  PodSandboxStatus: 'Asks for one sandbox: its IP addresses and its state.',
  ContainerStatus: 'Asks for one container: its state, exit code and reason.',
  'write-cache': 'Writes what was learned into the pod cache, from which pod workers read.',
  'send-events': 'Puts the changes into the channel to the sync loop.',
  'update-cache-time': 'Marks the whole cache as up to date: every pod was looked at.',
};

export const KNOWN_LOOKS: Readonly<Record<Known, { readonly symbol: string; readonly text: string }>> = {
  proven: { symbol: '●', text: 'proven by lines of the log' },
  likely: { symbol: '◐', text: 'likely: what the embedded kubelet infers between the lines' },
  unknown: { symbol: '○', text: 'unknown: neither the lines nor the model can tell' },
};

export const CALL_STATE_LOOKS: Readonly<Record<CallState, { readonly symbol: string; readonly text: string }>> = {
  done: { symbol: '✓', text: 'answered' },
  running: { symbol: '▶', text: 'running' },
  hung: { symbol: '!', text: 'hangs' },
  failed: { symbol: '✕', text: 'failed' },
  pending: { symbol: '·', text: 'not started' },
  unknown: { symbol: '?', text: 'unknown' },
};
