/**
 * inotify-limit: the limit of inotify instances ("too many open files") or watches ("no space left on device") is reached. Sign: cAdvisor, or one who watches files, says so; up to 1.2x
 * cAdvisor then ends the kubelet. High. Source: fs/notify/inotify/inotify_user.c of the kernel; github.com/google/cadvisor/utils/inotify.
 */
import { classOfError } from '../../../messages/texts/errorClass.ts';
import type { Cause } from '../../cause.ts';
import type { DiagnosisView } from '../../view.ts';
import { exitsOf, failedStartsOf, nodeTroubles } from '../../signs/exits.ts';
import { troubleFinding } from '../../signs/troubleFinding.ts';

/** The error of the kernel tells which limit it was. */
function whatOf(view: DiagnosisView): string {
  const texts = [
    ...exitsOf(view, 'inotify-limit'),
    ...failedStartsOf(view, 'inotify-limit'),
    ...nodeTroubles(view, 'inotify-limit'),
  ].map(({ text }) => classOfError(text));
  const [instances, watches] = [texts.includes('too-many-files'), texts.includes('no-space')];
  return instances === watches ? 'instances and watches' : instances ? 'instances' : 'watches';
}

export const inotifyLimit: Cause = {
  id: 'inotify-limit',
  find: (view) =>
    troubleFinding(view, {
      id: 'inotify-limit',
      what: 'inotify-limit',
      exit: 'inotify-limit',
      title: `The node's limit of inotify ${whatOf(view)} is reached`,
      titleOfExit: `The node's limit of inotify ${whatOf(view)} is reached, so the kubelet ends`,
      meaning:
        'The kernel gives a user only so many inotify instances and watches. "no space left on device" means the watches here, not the disk; "too many open files" the instances. Whoever needs another one fails: the kubelet when it starts, `kubectl logs -f`, programs in pods.',
      nextSteps: [
        'See the limits: `sysctl fs.inotify.max_user_instances fs.inotify.max_user_watches`.',
        'Raise them, and keep that: `sysctl -w fs.inotify.max_user_instances=8192 fs.inotify.max_user_watches=524288`, and the same lines in /etc/sysctl.d/99-inotify.conf.',
        'See who uses them: `find /proc/*/fd -lname anon_inode:inotify 2>/dev/null | cut -d/ -f3 | sort | uniq -c | sort -rn | head`.',
        'Then `systemctl restart kubelet`.',
      ],
      confidence: () => 'high',
      weight: () => 'cause',
    }),
};
