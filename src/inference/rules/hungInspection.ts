import type { RuleText } from '../rule.ts';

export const hungInspection: RuleText = {
  id: 'hung-inspection',
  title: 'An inspection that timed out began one time-out before its line',
  reason:
    'PLEG inspects changed pods one after another. A call that hangs (PodSandboxStatus, ContainerStatus) fails after runtimeRequestTimeout, and only then a line names the pod. So the call began two minutes before the line, its relist had listed before that, and it was not over before the line. ' +
    'Failures whose calls follow one another without the pause of a second belong to one relist: up to 1.31 a failing pod is inspected twice in a relist, and several hung pods add up.',
  condition: 'The error is DeadlineExceeded. From 1.24 PLEG’s own line (“PLEG: Write status” with an error) must be among them, because others ask for a pod’s status too. In 1.36 the first failure can belong to a relist of that pod alone. To a relist that a skip names belong only calls that were under way at the last line that names it.',
  source: 'pkg/kubelet/pleg/generic.go, updateCache, 1.8–1.36; runs with one, two and three hung pods',
};
