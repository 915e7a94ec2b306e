/** What a what-if can change about a scenario. One table: the command line, the panel's form and the sentences take their words from it. */

export const CHANGE_NAMES = [
  'kubeletVersion',
  'pods',
  'listLatency',
  'inspectLatency',
  'requestTimeout',
  'hungPods',
  'hangLasts',
  'eventedPleg',
  'restartAfter',
] as const;
export type ChangeName = (typeof CHANGE_NAMES)[number];

export interface ChangeRow {
  readonly name: ChangeName;
  /** Behind `--` on the command line. */
  readonly option: string;
  /** What the help calls its value, and values that a shell offers. */
  readonly value: string;
  readonly offers: readonly string[];
  /** In the form. */
  readonly label: string;
  readonly help: string;
}

export const CHANGES: readonly ChangeRow[] = [
  {
    name: 'kubeletVersion',
    option: 'kubelet-version',
    value: 'VERSION',
    offers: ['1.28', '1.31', '1.32', '1.36'],
    label: 'Version of the kubelet',
    help: 'another version of the kubelet, 1.8 to 1.36',
  },
  {
    name: 'pods',
    option: 'pods',
    value: 'N',
    offers: ['30', '110', '250'],
    label: 'Pods',
    help: 'so many pods on the node: each one more does what one of those in the log does',
  },
  {
    name: 'listLatency',
    option: 'list-latency',
    value: 'D',
    offers: ['10ms', '1s', '10s'],
    label: 'Each list call takes',
    help: 'each of the two list calls takes D all the time, instead of hanging or being slow as in the log',
  },
  {
    name: 'inspectLatency',
    option: 'inspect-latency',
    value: 'D',
    offers: ['10ms', '1s', '5s'],
    label: 'The inspection of a pod takes',
    help: 'the inspection of each pod that changed takes D, instead of being slow as in the log',
  },
  {
    name: 'requestTimeout',
    option: 'request-timeout',
    value: 'D',
    offers: ['15s', '30s', '1m', '2m'],
    label: 'Time-out of runtime calls',
    help: 'runtimeRequestTimeout: a call to the runtime is given up after D',
  },
  {
    name: 'hungPods',
    option: 'hung-pods',
    value: 'N',
    offers: ['0', '1', '2', '3'],
    label: 'Pods whose inspection hangs',
    help: 'the inspection of so many pods hangs, 0 for none',
  },
  {
    name: 'hangLasts',
    option: 'hang-lasts',
    value: 'D',
    offers: ['30s', '2m', '5m'],
    label: 'Each hang lasts',
    help: 'each hang of the runtime lasts D from its begin on, 0 for none',
  },
  {
    name: 'eventedPleg',
    option: 'evented-pleg',
    value: 'on|off',
    offers: ['on', 'off'],
    label: 'Evented PLEG',
    help: 'with or without the feature gate EventedPLEG (1.26 and later)',
  },
  {
    name: 'restartAfter',
    option: 'restart-after',
    value: 'D',
    offers: ['5m', '10m'],
    label: 'Restart the kubelet after',
    help: 'the kubelet is restarted D after the begin of the log',
  },
];
