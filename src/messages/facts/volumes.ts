/** Facts about volumes: of pods that wait for them, and of pods that are gone. */
import { volumesOfError } from '../../kubelet/podErrorText.ts';
import type { PodReference } from '../fact.ts';
import { isUid } from '../texts/pod.ts';
import { uidsOfFolders } from '../texts/podFolders.ts';
import type { FactBuilder, Recognised } from '../recognise/row.ts';
import { errorOrEmpty } from '../texts/runtimeError.ts';
import { made, withKnown } from './made.ts';
import { podOf } from './pleg.ts';

/** An operation names its pod inside its error (pkg/volume/util/operationexecutor and volume/util/types: `pod "name" (UID: "uid")`). */
const POD_OF_OPERATION = /\bpod \\?"([a-z0-9.-]{1,253})\\?" \(UID: \\?"([0-9a-f-]{32,36})\\?"\)/;

function podOfVolume(found: Recognised): PodReference {
  const pod = podOf(found);
  if (pod.name !== undefined || pod.uid !== undefined) return pod;
  const [, name, uid] = POD_OF_OPERATION.exec(found.field('err') ?? '') ?? [];
  return name === undefined || uid === undefined || !isUid(uid) ? pod : { name, uid };
}

/**
 * An operation on a volume. Attaching and detaching is mostly the work of the controller manager, which writes the same lines, so such a line does not tell that a
 * kubelet wrote it; where one did (a program with both in it, or a kubelet without `enableControllerAttachDetach`), it is a trouble of the node's volumes.
 */
export const operationFailed: FactBuilder = (found) => {
  const error = found.field('err') ?? '';
  if (/\bDetachVolume\./.test(error)) return undefined;
  if (!/\bAttachVolume\./.test(error)) return volumeFailed(found);
  return withKnown(
    made(found.base, { kind: 'node-trouble', what: 'attach', text: error }),
    'subject',
    volumesOfError(error)[0],
  );
};

export const volumeFailed: FactBuilder = (found) =>
  made(found.base, { kind: 'volume-failed', pod: podOfVolume(found), error: errorOrEmpty(found) });

/** At its start a kubelet mounts a folder of its own only to see whether the kernel knows the option `noswap` (pkg/kubelet/util/swap): before Linux 6.4 it does not. */
const IS_A_TRIAL = '/tmpfs-noswap-test-';
/** pkg/volume/util/mount_linux.go, later k8s.io/mount-utils (doMount): "Mounting command: …", "Mounting arguments: …", "Output: …". */
const WHAT_FOR = '\nMounting arguments: ';

/** The command `mount` failed for a volume. What it was asked for stands in further lines; where lines of others came between, nothing tells what this one was. */
export const mountFailed: FactBuilder = (found) => {
  const { text } = errorOrEmpty(found);
  return text.includes(WHAT_FOR) && !text.includes(IS_A_TRIAL) ? volumeFailed(found) : undefined;
};

/** The same line comes every two seconds: its text is kept once. */
const texts = new Map<string, string>();
const MOST_TEXTS = 512;

function once(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size >= MOST_TEXTS) texts.clear();
  texts.set(text, text);
  return text;
}

const UID_OF_ORPHAN = /rphaned pod \\?"([0-9a-f-]{32,36})/;

/** Folders of a pod that is gone. Where one line stands for many, it says for how many: `count` (to 1.20) or `numErrs`. */
export const orphanedVolumes: FactBuilder = (found) => {
  const { base, field, message, row } = found;
  const error = field('err') ?? '';
  const fact = made(base, {
    kind: 'node-trouble',
    what: 'orphaned-volumes',
    text: once(row.form === 'unstructured' || error === '' ? message : `${message}: ${error}`),
  });
  const uid = field('podUID') ?? UID_OF_ORPHAN.exec(error)?.[1] ?? uidsOfFolders(error)[0];
  const count = Number(field('count') ?? field('numErrs') ?? Number.NaN);
  return withKnown(
    withKnown(fact, 'subject', uid !== undefined && isUid(uid) ? once(uid) : undefined),
    'count',
    Number.isInteger(count) && count > 0 ? count : undefined,
  );
};
