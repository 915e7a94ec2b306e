import type { RuleText } from '../rule.ts';

export const hungInspection: RuleText = {
  id: 'hung-inspection',
  title: 'An inspection that timed out began one time-out before its line',
  reason:
    'PLEG inspects changed pods one after another. A call that hangs (PodSandboxStatus, ContainerStatus) fails after runtimeRequestTimeout, and only then a line names the pod. So the call began two minutes before the line, its relist had listed before that, and it was not over before the line. ' +
    'Failures whose calls follow one another without the pause of a second belong to one relist: up to 1.31 a failing pod is inspected twice in a relist, and several hung pods add up. ' +
    'Time alone parts no two failures, because other pods can have been inspected slowly between them. Of different relists they are where a pod failed more often than a relist inspects it (twice, once from 1.32 on), ' +
    'where a failed or a named relist or a line of a relist’s start lies between, or where a healthy check shows that the relist of the second was younger than the threshold. Of failures that can be of one relist only the first’s is told.',
  condition:
    'The error is DeadlineExceeded, in the words of the kubelet’s own client. That the call ran for the whole time-out is taken only where the failure before it stands one time-out away (and the pause of a second); else it began somewhere before its line. From 1.24 PLEG’s own line (“PLEG: Write status” with an error) must be among them, because others ask for a pod’s status too. In 1.36 the first failure of a pod can belong to a relist of that pod alone, so nothing is told of it; the next ones are of relists of all pods where a second of pause or a third failure in a row shows it. To a relist that a skip names belong only calls that were under way at the last line that names it.',
  source: 'pkg/kubelet/pleg/generic.go, updateCache, 1.8–1.36; runs with one, two and three hung pods',
};
