/**
 * Manifests of static pods that somebody edits: the kubelet reads what an editor writes beside them, and starts a static pod anew as soon as its manifest has changed. Where the API server is one of
 * them, it is away meanwhile, or for as long as its new manifest is wrong.
 */
import { type Instant, seconds } from '../../kubelet/time.ts';
import type { NodeTroubleFact } from '../../messages/fact.ts';
import type { DiagnosisView } from '../view.ts';
import { type ApiStretch, WAITED } from './apiTrouble.ts';
import { nodeTroubles } from './exits.ts';

/** What editors write beside the file that is edited: vim's probe and swap files, copies and locks of Emacs and others. */
const OF_AN_EDITOR = /\/(?:4913|\.?[\w.-]{1,200}\.sw[a-px]|[\w.-]{1,200}~|\.?#[\w.-]{1,200}#?)"?:? /;

/** Whether a line of a file in the folder of static pods is of one that an editor wrote. */
export function isOfAnEditor({ text }: NodeTroubleFact): boolean {
  return OF_AN_EDITOR.test(text);
}

/** So long before the first failed call the manifest can have been saved, and so long after it the line of its editor can stand. */
const BEFORE = seconds(60);
const AFTER = seconds(2);

/** What follows "The API server … could not be reached". */
export const EDITED_TITLE = ', after manifests of static pods were edited on this node';
/** The same where its own manifest was. */
export const CHANGED_TITLE = ', while its manifest was changed on this node';
export const EDITED_STEP =
  'See which manifest was changed, and whether the API server came back with it: `ls -lt /etc/kubernetes/manifests`, `crictl ps -a --name kube-apiserver`, `crictl logs <id>`; where it does not, take back the change.';

/** The lines that tell of it just before calls to the API server began to fail. */
export function manifestsEdited(view: DiagnosisView, stretches: readonly ApiStretch[]): readonly NodeTroubleFact[] {
  return nodeTroubles(view, 'static-pod').filter((fact) => isOfAnEditor(fact) && isJustBefore(fact, stretches));
}

/** How the names of the API server's static pods begin. */
export const API_SERVER = /^(?:kube-system\/)?kube-apiserver-/;
/** The kubelet takes the mirror of a changed manifest away when it starts the new pod, or as soon as the API server is back. */
const AFTERWARDS = seconds(180);

/**
 * The lines that tell that the manifest of the API server itself was changed then, whatever tool did it (`mv`, `sed -i`, kubeadm). Not of an API server that is only slow: to take the mirror away
 * takes an answer of it, so the kubelet tries again at each turn, and its line tells nothing of when the manifest was changed.
 */
export function manifestsChanged(view: DiagnosisView, stretches: readonly ApiStretch[]): readonly NodeTroubleFact[] {
  if (stretches.every(({ samples }) => samples.every(({ failure }) => WAITED.has(failure)))) return [];
  return nodeTroubles(view, 'manifest-changed').filter(
    ({ subject, time }) =>
      API_SERVER.test(subject ?? '') &&
      stretches.some(({ first, last }) => time >= first.time - BEFORE && time <= last.time + AFTERWARDS),
  );
}

function isJustBefore({ time }: { readonly time: Instant }, stretches: readonly ApiStretch[]): boolean {
  return stretches.some(({ first }) => time >= first.time - BEFORE && time <= first.time + AFTER);
}
