/**
 * probes-failing: probes of containers fail. Sign: `Probe failed`, `Liveness probe … failed`. A container that starts answers its probes late, so single lines and those of
 * start-up and readiness probes within two minutes count little. Medium for three liveness failures of a container or ten of another kind over two minutes, high for ten
 * liveness failures or five pods.
 */
import { seconds } from '../../../kubelet/time.ts';
import { type Cause, firstAndLast, makeFinding, plural, type RankedFinding } from '../../cause.ts';
import { shorten } from '../../words/factText.ts';
import { amountOf, amountText, linesOf, namesText, podsText, together } from '../../words/amountText.ts';
import { spread, stretchOf, type TroubledPod, troubledPods } from '../../signs/podTroubles.ts';
import { classifyRuntimeError } from '../../signs/runtimeErrors.ts';
import type { DiagnosisView } from '../../view.ts';
import { COMMAND_MISSING, COMMAND_NOT_RUN, GONE, NO_ROUTE } from '../../../messages/texts/probeOutput.ts';
import { namedSteps } from '../../tools/namedSteps.ts';

const A_START = seconds(120);

/** So many lines are not those of a pod that is just taken down. */
const SEVERAL = 3;

function ofLiveness({ reasons }: TroubledPod): number {
  return reasons.get('liveness') ?? 0;
}

/** Probes of a container that is just starting. */
function isStarting(pod: TroubledPod): boolean {
  return (
    ofLiveness(pod) === 0 && (spread(pod) < A_START || [...pod.reasons.keys()].every((kind) => kind === 'startup'))
  );
}

/** A piece too short to tell a start from a lasting failure, in which a probe fails all the while. */
function isThroughout({ history: { span } }: DiagnosisView, pod: TroubledPod): boolean {
  if (span === undefined || pod.count < 3) return false;
  const length = span.to - span.from;
  return length < A_START && spread(pod) >= length * 0.8;
}

const FEW_RECORDS = 20;
const FEW_SECONDS = seconds(30);

/** A few lines that somebody picked out, and no start: what they tell is what they were picked for. */
function isShortPiece({ history: { span, counts, processes } }: DiagnosisView): boolean {
  return (
    span !== undefined &&
    span.to - span.from < FEW_SECONDS &&
    counts.records <= FEW_RECORDS &&
    processes.every(({ startedInLog }) => !startedInLog)
  );
}

export const probesFailing: Cause = {
  id: 'probes-failing',
  find(view) {
    const all = troubledPods(view, 'probe');
    const ofTheNode = linesOf(all.filter(({ text }) => isOfTheNode(text))) >= SEVERAL;
    const lasting = all.filter((pod) => !isStarting(pod) || (ofTheNode && isOfTheNode(pod.text)));
    const picked = isShortPiece(view);
    // Of a pod that starts, a handful is normal.
    const pods =
      lasting.length > 0
        ? lasting
        : all.filter((pod) => pod.count >= 5 || isThroughout(view, pod) || (picked && isOfContainer(pod)));
    const stretch = stretchOf(pods);
    if (stretch === undefined) return all.length > 0 ? [] : ofCommands(view);
    const count = linesOf(pods);
    const liveness = pods.reduce((most, pod) => Math.max(most, ofLiveness(pod)), 0);
    const withLiveness = pods.filter((pod) => ofLiveness(pod) > 0).length;
    const kinds = together(pods.map(({ reasons }) => reasons));
    const why = together(pods.map(({ text, count: lines }) => new Map([[text, lines]]))).filter(
      ({ name }) => name !== '' && name !== 'its own output',
    );
    const [meaning, step] =
      (why[0]?.name === 'HTTP status 503' && pods.every(isClusterDns) ? DNS_NOT_READY : undefined) ??
      MEANINGS.get(why[0]?.name ?? '') ??
      [];
    const medium = lasting.length > 0 && (liveness >= 3 || lasting.some((pod) => pod.count >= 10));
    return [
      makeFinding('probes-failing', {
        weight: 'pods',
        confidence: lasting.length > 0 && (liveness >= 10 || withLiveness >= 5) ? 'high' : medium ? 'medium' : 'low',
        title:
          count === 1 && kinds.length === 1
            ? `A ${namesText(kinds)} probe of ${pods[0]?.pod ?? 'a pod'} failed`
            : `${capital(namesText(kinds))} probes of ${pods.length === 1 ? (pods[0]?.pod ?? 'a pod') : plural(pods.length, 'pod')} fail`,
        explanation:
          `${amountText(view, count, stretch.first, stretch.last, 'report')} failed probes: ${podsText(pods)}.${why.length > 0 ? ` Mostly: ${namesText(why)}.` : ''} ` +
          `${liveness > 0 ? 'A container that fails its liveness probe (three times by default) is killed and started again. ' : ''}${kinds.every(({ name }) => name === 'startup') ? 'A container that does not pass its startup probe in time is killed and started again. ' : liveness === 0 || kinds.some(({ name }) => name === 'readiness') ? 'A container that fails its readiness probe gets no traffic. ' : ''}` +
          (meaning ??
            (pods.length >= 5
              ? 'So many pods at once point at the node, its load or its network, rather than at the applications.'
              : pods.length > 1
                ? 'So few pods point at their application, if it is one; else at what they share.'
                : 'One pod alone points at its application.')),
        nextSteps: namedSteps(
          [
            ...(step === undefined ? [] : [step]),
            ...(pods.length >= 5 && step === undefined
              ? ['Look at load, memory and disks: `uptime`, `vmstat 1 5`, `iostat -x 1 5`.']
              : []),
            'See the probe and what it answers: `kubectl -n <namespace> describe pod <pod>`; try it on the node: `curl -m 2 http://<pod ip>:<port>/<path>`.',
            ...(pods.length >= 5 || step !== undefined
              ? []
              : [
                  'If the application only needs longer: raise `timeoutSeconds` and `failureThreshold`, or give it a startup probe.',
                ]),
          ],
          { pod: pods[0]?.pod },
        ),
        timedBy: [stretch.first, stretch.last],
        evidence: firstAndLast(pods.slice(0, 4)),
      }),
    ];
  },
};

/** Only the call that runs the command of a probe or hook is there, and it ran into its time-out (`ExecSync`, by default one second for a probe). */
function ofCommands(view: DiagnosisView): readonly RankedFinding[] {
  const calls = view.facts
    .all('runtime-call-failed')
    .filter(({ method, error }) => method === 'ExecSync' && classifyRuntimeError(error) === 'timed-out');
  const last = calls.at(-1);
  if (last === undefined) return [];
  return [
    makeFinding('probes-failing', {
      weight: 'pods',
      confidence: 'low',
      title: 'A command that the kubelet runs in a container, mostly a probe, did not end in time',
      explanation: `${amountOf(view, calls, 'say')} so: "${shorten(last.error.text, 200)}". A command of a probe or hook that takes longer than its timeout counts as failed. Where no other call to the runtime fails, it is the command, or the load of its container, that is slow.`,
      nextSteps: [
        'See which probe or hook runs a command, and its `timeoutSeconds`: `kubectl -n <namespace> get pod <pod> -o yaml | grep -A8 exec:`.',
        'Time the command by hand: `time kubectl -n <namespace> exec <pod> -- <command>`.',
      ],
      timedBy: calls,
      evidence: [...calls.slice(0, 3), ...calls.slice(-1)],
    }),
  ];
}

/** Not of the application, so it does not pass with its start. */
function isOfTheNode(text: string): boolean {
  return text === NO_ROUTE || text === COMMAND_NOT_RUN;
}

/** What runs in the container answered, or its port: of one that is just taken down nothing does. */
function isOfContainer({ text }: TroubledPod): boolean {
  return text !== GONE && !isOfTheNode(text);
}

/** What it means that most of them failed in this way, and what to do. */
const MEANINGS: ReadonlyMap<string, readonly [meaning: string, step: string]> = new Map([
  [
    NO_ROUTE,
    [
      'That is the network of pods on this node (its plug-in, a route or a firewall), or the pods were just taken down; not their application.',
      'Look at the network plug-in on this node: `kubectl get pods -A -o wide --field-selector spec.nodeName=<node>`, `ip route`, `ip -br link`.',
    ],
  ],
  [
    COMMAND_NOT_RUN,
    [
      'The application was not asked at all: the runtime could not start the command in the container, as when the shim that holds the container is gone.',
      'See whether the container has its shim: `crictl ps`, `ps -ef | grep containerd-shim`; delete the pod if it has none. For the rest see the log of the runtime.',
    ],
  ],
  [
    'HTTP status 401',
    [
      'What answers wants to know who asks, and probes bring no credentials.',
      'Let everybody ask that path. Of kube-apiserver it is `--anonymous-auth=false` that keeps the probes of its static pod out; from Kubernetes 1.32 on its AuthenticationConfiguration can leave /livez, /readyz and /healthz open alone.',
    ],
  ],
  [
    COMMAND_MISSING,
    [
      'The probe asks for a program that the image does not have.',
      'Correct the command of the probe, or put the program into the image.',
    ],
  ],
]);

/** The pods of the cluster's DNS: kubeadm and most others, OpenShift, old ones. */
function isClusterDns({ pod }: TroubledPod): boolean {
  return /^[\w-]{1,63}\/(?:rke2-)?(?:coredns|dns-default|kube-dns)\b/.test(pod);
}

/** The plugin `ready` of CoreDNS answers 503 while another one is not ready; of those in use only `kubernetes` waits for something (coredns issues 3411, 5326). */
const DNS_NOT_READY = [
  'CoreDNS answers 503 until it has read the services of the cluster: mostly its pod does not reach the API server, and then other pods of this node do not either; else it may not read them. Meanwhile it answers no names of the cluster.',
  'See what it waits for: `kubectl -n <namespace> logs <pod>` (it names the plug-in, and its errors the address), and whether the network plug-in and kube-proxy run on this node: `kubectl get pods -A -o wide --field-selector spec.nodeName=<node>`.',
] as const;

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
