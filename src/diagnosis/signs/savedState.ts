/** What the kubelet keeps on disk of its containers and pods (its checkpoints), and what it says where it cannot start with that. */

interface Kept {
  readonly what: string;
  /** The name of its file, below the kubelet's folder. */
  readonly file: string;
  readonly words: readonly string[];
}

/** cm/memorymanager and cm/cpumanager (state_checkpoint.go), from 1.21 and 1.10; status/state, from 1.33 allocation/state. */
const KEPT: readonly Kept[] = [
  {
    what: 'which memory containers have to themselves',
    file: 'memory_manager_state',
    words: [
      'memory manager error',
      'memory manager checkpoint',
      '[memorymanager]',
      'Memory states for the NUMA node',
      'configured policy "Static"',
      'configured policy "None"',
    ],
  },
  {
    what: 'which processors containers have to themselves',
    file: 'cpu_manager_state',
    words: ['cpu manager error', 'CPU manager checkpoint', '[cpumanager]', 'configured policy'],
  },
];
const OF_PODS = 'which resources its pods were given';

/** The whole path, as the kubelet says it. */
const PATH = /(\/[\w./-]{1,200}\/([a-z_]{3,40}_state))\b/;
const POLICIES = /configured policy "(\w{1,40})" differs from state checkpoint policy "(\w{1,40})"/;
/** Go's encoding/json, and pkg/kubelet/checkpointmanager/errors. */
const UNREADABLE = /checkpoint is corrupted|invalid character|unexpected end of JSON|cannot unmarshal|unexpected EOF/;
/** What the node says of the file, and nothing of what stands in it (Go's syscall errors). */
const NOT_OPENED = /: (permission denied|operation not permitted|read-only file system)/;
const CUT = /(?:restore state from checkp[a-z]{0,6}:? ?|initialize checkpoint manager:? ?)$/m;
const NOT_RESTORED = ['restore state from checkp', 'ould not initialize checkpoint manager'] as const;

export interface SavedState {
  /** What it notes there, where that is known. */
  readonly what: string | undefined;
  readonly file: string | undefined;
  readonly path: string | undefined;
  readonly isUnreadable: boolean;
  /** Why the node did not let the kubelet have the file. */
  readonly notOpened: string | undefined;
  /** The line is cut before it says what is wrong. */
  readonly isCut: boolean;
  readonly policies: { readonly now: string; readonly noted: string } | undefined;
}

/** Whether a kubelet said with these words that it does not start with what it keeps. */
export function isOfSavedState(text: string): boolean {
  return NOT_RESTORED.some((words) => text.includes(words));
}

/** What is kept, and what is wrong with it, by the lines that say so. */
export function savedState(texts: readonly string[]): SavedState | undefined {
  const [, path, file] = texts.map((text) => PATH.exec(text)).find((found) => found !== null) ?? [];
  const kept =
    KEPT.find((kept) => kept.file === file) ??
    (file === undefined
      ? KEPT.find(({ words }) => texts.some((text) => words.some((word) => text.includes(word))))
      : undefined);
  if (kept === undefined && !texts.some(isOfSavedState)) return undefined;
  const policies = texts.map((text) => POLICIES.exec(text)).find((found) => found !== null);
  return {
    what: kept?.what ?? (file === undefined ? undefined : OF_PODS),
    file: file ?? kept?.file,
    path: path ?? (kept === undefined ? undefined : `/var/lib/kubelet/${kept.file}`),
    isUnreadable: texts.some((text) => UNREADABLE.test(text)),
    notOpened: texts.map((text) => NOT_OPENED.exec(text)?.[1]).find((found) => found !== undefined),
    isCut: texts.every((text) => CUT.test(text)),
    policies:
      policies?.[1] === undefined || policies[2] === undefined ? undefined : { now: policies[1], noted: policies[2] },
  };
}

export function savedStateTitle({ file }: SavedState): string {
  return `The kubelet cannot use what it has noted ${file === undefined ? 'on disk' : `in ${file}`}, so it does not start`;
}

export function savedStateText({ what, isUnreadable, notOpened, isCut, policies }: SavedState): string {
  const notes =
    what === undefined
      ? 'The kubelet notes on disk what its containers and pods were given.'
      : `The kubelet notes on disk ${what}.`;
  if (policies !== undefined)
    return `${notes} That note was written under the policy "${policies.noted}", and the kubelet is started with "${policies.now}", so it exits at each start until the note is removed.`;
  if (notOpened !== undefined)
    return `${notes} The node does not give it that file (${notOpened}), so it exits at each start.`;
  if (isUnreadable)
    return `${notes} That note cannot be read any more, so it exits at each start until the note is removed. Notes are left half-written by a machine that lost its power and by a full disk; a kubelet of another version can find their checksum wrong, too.`;
  return isCut || what === undefined || what === OF_PODS
    ? `${notes} It cannot start with that note, and exits at each start until it is removed.`
    : `${notes} That note does not fit the policy it is started with now, or the machine, so it exits at each start until the note is removed. Such a note is left by a change of the policy, of what is reserved, or of the machine's size.`;
}

export function savedStateSteps({ what, path, isUnreadable, notOpened }: SavedState): readonly string[] {
  if (notOpened !== undefined)
    return [
      `Run the kubelet as root, and see what stands in its way: \`ls -lZ ${path ?? '/var/lib/kubelet'}; findmnt -T /var/lib/kubelet\`.`,
    ];
  return [
    'Drain the node, for its pods get other processors or memory: `kubectl drain <node> --ignore-daemonsets`.',
    path === undefined
      ? 'See which file it is, and move that away: `journalctl -u kubelet --no-pager | grep -oE "/[a-z/]+_state" | sort -u`, `systemctl stop kubelet; mv <file> /tmp/; systemctl start kubelet`.'
      : `Remove the note and start the kubelet: \`systemctl stop kubelet; mv ${path} /tmp/; systemctl start kubelet\`.`,
    isUnreadable
      ? 'See how it was damaged: `df -h /var/lib/kubelet`, `journalctl --list-boots | tail -3`.'
      : what === OF_PODS
        ? 'See which version runs, and which ran before: `journalctl -u kubelet | grep -i "kubelet version" | tail -3`.'
        : 'See which policy is set: `grep -iE "cpuManagerPolicy|memoryManagerPolicy|reserved" /var/lib/kubelet/config.yaml`.',
  ];
}
