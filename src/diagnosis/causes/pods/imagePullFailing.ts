/**
 * image-pull-failing: images cannot be fetched, so containers cannot start. Sign: ErrImagePull, ImagePullBackOff and their kin in the errors of pods, `Failed to pull
 * image`. High when one pod has three lines and more, medium for two or one that was put off, low for a single failure, or when a container of the pod started soon after.
 */
import { EVENTS_OF_POD } from '../../tools/commonSteps.ts';
import { seconds, type Instant } from '../../../kubelet/time.ts';
import { PAGER_MARK } from '../../../kubelet/pagerMark.ts';
import { imageOfPull } from '../../../kubelet/podErrorText.ts';
import { type Cause, firstAndLast, makeFinding, plural, type RankedFinding } from '../../cause.ts';
import { classifyRuntimeError } from '../../signs/runtimeErrors.ts';
import { nodeTroubles } from '../../signs/exits.ts';
import { bothEnds, shorten } from '../../words/factText.ts';
import { amountOf, amountText, linesOf, namesText, podsText, together } from '../../words/amountText.ts';
import { spread, stretchOf, type TroubledPod, troubledPods } from '../../signs/podTroubles.ts';
import { mostNamed, type Reason, reasonOf } from '../../signs/reasons.ts';
import type { NodeTroubleFact } from '../../../messages/fact.ts';
import { answeredTimeout } from '../../../messages/texts/timedOut.ts';
import type { DiagnosisView } from '../../view.ts';
import { namedSteps } from '../../tools/namedSteps.ts';

/** A status of HTTP, standing alone: accounts, addresses and tags have such figures within theirs (`602401143452.dkr.ecr.us-east-1.amazonaws.com`). */
function status(code: number): RegExp {
  return new RegExp(`(?:^|[\\s=("'[])${code}(?![\\w.-])`);
}

/** A word of a sentence: images have such words in their names (`x509-certificate-exporter`). */
function word(said: string): RegExp {
  return new RegExp(`(?<![\\w./@-])${said}(?![\\w/@-])`);
}

const REFUSED: Reason = [
  [
    'pull access denied',
    word('unauthorized'),
    'authentication required',
    'no basic auth credentials',
    status(401),
    status(403),
    word('forbidden'),
    'access denied',
    'denied:',
  ],
  'the registry does not give it: there is no such image, or the credentials are missing or wrong',
  "Check the image's name and the credentials: `kubectl -n <namespace> get pod <pod> -o jsonpath='{.spec.imagePullSecrets}'`. An image that was only built locally has to be loaded on the node.",
];

const TOO_MANY: Reason = [
  ['toomanyrequests', 'rate limit', status(429)],
  'the registry allows no more pulls for now',
  "Sign in to the registry, use a mirror, or wait; which credentials the pod has: `kubectl -n <namespace> get pod <pod> -o jsonpath='{.spec.imagePullSecrets}'`.",
];

/** Registries of clouds give an image to the role of the machine: how the host of one ends, and where that role is seen. */
const OF_CLOUDS: readonly (readonly [RegExp, string])[] = [
  [
    /\.dkr\.ecr\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?$/,
    'ECR needs no secret where the role of the machine may read it, as by the policy AmazonEC2ContainerRegistryReadOnly: `aws sts get-caller-identity` on the node names the role; from Kubernetes 1.27 on the kubelet has to be given a plug-in for it, too: `systemctl cat kubelet | grep image-credential-provider`.',
  ],
  [
    /\.azurecr\.(?:io|cn|us)$/,
    'ACR needs no secret where the identity of the kubelet has the role AcrPull: `az aks check-acr -g <group> -n <cluster> --acr <registry>`.',
  ],
  [
    /(?:^|\.)gcr\.io$|\.pkg\.dev$/,
    'Artifact Registry needs no secret where the service account of the machine has the role roles/artifactregistry.reader, and its scopes have storage or cloud-platform: `curl -s -H "Metadata-Flavor: Google" http://169.254.169.254/computeMetadata/v1/instance/service-accounts/default/scopes`.',
  ],
];

/** Where an image comes from: the first part of its name where that looks like a host, else Docker Hub (distribution/reference, splitDockerDomain). Not known of a single word, which can stand for a name in a redacted log. */
function registryOf(image: string | undefined): string | undefined {
  const [host = '', ...path] = image?.split('/') ?? [];
  if (path.length === 0) return undefined;
  return /[.:]/.test(host) || host === 'localhost' ? host : 'docker.io';
}

function ofRegistry(image: string | undefined): readonly string[] {
  const host = registryOf(image) ?? '';
  const found = OF_CLOUDS.find(([end]) => end.test(host));
  return found === undefined ? [] : [found[1]];
}

/** Why, by the words of the kubelet, registries, containerd, CRI-O and docker. */
const REASONS: readonly Reason[] = [
  [
    // The kubelet's own check (pkg/kubelet/cri/remote/remote_image.go). What Docker names no more is `VirtualSize` (moby/moby#47207, Mirantis/cri-dockerd#299).
    [/Id or size of image .{1,400}is not set/s],
    'the runtime named no size of it, so the kubelet does not take it, although it is there: Docker from 25 on leaves out the size that dockershim (Kubernetes up to 1.23) and cri-dockerd up to 0.3.9 read',
    'Compare `docker version` with `cri-dockerd --version`: to Docker from 25 on belongs cri-dockerd from 0.3.10 on; to Kubernetes up to 1.23 without cri-dockerd, Docker 24 or older.',
  ],
  [
    ['ErrImageNeverPull', 'never pull', 'policy of Never'],
    'the pod may not pull it (imagePullPolicy: Never) and it is not on this node',
    'Load it on this node, or set `imagePullPolicy: IfNotPresent`.',
  ],
  [
    ['InvalidImageName', 'invalid reference format', "couldn't parse image"],
    'its name is not the name of an image',
    'Correct the name of the image in the pod.',
  ],
  TOO_MANY,
  [
    // github.com/containers/image, signature/policy_eval_signedby.go and internal/signature: CRI-O's.
    [
      'Source image rejected: ',
      'A signature was required, but no signature exists',
      /parsing signature (?!.{0,400}0x3c)/s,
    ],
    'its signature is missing, cannot be read, or is of nobody whom the policy of this node accepts',
    'See what the policy asks for, and where signatures are looked for: `cat /etc/containers/policy.json`, `cat /etc/containers/registries.d/*`.',
  ],
  REFUSED,
  [
    ['no space left on device'],
    'there is no room for it on the disk',
    'Make room: `df -h; df -i`, `crictl rmi --prune`.',
  ],
  [
    [word('x509'), word('certificates?'), 'HTTP response to HTTPS', 'tls:'],
    'the certificate or the protocol of the registry does not fit',
    'See what the registry shows: `openssl s_client -connect <registry>:443 -showcerts </dev/null`; let the runtime trust its authority (containerd: `/etc/containerd/certs.d/<registry>/`, docker and CRI-O: `/etc/docker/certs.d/<registry>/`), or correct proxy or mirror.',
  ],
  [
    ['no such host', 'server misbehaving', 'lookup '],
    'the name of the registry is not known to DNS',
    'Try it on the node: `getent hosts <registry>`, and see /etc/resolv.conf.',
  ],
  [
    [
      'connection refused',
      'i/o timeout',
      word('timeout'),
      'no route to host',
      'network is unreachable',
      'connection reset',
      'EOF',
      'deadline exceeded',
      'RegistryUnavailable',
      'Client.Timeout',
      status(502),
      status(503),
      'dial tcp',
    ],
    'the registry cannot be reached from this node',
    'Try it on the node: `curl -v https://<registry>/v2/`; look at proxy, firewall and mirror settings of the runtime.',
  ],
  [
    // containers/image names the first byte of what is no signature: that of a page is `<`.
    ['media type text/html', "invalid character '<' looking for", 'starting with binary 0x3c'],
    'what answered is a web page, not a registry',
    'See which mirror, proxy or page to sign in answers on the node: `curl -sI https://<registry>/v2/`.',
  ],
  [
    [
      'not found',
      'manifest unknown',
      'NotFound',
      'does not exist',
      'name unknown',
      'no match for platform',
      'no matching manifest',
    ],
    'the registry has no such image or tag (or none for this architecture)',
    "Check the image's name, tag and architecture: `skopeo inspect docker://<image>` or the registry's own page.",
  ],
  [
    ['context canceled', 'Canceled'],
    'the pull was broken off, as the pod was deleted meanwhile',
    'Nothing, if the pod was meant to go.',
  ],
];

/** A container of the pod started within this time after the last failure. */
const SOON = seconds(900);

/** Whether a pod that was put off for a while got its image after all. */
function cameAfterAll(view: DiagnosisView, { uid, process, last }: TroubledPod): boolean {
  if (uid === undefined || process === undefined) return false;
  return view.queries
    .eventsBetween(process, last.time, (last.time + SOON) as Instant)
    .some(({ type, pod }) => type === 'ContainerStarted' && pod.uid === uid);
}

/** The images, most lines first. Some lines name the tag that was left out in others, or are cut within the name: that is one image. */
function imagesOf(pods: readonly TroubledPod[]): ReturnType<typeof together> {
  const named = together(pods.map(({ subjects }) => subjects));
  const images = named.filter(
    ({ name }) =>
      !PAGER_MARK.test(name) || !named.some((other) => other.name !== name && other.name.startsWith(name.slice(0, -1))),
  );
  if (images.every(({ name }) => isTagged(name))) return images;
  const tagged = new Set<string>();
  for (const { name } of images)
    for (let at = name.indexOf(':'); at >= 0; at = name.indexOf(':', at + 1)) tagged.add(name.slice(0, at));
  return images.filter(({ name }) => !tagged.has(name));
}

/** Whether the last part of a name has a tag or a digest: no other name is the same with one. */
function isTagged(name: string): boolean {
  return name.includes(':', name.lastIndexOf('/') + 1);
}

export const imagePullFailing: Cause = {
  id: 'image-pull-failing',
  find(view) {
    const pods = troubledPods(view, 'image');
    const stretch = stretchOf(pods);
    const worst = pods[0];
    if (stretch === undefined || worst === undefined) {
      const ofCalls = byCalls(view);
      return ofCalls.length > 0 ? ofCalls : ofPlugInAlone(view);
    }
    const count = linesOf(pods);
    const images = imagesOf(pods);
    const reason = mostNamed(
      REASONS,
      pods.flatMap(({ text, reasons, count }) => [text, ...reasons.keys()].map((said) => ({ text: said, count }))),
    );
    const passing = pods.length <= 3 && pods.every((pod) => spread(pod) < seconds(300) && cameAfterAll(view, pod));
    const putOff = pods.some(({ reasons }) => reasons.has('ImagePullBackOff'));
    const known = worst.pod !== 'unknown pod';
    const isThere = pods.every(({ reasons }) => [...reasons.keys()].join() === 'ImageInspectError');
    const done = isThere ? 'inspected' : 'pulled';
    const refused = nodeTroubles(view, 'image-credentials');
    const lastRefused = refused.at(-1);
    const noSecrets = reason === REFUSED || reason === TOO_MANY ? secretsNotRead(view, pods) : [];
    const lastSecret = noSecrets.at(-1);
    return [
      makeFinding('image-pull-failing', {
        weight: 'pods',
        confidence: passing || (count < 2 && !putOff) ? 'low' : worst.count >= 3 ? 'high' : 'medium',
        title: passing
          ? 'An image was fetched only after a failed try'
          : `${images.length > 0 ? `Image${images.length > 1 ? 's' : ''} ${namesText(images)}` : 'Images'} could not be ${done}`,
        explanation:
          `${amountText(view, count, stretch.first, stretch.last, 'say')} that images ${known ? `of ${plural(pods.length, 'pod')} ` : ''}could not be ${done}${known ? `: ${podsText(pods)}` : ''}. ` +
          `${reason === undefined ? '' : `As the text says, ${reason[1]}${quoted([...pods.filter(({ text }) => reasonOf(REASONS, text) === reason), ...pods])}. `}${lastRefused === undefined ? '' : `${amountOf(view, refused, 'tell')} that the plug-in that gives the kubelet credentials for the registry failed, so it asked without any: "${bothEnds(lastRefused.text, 240)}". `}${lastSecret === undefined ? '' : `${amountOf(view, noSecrets, 'tell')} that a pull secret could not be read, so the kubelet asked without it: "${shorten(lastSecret.text, 240)}". `}${passing ? 'Its container started soon after.' : isThere ? 'The kubelet asks the runtime again and again; until it gets an answer those containers do not start.' : 'The kubelet tries again after a wait that doubles up to five minutes (ImagePullBackOff); until then those containers do not start. That is no fault of the node, unless every image fails.'}`,
        nextSteps: namedSteps(
          [
            ...(lastRefused === undefined ? [] : [PLUG_IN]),
            ...(lastSecret === undefined ? [] : [SECRET]),
            ...(reason === REFUSED && lastRefused === undefined ? ofRegistry(images[0]?.name) : []),
            ...(reason === undefined ? [] : [reason[2]]),
            `Try it on the node: \`crictl ${isThere ? 'inspecti' : 'pull'} <image>\`.`,
            EVENTS_OF_POD,
          ],
          { pod: worst.pod, image: images[0]?.name, registry: registryOf(images[0]?.name) },
        ),
        timedBy: [stretch.first, stretch.last],
        evidence: firstAndLast(pods.slice(0, 4)).concat(refused.slice(-2), noSecrets.slice(-1)),
      }),
    ];
  },
};

/** Lines about a pull secret of these pods. */
function secretsNotRead(view: DiagnosisView, pods: readonly TroubledPod[]): readonly NodeTroubleFact[] {
  const names = new Set(pods.map(({ pod }) => pod));
  return nodeTroubles(view, 'pull-secret').filter(({ subject }) => subject !== undefined && names.has(subject));
}

/** So many failed pulls are no passing fault of a registry. */
const SEVERAL = 3;

/** Only the failed call says it, as where a piece ends right behind it; one that did not answer, or whose runtime was away, is told elsewhere. What the runtime says itself of a time-out or of a connection is about the registry. */
function byCalls(view: DiagnosisView): readonly RankedFinding[] {
  const calls = view.facts.fitting(
    'runtime-call-failed',
    ({ method, error }) =>
      method === 'PullImage' && (classifyRuntimeError(error) === 'refused' || answeredTimeout(error)),
  );
  const last = calls.at(-1);
  if (last === undefined) return [];
  const { text } = last.error;
  const image = imageOfPull(text);
  const reason = reasonOf(REASONS, text);
  return [
    makeFinding('image-pull-failing', {
      weight: 'pods',
      confidence: calls.length >= SEVERAL ? 'medium' : 'low',
      title: `${image === undefined ? 'Images' : `Image ${image}`} could not be pulled`,
      explanation: `${amountOf(view, calls, 'say')} that images could not be pulled. ${reason === undefined ? 'The text' : `As the text says, ${reason[1]}`}: "${bothEnds(text, 240)}".`,
      nextSteps: namedSteps(
        [...(reason === REFUSED ? ofRegistry(image) : []), ...(reason === undefined ? [] : [reason[2]]), TRY_IT],
        { image, registry: registryOf(image) },
      ),
      timedBy: calls,
      evidence: [...calls.slice(0, 3), ...calls.slice(3).slice(-1)],
    }),
  ];
}

/** Without a line of a pod, or of the call. */
function ofPlugInAlone(view: DiagnosisView): readonly RankedFinding[] {
  const lines = nodeTroubles(view, 'image-credentials');
  const last = lines.at(-1);
  if (last === undefined) return [];
  return [
    makeFinding('image-pull-failing', {
      weight: 'pods',
      confidence: lines.length >= SEVERAL ? 'medium' : 'low',
      title: 'The plug-in that gives the kubelet credentials for a registry failed',
      explanation: `${amountOf(view, lines)}: "${bothEnds(last.text, 240)}". The kubelet asks for the image without credentials then, and a registry that wants some does not give it.${/no such file or directory/.test(last.text) ? ' A program that is there, and yet said not to be, wants a loader or libraries that the node has not: it was built for another system.' : ''}`,
      nextSteps: [PLUG_IN],
      timedBy: lines,
      evidence: [...lines.slice(0, 3), ...lines.slice(3).slice(-1)],
    }),
  ];
}

const TRY_IT = 'Try it on the node: `crictl pull <image>`.';

const SECRET =
  'See whether the pull secret is there, in the namespace of the pod: `kubectl -n <namespace> get secrets`; `kubectl create secret docker-registry` makes one.';

const PLUG_IN =
  'See which plug-in the kubelet asks, and what is wrong with it: `systemctl cat kubelet | grep image-credential-provider`; that of a cloud needs the role of the machine and a way to the metadata service.';

/** The text that says why, not that it is put off. */
function quoted(pods: readonly TroubledPod[]): string {
  const text = pods.find((pod) => pod.text !== '' && !/^"?back-off/i.test(pod.text))?.text;
  return text === undefined ? '' : `: "${shorten(text.replaceAll('\\"', '"').trim().replace(/^"|"$/g, ''), 240)}"`;
}
