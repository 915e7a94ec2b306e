/**
 * orphaned-volumes: folders of pods that are gone stay on the disk, because something in them is still mounted or left behind. Sign: `Orphaned pod … found, but volume
 * paths are still present`, every two seconds, one line for all of them; up to 1.5 `Failed cleaning pods: remove …: device or resource busy`. Medium when it goes on for ten seconds or names several pods, else low: a pod that has just
 * gone looks the same for a moment. It hurts no pod that runs.
 */
import { seconds } from '../../../kubelet/time.ts';
import type { NodeTroubleFact } from '../../../messages/fact.ts';
import { type Cause, makeFinding } from '../../cause.ts';
import { amountOf, number } from '../../words/amountText.ts';
import { uidsOfFolders } from '../../../messages/texts/podFolders.ts';
import { isBusy, whoHolds } from '../../words/busyText.ts';
import { listText } from '../../answer/paragraph.ts';

export const orphanedVolumes: Cause = {
  id: 'orphaned-volumes',
  find(view) {
    const facts = view.facts.fitting(
      'node-trouble',
      (fact): fact is NodeTroubleFact => fact.what === 'orphaned-volumes',
    );
    const [first] = facts;
    const last = facts.at(-1);
    if (first === undefined || last === undefined) return [];
    const pods = [...new Set(facts.flatMap(({ subject, text }) => [subject ?? [], uidsOfFolders(text)].flat()))];
    const most = facts.reduce((largest, fact) => Math.max(largest, fact.count ?? 1), pods.length);
    const isCounted = most > 1 && most > pods.length;
    const folder = folderOf(facts);
    const ofSubpaths = facts.some(({ text }) => text.includes('subpath'));
    const lasting = last.time - first.time >= seconds(10) || pods.length > 1 || most > 1;
    return [
      makeFinding('orphaned-volumes', {
        weight: 'circumstance',
        confidence: lasting ? 'medium' : 'low',
        title: isCounted
          ? `${number(most, 'folder')} of orphaned pods are left on the disk`
          : `Folders of ${most > 1 ? number(most, 'orphaned pod') : 'an orphaned pod'} are left on the disk`,
        explanation:
          `${amountOf(view, facts, 'say')} that volumes of pods that are gone are still there below ${folder}${pods.length > 0 ? ` (${listText([...pods.slice(0, 3), ...(pods.length > 3 ? [`${pods.length - 3} more`] : [])])})` : ''}. ` +
          `${isCounted ? `The kubelet writes out one of ${number(most, 'error')} of this kind. ` : ''}The kubelet looks again every two seconds and cannot remove them, because something in them is still mounted or a file was left behind, most often after a restart of the node or the kubelet while volumes were taken down. No running pod is hurt, but the disk stays in use and the log fills.`,
        nextSteps: [
          `See what is left: \`ls -lR ${folder}/${pods[0] ?? '<uid>'}/${ofSubpaths ? 'volume-subpaths' : 'volumes'} | head -50\`, and what is mounted there: \`mount | grep ${pods[0] ?? '<uid>'}\`.`,
          ...(facts.some(({ text }) => isBusy(text)) ? [whoHolds(pods[0] ?? '<uid>')] : []),
          'Make sure that the pod is gone: `kubectl get pods -A -o jsonpath=\'{range .items[*]}{.metadata.uid}{"\\n"}{end}\'` must not show its uid.',
          'Unmount what is mounted (`umount <path>`), then remove the empty folders with `rmdir`, not with `rm -rf`: a mount that is overlooked would lose its data.',
          ...(facts.some(({ text }) => NOT_A_FOLDER.test(text)) ? [REMOVE_FILE] : []),
          ...(most > 100
            ? [
                `With ${number(most, 'folder')}, go through them by a script that leaves out every folder with a mount in it.`,
              ]
            : []),
        ],
        timedBy: [first, last],
        evidence: [...facts.slice(0, 4), ...facts.slice(-2)],
      }),
    ];
  },
};

/** pkg/kubelet/kubelet_volumes.go takes each for a folder; pkg/volume/util/subpath makes an empty file where the subPath of a container is one. */
const NOT_A_FOLDER = /failed to rmdir\(\) subpath .{1,400}: not a directory/;
const REMOVE_FILE =
  'What the text names is an empty file on which a file was mounted (`subPath`), so `rmdir` fails on it: remove it with `rm <path>` when `findmnt <path>` shows nothing.';

/** The folder of the kubelet (`--root-dir`) is another one on some nodes; lines that name a path tell. */
const FOLDER = /(\/[\w./-]{1,200}\/pods)\/[0-9a-f-]{32,36}\//;

function folderOf(facts: readonly NodeTroubleFact[]): string {
  for (const { text } of facts) {
    const folder = FOLDER.exec(text)?.[1];
    if (folder !== undefined) return folder;
  }
  return '/var/lib/kubelet/pods';
}
