import type { RuleText } from '../rule.ts';

export const containerStates: RuleText = {
  id: 'container-states',
  title: 'Events and finished lines tell container states',
  reason:
    'An event is consumed at its line; the change itself happened before, and after the listing that showed the state before it. A relist lists first and inspects pod after pod then, and what it sends can wait for the loop: no line tells how long either takes, so an event can be told long after what it tells was listed. But events come out of the channel in the order in which they were sent: one that the loop handles after an exit was sent after PLEG wrote “container finished” for that exit. A relist that sends after a healthy check began at most the threshold before that check, and not before the one that sent an earlier event of the same pod. “container finished” comes from PLEG when it notices the exit, often long before the blocked loop handles the event. An exit that was noticed while the event channel was full, and whose event never came, is a lost event: the running state is over, and no event tells what came after.',
  condition:
    'Both lines of an exit are there (from 1.22 on), and the log is of one node; else nothing bounds a state from below but the one before it. Nothing is taken from the absence of lines. Beside Evented PLEG only its threshold of ten minutes counts. The first state of a container may have begun before the log. ContainerRemoved is never logged, and a sandbox id can stand for a container. Started twice in a row is one state: unknown in between, or a repeated event of Evented PLEG.',
  source:
    'pkg/kubelet/pleg/generic.go, generateEvents, Relist and Healthy; kubelet.go, syncLoop and syncLoopIteration; 1.8–1.36',
};
