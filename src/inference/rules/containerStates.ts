import type { RuleText } from '../rule.ts';

export const containerStates: RuleText = {
  id: 'container-states',
  title: 'Events and finished lines tell container states',
  reason:
    'An event is consumed at its line; the change itself happened before, and after the listing that showed the state before it. A relist lists first and inspects pod after pod then, of which no line tells how long it takes: an event can be told long after what it tells was listed. But a loop that goes on found PLEG healthy, so this relist began at most the threshold before the event was sent, and not before the one that sent an earlier event of the same pod. “container finished” comes from PLEG when it notices the exit, often long before the blocked loop handles the event. An exit that was noticed while the event channel was full, and whose event never came, is a lost event: the running state is over, and no event tells what came after.',
  condition: 'The loop took the event at once, unless skips or slow housekeeping show that it did not. Where housekeeping can be slow without a line (before 1.27), an event can have waited long; then it is only known to have been sent after another event that PLEG’s “container finished” shows to have been sent earlier, for events come out in the order in which they were sent. Beside Evented PLEG only its threshold of ten minutes bounds it. The first state of a container may have begun before the log. ContainerRemoved is never logged, and a sandbox id can stand for a container. Started twice in a row is one state: unknown in between, or a repeated event of Evented PLEG.',
  source: 'pkg/kubelet/pleg/generic.go, generateEvents, Relist and Healthy; kubelet.go, syncLoop and syncLoopIteration; 1.8–1.36',
};
