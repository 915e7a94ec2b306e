/**
 * What the error of a pod's worker is made of: `PodSyncResult.Error` in pkg/kubelet/container/sync_result.go, one part for each action that failed, with the
 * reasons of pkg/kubelet/container/sync_result.go, pkg/kubelet/images/types.go and pkg/kubelet/kuberuntime/kuberuntime_container.go.
 */

/** One action that failed: `failed to "StartContainer" for "web" with ErrImagePull: "…"`. */
export interface PodActionFailure {
  /** `StartContainer`, `CreatePodSandbox`, `KillContainer`, … */
  readonly action: string;
  /** The container; the pod for a sandbox. */
  readonly target: string;
  /** `CrashLoopBackOff`, `ErrImagePull`, …; empty where an error stands in its place (kubelets up to 1.6: `with rpc error: …`). */
  readonly reason: string;
  readonly text: string;
}

/** Bounded, for an error is a stranger's text; pastes lose blanks around quotes. */
const PART = /failed to "([A-Za-z]{1,40})" {0,2}for {0,2}"([^"]{0,400})" {0,2}with {0,2}((?:[A-Z][A-Za-z]{0,59})?)/g;
const MOST_PARTS = 16;

/** The actions that failed, in the order of the text; none for an error of another form. */
export function readPodActions(error: string): readonly PodActionFailure[] {
  if (!error.includes('failed to "')) return [];
  const actions: PodActionFailure[] = [];
  // Not by matchAll, which makes a pattern of its own for each text.
  PART.lastIndex = 0;
  let match = PART.exec(error);
  while (match !== null) {
    const [, action = '', target = '', reason = ''] = match;
    const { lastIndex } = PART;
    match = actions.length < MOST_PARTS - 1 ? PART.exec(error) : null;
    const text = behindColon(error, lastIndex, match?.index ?? error.length);
    const isCut = CUT_THERE.test(text);
    const whole = isCut ? wholeReason(action, reason) : reason;
    if (whole !== undefined) actions.push({ action, target, reason: whole, text: isCut ? '' : text });
  }
  return actions;
}

/** What stands behind a reason at which the line was cut: nothing, or the mark of a screen, which may leave out the middle. */
const CUT_THERE = /^(?:[>$]?$|…|\.{3})/;

/** The only reason of an action that begins so; `undefined` where several do that stand for several troubles. */
function wholeReason(action: string, begun: string): string | undefined {
  const own = `${action}Error`;
  if (REASONS.has(own)) return own.startsWith(begun) ? own : begun;
  const possible = [...REASONS].filter(
    ([reason, trouble]) => reason.startsWith(begun) && trouble !== 'sandbox' && trouble !== 'kill',
  );
  const [only, another] = possible;
  if (another === undefined) return only?.[0] ?? begun;
  return new Set(possible.map(([, trouble]) => trouble)).size === 1 ? begun : undefined;
}

/** What an action says for itself stands behind its reason and a colon. */
function behindColon(error: string, start: number, end: number): string {
  const words = error.startsWith(': ', start) ? start + 2 : error.startsWith(':', start) ? start + 1 : start;
  return error.slice(words, Math.max(words, end));
}

/** What kind of trouble a reason stands for. */
export type PodActionTrouble = 'image' | 'crash' | 'container' | 'sandbox' | 'kill';

const REASONS: ReadonlyMap<string, PodActionTrouble> = new Map(
  Object.entries({
    ErrImagePull: 'image',
    ImagePullBackOff: 'image',
    ErrImageNeverPull: 'image',
    InvalidImageName: 'image',
    ImageInspectError: 'image',
    RegistryUnavailable: 'image',
    SignatureValidationFailed: 'image',
    CrashLoopBackOff: 'crash',
    RunContainerError: 'container',
    CreateContainerError: 'container',
    CreateContainerConfigError: 'container',
    PostStartHookError: 'container',
    PreCreateHookError: 'container',
    PreStartHookError: 'container',
    VerifyNonRootError: 'container',
    CreatePodSandboxError: 'sandbox',
    ConfigPodSandboxError: 'sandbox',
    KillPodSandboxError: 'sandbox',
    SetupNetworkError: 'sandbox',
    TeardownNetworkError: 'sandbox',
    KillContainerError: 'kill',
  } as const),
);

/** Fewer letters of a reason that was cut tell nothing. */
const LEAST_OF_REASON = 2;

/** The trouble of a reason, also of one that was cut where all that begin so tell of the same; `undefined` for one that is not known. */
export function troubleOfReason(reason: string): PodActionTrouble | undefined {
  const known = REASONS.get(reason);
  if (known !== undefined || reason.length < LEAST_OF_REASON) return known;
  const fitting = new Set([...REASONS].filter(([name]) => name.startsWith(reason)).map(([, trouble]) => trouble));
  return fitting.size === 1 ? [...fitting][0] : undefined;
}

const IMAGE_NAME =
  /(?:pulling image|pull image|unpack image|[Ii]mage|manifest for|docker:\/\/|reading manifest [^ ]{1,128} in) {0,2}\\?"?([^\s"\\:,]{1,255}(?::[0-9]{1,5}\/[^\s"\\:,]{1,255})?(?::[\w.-]{1,128}(?:[>…]$)?)?(?:@sha256:[0-9a-f]{64})?)/;

/** The image that the text of a failed pull names. */
export function imageOfPull(text: string): string | undefined {
  const name = IMAGE_NAME.exec(text)?.[1];
  return name !== undefined && /^[\w[]/.test(name) && /[a-z0-9]/.test(name) && !NO_IMAGES.has(name.toLowerCase())
    ? name
    : undefined;
}

/** Words that stand behind "image" without being one. */
const NO_IMAGES: ReadonlySet<string> = new Set([
  'from',
  'is',
  'with',
  'and',
  'or',
  'config',
  'service',
  'for',
  'in',
  'has',
  'can',
  'not',
  'pull',
  'spec',
  'status',
  'index',
  'failed',
  'does',
  'that',
  'registry',
  'library',
  'name',
  'ref',
]);

const UNMOUNTED = /(?:list of unmounted volumes|unmounted volumes)=\[([^\]]{0,1000})\]/;
const OF_VOLUME = /\bvolume \\?"([^"\\]{1,253})\\?"/;

/** The volumes that the text of a failed mount names: those still waited for, else the one of the operation. */
export function volumesOfError(text: string): readonly string[] {
  const list = UNMOUNTED.exec(text)?.[1];
  if (list !== undefined)
    return list
      .split(/[ ,]+/)
      .filter((name) => name !== '')
      .slice(0, 20);
  const name = OF_VOLUME.exec(text)?.[1];
  return name === undefined ? [] : [name];
}

/** Whether the error of a pod says that its volumes were not there in time (pkg/kubelet/volumemanager/volume_manager.go). */
export function waitsForVolumes(error: string): boolean {
  return (
    error.includes('unmounted volumes=') ||
    error.includes('waiting for volumes to attach') ||
    error.includes('error processing PVC')
  );
}

/** Whether a text says that a pod was turned away because of a device plug-in or its devices (pkg/kubelet/cm/devicemanager/manager.go, devicesToAllocate and Allocate), or because what it asks for is not together (pkg/kubelet/cm/topologymanager/topology_manager.go, TopologyAffinityError). */
export function wantsDevices(error: string): boolean {
  return (
    /device[ -]plugin|devices? unavailable|unhealthy devices?|no healthy devices|with Topology locality/i.test(error) ||
    wantsClaims(error)
  );
}

/** Whether it says that a driver did not prepare what a pod claims (pkg/kubelet/cm/dra/manager.go, dynamic resource allocation). */
export function wantsClaims(error: string): boolean {
  return error.includes('prepare dynamic resources') || error.includes('NodePrepareResources');
}

/** What of a pod could not be made before its containers: its control group, or its folder below /var/lib/kubelet/pods (pkg/kubelet/kubelet.go, syncPod and makePodDataDirs). */
export function missingOfPod(error: string): 'control group' | 'folder' | undefined {
  if (error.startsWith('failed to ensure that the pod: ') || error.startsWith('unable to ensure pod container exists'))
    return 'control group';
  return /^(?:error making pod data directories|(?:mkdir|chmod|lstat) \/\S{1,200}\/pods\/)/.test(error)
    ? 'folder'
    : undefined;
}

/** Whether the error of a pod says that the network of the node was not ready (pkg/kubelet/kubelet.go, syncPod: `NetworkNotReadyErrorMsg`). */
export function waitsForNetwork(error: string): boolean {
  return error.startsWith('network is not ready');
}

/** `PodSyncResult.Error` of a container that is put off, and of a sandbox; the uid may be cut. */
const POD =
  /(?: pod=|"(?:Create|Kill)PodSandbox" {0,2}for {0,2}")([a-z0-9][a-z0-9.-]{0,252})_([a-z0-9-]{1,63})\((?:([0-9a-f-]{32,36})\))?/;

/** The pod that the error of its worker names itself; `undefined` where it names none, or is cut before. */
export function podOfError(
  error: string,
): { readonly name: string; readonly namespace: string; readonly uid?: string } | undefined {
  const [, name, namespace, uid] = POD.exec(error) ?? [];
  if (name === undefined || namespace === undefined) return undefined;
  return uid === undefined ? { name, namespace } : { name, namespace, uid };
}
