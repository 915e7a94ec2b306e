/**
 * static-pod-failing: a manifest of a static pod cannot be read or is refused, so that pod does not run. Sign: the kubelet's line for the file. High; low for a folder that is not there or was deleted,
 * which many nodes have, and for the files of an editor. Source: pkg/kubelet/config (file.go, file_linux.go, http.go, config.go).
 */
import { baseName } from '../../../kubelet/baseName.ts';
import { classOfError } from '../../../messages/texts/errorClass.ts';
import { CUT_MARK } from '../../../kubelet/pagerMark.ts';
import { seconds } from '../../../kubelet/time.ts';
import type { NodeTroubleFact } from '../../../messages/fact.ts';
import type { Cause, RankedFinding } from '../../cause.ts';
import { listText } from '../../answer/paragraph.ts';
import { namedSteps } from '../../tools/namedSteps.ts';
import { unlessItLasts } from '../../tools/unlessItLasts.ts';
import type { DiagnosisView } from '../../view.ts';
import { isOfAnEditor } from '../../signs/editedManifest.ts';
import { nodeTroubles } from '../../signs/exits.ts';
import { endOfKubelets, STILL } from '../../signs/endOfKubelets.ts';
import { troubleFinding } from '../../signs/troubleFinding.ts';

/** The rows about the folder itself. */
const OF_FOLDER = 'config.static-dir';
/** The folder that it watched was deleted (`kubeadm reset`), or another was put in its place; it looks for it again. */
const FOLDER_DELETED = 'watched path is deleted';
/** What the kubelet itself says of a folder that many nodes do not have. */
const IGNORED = 'path does not exist, ignoring';

/** `error while processing event (…): ` of which what is wrong is cut away. */
const CUT_EVENT = /^e(?!.*\): )/;

const EDITED_TITLE = 'The folder of static pods has files of an editor';
const EDITED =
  'The kubelet reads every file in that folder, those too that an editor writes while somebody edits a manifest. It leaves out what is no pod; but a copy that is whole is taken for the pod.';
const SEE_FOLDER = 'See what lies there: `ls -la /etc/kubernetes/manifests`.';
const EDIT_ELSEWHERE = [
  'Edit manifests elsewhere and move them there when they are done: `cp /etc/kubernetes/manifests/<file> /tmp/`, `mv /tmp/<file> /etc/kubernetes/manifests/`.',
  SEE_FOLDER,
];

/** Rows of rke2, which looks every 20 seconds whether the kubelet has started what it is to start. */
const OF_PARENT = 'parent.';
/** A start may take so long, with images that are pulled. */
const NORMAL = seconds(100);
const LONG = seconds(300);

/** rke2 waits for static pods of its control plane; nothing where that was over before long. */
function awaitedPods(view: DiagnosisView, lines: readonly NodeTroubleFact[]): readonly RankedFinding[] {
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return [];
  const length = last.time - first.time;
  const goesOn = (endOfKubelets(view.history) ?? last.time) - last.time <= STILL;
  if (length < NORMAL && !goesOn) return [];
  const pods = [...new Set(lines.map(({ subject }) => subject))].filter((pod) => pod !== undefined);
  return troubleFinding(
    view,
    {
      id: 'static-pod-failing',
      what: 'static-pod',
      title: `rke2 waits for ${listText(pods.slice(0, 3))}, which the kubelet has not started`,
      meaning: `The manifests of the control plane come from rke2, and the kubelet is to start them as static pods; until they run there is no API server. ${length < NORMAL ? 'For a minute or two at a start, or while images are pulled, this is normal.' : 'A start takes a minute or two with that, unless images are pulled. Why they do not come, the logs of the kubelet and of containerd say.'}`,
      nextSteps: unlessItLasts(length >= NORMAL, [
        "Read the kubelet's own log, and that of containerd: `tail -n 200 /var/lib/rancher/rke2/agent/logs/kubelet.log`, `tail -n 100 /var/lib/rancher/rke2/agent/containerd/containerd.log`.",
        'See which pods and containers there are, and what they say: `crictl pods`, `crictl ps -a`, then `crictl logs <id>`.',
        'See that disk, memory and processors suffice: `df -h`, `free -m`, `uptime`.',
      ]),
      confidence: () => (length < NORMAL ? 'low' : length < LONG || !goesOn ? 'medium' : 'high'),
      weight: () => (length < NORMAL ? 'note' : 'cause'),
    },
    lines,
  );
}

/** The file that a line is about: `config file "/etc/…"`, `manifest file: /etc/…`. */
const MANIFEST = /\bfile:? "?((?:\/[\w.-]{1,100}){1,12})(?=["':,\s])/;

/** Nothing where the line is cut within it, or names the folder alone. */
function manifestOf({ message, text, subject }: NodeTroubleFact): string | undefined {
  const file = MANIFEST.exec(text)?.[1];
  if (file !== undefined || subject === undefined || message.startsWith(OF_FOLDER)) return file;
  return subject.startsWith('/') && !CUT_MARK.test(subject) && !text.endsWith(subject) ? subject : undefined;
}

/** It says so, or is cut before it says anything else. */
function isIgnored({ message, text }: NodeTroubleFact): boolean {
  if (text.includes(IGNORED)) return true;
  const said = text.replace(/^Unable to read config path(?: "[^"]*"?|)(?::? |)/, '').replace(CUT_MARK, '');
  return message.startsWith(OF_FOLDER) && (IGNORED.startsWith(said) || CUT_EVENT.test(said));
}

export const staticPodFailing: Cause = {
  id: 'static-pod-failing',
  find(view) {
    const told = nodeTroubles(view, 'static-pod').filter((line) => !isIgnored(line));
    const awaited = awaitedPods(
      view,
      told.filter(({ message }) => message.startsWith(OF_PARENT)),
    );
    if (awaited.length > 0) return awaited;
    const all = told.filter(({ message }) => !message.startsWith(OF_PARENT));
    // A file that was gone before it was read is no manifest any more; only the folder may be missed.
    const lines = all.filter(({ message, text }) => message.startsWith(OF_FOLDER) || classOfError(text) !== 'no-file');
    const edited = lines.filter(isOfAnEditor);
    const serious = lines.filter(
      (line) => classOfError(line.text) !== 'no-file' && !line.text.includes(FOLDER_DELETED) && !edited.includes(line),
    );
    const isDeleted = lines.some(({ text }) => text.includes(FOLDER_DELETED));
    if (serious.length === 0 && edited.length > 0)
      return troubleFinding(
        view,
        {
          id: 'static-pod-failing',
          what: 'static-pod',
          title: EDITED_TITLE,
          meaning: EDITED,
          nextSteps: EDIT_ELSEWHERE,
          confidence: () => 'low',
          weight: () => 'note',
        },
        edited,
      );
    const files = [...new Set(serious.map(manifestOf))];
    const [file] = files.length === 1 ? files : [];
    return troubleFinding(
      view,
      {
        id: 'static-pod-failing',
        what: 'static-pod',
        title:
          serious.length > 0
            ? file === undefined
              ? 'A manifest of a static pod cannot be used'
              : `The manifest ${baseName(file)} of a static pod cannot be used`
            : isDeleted
              ? 'The folder of static pods was deleted'
              : 'The folder of static pods is missing',
        meaning:
          serious.length > 0
            ? 'Its pod does not start, or goes on as it was before the file was changed. If it is that of the API server, etcd or another part of the control plane, that part stays down. The file is read again every 20 seconds.'
            : isDeleted
              ? 'The kubelet looks for it again, and ends the static pods of it while it is away.'
              : 'Nodes without static pods do well without it.',
        nextSteps: namedSteps(
          serious.length === 0
            ? [SEE_FOLDER]
            : [
                'Look at the file that the line names: YAML, `apiVersion: v1`, `kind: Pod`, and what the error complains of: `kubectl apply --dry-run=client -f <file>`.',
                'Keep no copies in that folder: every file in it is read. On a control plane: `ls -la /etc/kubernetes/manifests`.',
                'Then see whether the pod comes: `crictl ps -a`.',
              ],
          { file },
        ),
        confidence: () => (serious.length > 0 ? 'high' : 'low'),
        weight: () => (serious.length > 0 ? 'cause' : 'note'),
      },
      serious.length > 0 ? serious : lines,
    );
  },
};
