/**
 * config-invalid: the kubelet does not understand its flags, its configuration file or its kubeconfig, and ends. Sign: its last words. High. Or it cannot put its Node object or its status together: medium. Sources: cmd/kubelet/app/server.go,
 * pkg/kubelet/kubeletconfig, pkg/kubelet/apis/config/validation; which flags went with which version: the changelogs (CHANGELOG-1.12, 1.15, 1.24, 1.27, 1.31, 1.34, 1.35).
 */
import { MADE_BY_KUBEADM } from '../../tools/commonSteps.ts';
import type { KubeletExitFact, NodeTroubleFact, StartupFailedFact } from '../../../messages/fact.ts';
import { grouped } from '../../../kubelet/groups.ts';
import type { Cause, RankedFinding } from '../../cause.ts';
import { nodeTroubles } from '../../signs/exits.ts';
import { type Ends, endsOf, severalAre, troubleFinding } from '../../signs/troubleFinding.ts';
import { FLAG_FILES } from '../../tools/flagFiles.ts';
import { quoting } from '../../words/lastWords.ts';
import { hasItJoined, seeWhoMayRead } from '../../tools/commands.ts';
import { CREDENTIAL_PLUGINS, NO_ENDPOINT_WORDS, OTHER_RESERVED } from '../../../messages/texts/exitCause.ts';
import type { DiagnosisView } from '../../view.ts';

/** Flags that kubelets were given on many nodes, and the version that does not have them any more. */
const REMOVED_FLAGS: ReadonlyMap<string, string> = new Map([
  ['cadvisor-port', '1.12'],
  ['allow-privileged', '1.15'],
  ['network-plugin', '1.24'],
  ['cni-bin-dir', '1.24'],
  ['cni-conf-dir', '1.24'],
  ['image-pull-progress-deadline', '1.24'],
  ['container-runtime', '1.27'],
  ['keep-terminated-pod-volumes', '1.31'],
  ['cloud-config', '1.34'],
  ['pod-infra-container-image', '1.35'],
]);

/** What is wrong, as the answer says it. */
interface Fault {
  readonly title: string;
  readonly meaning: string;
  readonly step: string;
  /** Whether it stands in the file that the error names. */
  readonly inFile: boolean;
}

export const configInvalid: Cause = {
  id: 'config-invalid',
  find(view) {
    const lines = nodeTroubles(view, 'config');
    const faults = endsByFault(endsOf(view, 'config'));
    if (faults.length === 0) return finding(view, faultOfLines(lines), undefined, lines, undefined);
    // What was mended and gave way to the next is told after that, with its own lines.
    return faults.flatMap((ends, index) => {
      const words = (ends.exits.at(-1) ?? ends.starts.at(-1))?.text ?? '';
      return finding(view, faultOf(words), words, index === 0 ? lines : [], ends);
    });
  },
};

function finding(
  view: DiagnosisView,
  { title, meaning, step, inFile }: Fault,
  words: string | undefined,
  lines: readonly NodeTroubleFact[],
  ends: Ends | undefined,
): readonly RankedFinding[] {
  return troubleFinding(
    view,
    {
      id: 'config-invalid',
      what: 'config',
      exit: 'config',
      title,
      meaning,
      nextSteps: [
        step,
        ...(inFile ? [fileStep(words ?? '')] : []),
        'Compare with a good node of the same version, then `systemctl restart kubelet`.',
      ],
      confidence: severalAre(1, 'medium'),
      weight: () => 'cause',
    },
    lines,
    ends,
  );
}

/** More than a few faults in one log are no course of mending. */
const MOST_FAULTS = 5;

/** What was wrong, by the ends for each, the last one first: who mends one fault of a configuration meets the next. */
function endsByFault({ exits, starts }: Ends): readonly Ends[] {
  return exits.length > 0
    ? byFault(exits).map((ofFault) => ({ exits: ofFault, starts: [] }))
    : byFault(starts).map((ofFault) => ({ exits: [], starts: ofFault }));
}

function byFault<Of extends KubeletExitFact | StartupFailedFact>(facts: readonly Of[]): readonly (readonly Of[])[] {
  // What is cut of the words, or told anew, is no other fault.
  const groups = grouped([...facts].reverse(), ({ text }) => faultOf(text).title.split(': "', 1)[0]);
  return [...groups.values()].slice(0, MOST_FAULTS).map((group) => group.reverse());
}

/** It exits before it does anything. */
const EXITS =
  'It exits before it does anything, is started again and exits again; the node stays NotReady until the flag or file is corrected.';

const FOREIGN_LABELS: Fault = {
  title: 'The kubelet does not start, for it is told to give its node labels that it may not give',
  meaning: `${EXITS} Labels of kubernetes.io and k8s.io are given by the control plane; from Kubernetes 1.16 on a kubelet may set only a few of them, those of node-role.kubernetes.io are not among them.`,
  step: `Take them out of \`--node-labels\` where they stand: \`systemctl cat kubelet\`, \`${FLAG_FILES}\`, then \`systemctl daemon-reload\` and \`systemctl restart kubelet\`; give them from outside: \`kubectl label node <node> node-role.kubernetes.io/worker=\`.`,
  inFile: false,
};

/** The same, where neither a flag nor a file has to be corrected first. */
const MEANWHILE =
  'It exits before it does anything, is started again and exits again; the node stays NotReady meanwhile.';

const CLOUD: Fault = {
  title: 'The kubelet does not start, for its cloud provider fails',
  meaning: `${MEANWHILE} What it asks of the cloud at its start failed: the machine has no role or credentials for it, does not reach it, or is not the one that the name says.`,
  step: 'See that the machine has its role, and that the cloud answers it: `curl -m 5 http://169.254.169.254/`; which settings the kubelet has for it: `systemctl cat kubelet | grep cloud`.',
  inFile: false,
};

/** Where a cloud is asked at an address of its own (OpenStack, vSphere), as client and dialer name it. */
const ASKED = /\b(?:Get|Post) \\?"?(https?:\/\/[\w.:[\]-]{1,253})(?![\w.>…-])|\bdial tcp ([\w.:[\]-]{1,253}?): /;
const METADATA = '169.254.169.254';

function cloudFault(words: string): Fault {
  const [, url, address] = ASKED.exec(words) ?? [];
  const asked = url ?? address;
  return asked === undefined || asked.includes(METADATA)
    ? CLOUD
    : {
        ...CLOUD,
        step: `See that the node reaches what it asks: \`curl -k -m 10 ${url ?? `https://${asked}`}\`, and that its settings and credentials for the cloud are right: \`systemctl cat kubelet | grep cloud\` tells their file.`,
      };
}

const NO_NODE: Fault = {
  title: 'The kubelet cannot put its Node object together, so it does not register the node',
  meaning:
    'It tries again every few seconds, and runs no pods of the API server meanwhile. Mostly the cloud does not know a machine of this name, or does not answer.',
  step: 'Compare the name of the node (`hostname`, `--hostname-override`) with that of the machine in the cloud, see that the machine has its role, and that the cloud answers it: `curl -m 5 http://169.254.169.254/`; which settings the kubelet has for it: `systemctl cat kubelet | grep cloud`.',
  inFile: false,
};

const NO_ADDRESS: Fault = {
  title: 'The kubelet cannot report the status of the node, for its cloud provider does not tell the address',
  meaning:
    'It tries again every few seconds; running pods keep running. Up to Kubernetes 1.13, without leases, the control plane marks the node Unknown after 40s, which shows as NotReady. Mostly the cloud does not know a machine of this name, or does not answer.',
  step: NO_NODE.step,
  inFile: false,
};

const NO_ENDPOINT: Fault = {
  title: 'The kubelet does not start, for it is not told the socket of its container runtime',
  meaning: `${EXITS} Up to Kubernetes 1.23 a kubelet without that setting used docker; from 1.24 on it has no other way to a runtime.`,
  step: `Name the socket, \`--container-runtime-endpoint=unix:///run/containerd/containerd.sock\` (CRI-O: \`unix:///var/run/crio/crio.sock\`; docker with cri-dockerd: \`unix:///run/cri-dockerd.sock\`), where the other flags stand: \`systemctl cat kubelet\`, \`${FLAG_FILES}\`; from 1.27 on \`containerRuntimeEndpoint\` of the configuration does the same.`,
  inFile: false,
};

const NO_RESERVED_CPU: Fault = {
  title: 'The kubelet does not start, for its CPU manager (static) needs a processor that is reserved',
  meaning: `${EXITS} Under the policy "static" some processors are kept from containers, for the system and the kubelet itself; none are reserved.`,
  step: 'Reserve some in `/var/lib/kubelet/config.yaml`: `cpu` of `kubeReserved` or `systemReserved`, or `reservedSystemCPUs`; then `systemctl restart kubelet`.',
  inFile: false,
};

const RESERVED_MEMORY: Fault = {
  title:
    'The kubelet does not start, for its memory manager (Static) is told to reserve another amount than the kubelet',
  meaning: `${EXITS} Under the policy "Static" \`reservedMemory\` has to be, over all NUMA nodes, what \`kubeReserved\`, \`systemReserved\` and \`evictionHard\` keep free together: of huge pages mostly nothing.`,
  step: 'Compare them: `grep -A9 -E "reservedMemory|kubeReserved|systemReserved|evictionHard" /var/lib/kubelet/config.yaml`.',
  inFile: false,
};

const NO_CREDENTIAL_PLUGINS: Fault = {
  title: 'The kubelet does not start, for it cannot use what it is told of plug-ins for the credentials of registries',
  meaning: `${EXITS} The file that tells of them is not there, has a fault or a version that this kubelet does not know (kubelet.config.k8s.io/v1 needs Kubernetes 1.26), or a program that it names is not there.`,
  step: 'See which file and folder it is given, and what they hold: `systemctl cat kubelet | grep image-credential-provider`. Each provider of the file needs its program in the folder, and `name`, `apiVersion`, `matchImages` and `defaultCacheDuration`.',
  inFile: false,
};

const UNKNOWN_MACHINE: Fault = {
  title: 'The kubelet does not start, for its cloud provider does not know this machine',
  meaning: `${MEANWHILE} Mostly the node has another name than the machine in the cloud, or that machine is in another project, zone or network than the settings say.`,
  step: NO_NODE.step,
  inFile: false,
};

const NO_RESERVED =
  /unable to determine reserved CPU resources for static policy|static policy requires systemreserved\.cpu \+ kubereserved\.cpu to be greater than zero/i;

/** What is wrong where no kubelet ended for it. */
function faultOfLines(lines: readonly NodeTroubleFact[]): Fault {
  return lines.every(({ text }) => text.includes('updating node status')) ? NO_ADDRESS : NO_NODE;
}

const SOMETHING = 'The kubelet does not start with its flags or configuration';

/** By what is wrong, from the last words of a kubelet that ended for it. */
function faultOf(words: string): Fault {
  // cmd/kubelet/app/options/options.go, ValidateKubeletFlags.
  if (words.includes('labels specified with --node-labels')) return FOREIGN_LABELS;
  if (words.toLowerCase().includes(CREDENTIAL_PLUGINS)) return NO_CREDENTIAL_PLUGINS;
  if (words.toLowerCase().includes(OTHER_RESERVED)) return RESERVED_MEMORY;
  // cm/cpumanager/cpu_manager.go, NewManager.
  if (NO_RESERVED.test(words)) return NO_RESERVED_CPU;
  // cmd/kubelet/app/server.go, up to 1.30.
  if (words.includes('could not init cloud provider')) return cloudFault(words);
  if (NO_ENDPOINT_WORDS.some((said) => words.includes(said))) return NO_ENDPOINT;
  if (words.includes('from cloud provider'))
    return /not found|no such instance/i.test(words) ? UNKNOWN_MACHINE : cloudFault(words);
  return (
    unknownWord(words) ??
    gatedFault(words) ??
    missingFile(words) ??
    unloadedFile(words) ?? { ...ofFile(quoting(SOMETHING, words)), meaning: EXITS }
  );
}

/** What the system could not open, as Go names it, and why. */
const NOT_OPENED = /\b(?:open|stat) (\/[\w./@-]{1,200}): (\w[\w ]{0,60})/;
const CONFIGURATION: ReadonlySet<string> = new Set(['/var/lib/kubelet/config.yaml', '/etc/kubernetes/kubelet.conf']);

/** A file that its flags name is not there. */
function missingFile(words: string): Fault | undefined {
  const [, file, why] = NOT_OPENED.exec(words) ?? [];
  if (file === undefined || why?.startsWith('no such f') !== true) return undefined;
  return ofOneFile(`The kubelet does not start, for ${file} is not there`, file);
}

/** cmd/kubelet/app/server.go, pkg/kubelet/kubeletconfig/configfiles: of the file only, whatever is said or cut behind it. */
const NOT_LOADED = /\b(?:failed to read kubelet config file \\?"|unable to load client CA file )(\/[\w./@-]{1,200})/;

const OF_KUBEADM = '/var/lib/kubelet/config.yaml';
const LOADED = 'failed to load kubelet config file';
/** What several versions say where the file of kubeadm is not there, until they say why. */
const UNTIL_WHY = `${LOADED}: ${LOADED}, path: ${OF_KUBEADM}, error: ${LOADED} ${OF_KUBEADM}, error failed to read kubelet config file "${OF_KUBEADM}`;

/** What a line says of that file where it is cut before it says why. */
function cutWords(words: string): string | undefined {
  const said = words
    .toLowerCase()
    .replace(/(?:>|…|\.\.\.)$/, '')
    .replaceAll('\\', '');
  const at = said.lastIndexOf(LOADED);
  return at >= 0 && UNTIL_WHY.includes(said.slice(at)) ? said : undefined;
}

/** Its name, unless the line was cut within it, with a mark or without. */
function wholeName(found: RegExpExecArray | null): string | undefined {
  const file = found?.[1];
  if (found === null || file === undefined) return undefined;
  const isEnd = /^[>…]?$/.test(found.input.slice(found.index + found[0].length));
  return isEnd && !/\.(?:crt|pem|ya?ml|json|conf)$/.test(file) ? undefined : file;
}

/** A file that could not be read, or holds something else. */
function unloadedFile(words: string): Fault | undefined {
  const cut = cutWords(words);
  const file =
    cut !== undefined && /\/var\/lib\/kubelet\/(?:c|$)/.test(cut) ? OF_KUBEADM : wholeName(NOT_LOADED.exec(words));
  if (cut === undefined && file === undefined) return undefined;
  const known = ofOneFile(
    file === undefined ? SOMETHING : `The kubelet does not start, for it cannot load ${file}`,
    file ?? OF_KUBEADM,
  );
  // The file is there.
  if (file !== undefined && words.includes('permission denied'))
    return {
      ...known,
      step: seeWhoMayRead(file),
    };
  if (!words.includes('client CA')) return known;
  return {
    ...known,
    step: `See what the file holds: \`openssl x509 -noout -subject -enddate -in ${file}\`, and that it is the CA of this cluster.`,
    inFile: false,
  };
}

/** pkg/kubelet/apis/config/validation/validation.go, of a field that stands in the file of a newer kubelet and needs a gate that this one has off. */
const NEEDS_GATE =
  /\bFeatureGate ([A-Za-z][A-Za-z0-9]{0,79}) not enabled|\bif (?:the )?([A-Za-z][A-Za-z0-9]{0,79}) feature ?gate is not enabled|\b(?:requires feature gate|cannot be set when) ([A-Za-z][A-Za-z0-9]{0,79})\b/;

/** A setting that another version has, or a gate allows. */
function gatedFault(words: string): Fault | undefined {
  const found = NEEDS_GATE.exec(words);
  const gate = found?.[1] ?? found?.[2] ?? found?.[3];
  if (gate === undefined) return undefined;
  return {
    ...ofFile(`The kubelet does not start, for its configuration sets what only the feature gate ${gate} allows`),
    meaning: `${EXITS} Such a gate is on by default in newer versions: mostly the configuration was written for a newer kubelet than this one, as by kubeadm of a control plane that was upgraded first.`,
    step: 'Take the settings that the error names out of `/var/lib/kubelet/config.yaml`, or give the node the kubelet for which they were written: `kubelet --version`, `kubectl version`.',
  };
}

function fileStep(words: string): string {
  const file = NOT_OPENED.exec(words)?.[1];
  if (file === undefined || CONFIGURATION.has(file))
    return `Look at the file that the error names: \`/var/lib/kubelet/config.yaml\`${MADE_BY_KUBEADM}, \`/etc/kubernetes/kubelet.conf\`.`;
  return file.startsWith('/etc/kubernetes/')
    ? `Look at the file that the error names: \`ls -l ${file}\`; \`kubeadm init\` and \`kubeadm join\` make what stands below /etc/kubernetes.`
    : `Look at the file that the error names: \`ls -l ${file}\`.`;
}

function ofFile(title: string): Fault {
  return {
    title,
    meaning: `${EXITS} After an upgrade it is mostly a flag or feature gate that the new version no longer has.`,
    step: `See with which flags it runs: \`systemctl cat kubelet\`, \`${FLAG_FILES}\`.`,
    inFile: true,
  };
}

/** The same of a file that is not there or not read; those of kubeadm are there once a node has joined. */
function ofOneFile(title: string, file: string): Fault {
  const known = ofFile(title);
  return { ...known, meaning: EXITS, step: CONFIGURATION.has(file) ? hasItJoined(file) : known.step };
}

/** What the last words name and nobody knows (spf13/pflag, component-base/featuregate); names of other characters are nobody's flag, and no part of a command. */
function unknownWord(words: string): Fault | undefined {
  const bare = /\bunknown flag: --([a-z0-9][a-z0-9_-]{0,79})(?![\w…>-])/.exec(words)?.[1];
  if (bare !== undefined) {
    const flag = `--${bare}`;
    const goneSince = REMOVED_FLAGS.get(bare.replaceAll('_', '-'));
    const known = ofFile(`The kubelet does not know its flag ${flag}, so it does not start`);
    return {
      ...known,
      ...(goneSince === undefined ? {} : { meaning: `${EXITS} Kubernetes ${goneSince} removed this flag.` }),
      step: `Take ${flag} out where it stands: \`systemctl cat kubelet\`, \`${FLAG_FILES}\`; then \`systemctl daemon-reload\` and \`systemctl restart kubelet\`.`,
      inFile: false,
    };
  }
  const gate = /\bunrecognized (?:feature gate|key): ([A-Za-z][A-Za-z0-9]{0,79})(?![\w…>-])/.exec(words)?.[1];
  if (gate === undefined) return undefined;
  return {
    ...ofFile(`The kubelet does not know its feature gate ${gate}, so it does not start`),
    step: `Take ${gate} out of the feature gates where they stand: \`grep -A20 featureGates /var/lib/kubelet/config.yaml\`, \`systemctl cat kubelet\`, \`${FLAG_FILES}\`; then \`systemctl restart kubelet\`.`,
  };
}
