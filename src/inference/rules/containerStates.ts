import type { RuleText } from '../rule.ts';

export const containerStates: RuleText = {
  id: 'container-states',
  title: 'Events and finished lines tell container states',
  reason:
    'An event is consumed at its line; the change itself happened before, and after the line of the state before it. “container finished” comes from PLEG when it notices the exit, often long before the blocked loop handles the event. An exit that was noticed while the event channel was full, and whose event never came, is a lost event: the running state is over, and no event tells what came after.',
  condition: 'A state was still so when its own line came: PLEG did not inspect so slowly (seconds a pod, which no line tells) that it was over by then. ContainerRemoved is never logged, and a sandbox id can stand for a container. Started twice in a row is one state: unknown in between, or a repeated event of Evented PLEG.',
  source: 'pkg/kubelet/pleg/generic.go, generateEvents and Relist; kubelet.go, syncLoopIteration; 1.8–1.36',
};
