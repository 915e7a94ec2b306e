/** Settings of a kubelet that matter for its timeline, with their defaults (pkg/kubelet/apis/config/v1beta1/defaults.go and the flags of cmd/kubelet). */
import { type Duration, seconds } from './time.ts';

/** Names as in the configuration file; `flag` is the command line's name, as in a `FLAG:` dump. */
type SettingName =
  | 'runtimeRequestTimeout'
  | 'nodeStatusUpdateFrequency'
  | 'nodeStatusReportFrequency'
  | 'syncFrequency'
  | 'eventedPLEG'
  | 'plegOnDemandRelist'
  | 'containerRuntimeEndpoint'
  | 'maxPods'
  | 'verbosity';

/** What a setting is, its default, and where that is written in Kubernetes. */
export interface Setting {
  readonly name: SettingName;
  readonly flag: string;
  readonly unit: 'duration' | 'boolean' | 'number' | 'text';
  readonly defaultText: string;
  readonly meaning: string;
  readonly source: string;
}

/** All settings the product looks at. */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'runtimeRequestTimeout',
    flag: 'runtime-request-timeout',
    unit: 'duration',
    defaultText: '2m0s',
    meaning: 'How long a runtime call may take before the kubelet gives it up.',
    source: 'apis/config/v1beta1/defaults.go, 1.8–1.36',
  },
  {
    name: 'nodeStatusUpdateFrequency',
    flag: 'node-status-update-frequency',
    unit: 'duration',
    defaultText: '10s',
    meaning: 'How often the kubelet computes the status of its node.',
    source: 'apis/config/v1beta1/defaults.go, 1.8–1.36',
  },
  {
    name: 'nodeStatusReportFrequency',
    flag: 'node-status-report-frequency',
    unit: 'duration',
    defaultText: '5m0s',
    meaning: 'How often an unchanged node status is sent.',
    source: 'apis/config/v1beta1/defaults.go, 1.14–1.36',
  },
  {
    name: 'syncFrequency',
    flag: 'sync-frequency',
    unit: 'duration',
    defaultText: '1m0s',
    meaning: 'How often a pod is compared with its specification without any event.',
    source: 'apis/config/v1beta1/defaults.go, 1.8–1.36',
  },
  {
    name: 'eventedPLEG',
    flag: 'feature-gates',
    unit: 'boolean',
    defaultText: 'false',
    meaning: 'Feature gate EventedPLEG: container events come from a stream of the runtime.',
    source: 'pkg/features/kube_features.go, 1.26–1.36 (alpha or beta, off in all)',
  },
  {
    name: 'plegOnDemandRelist',
    flag: 'feature-gates',
    unit: 'boolean',
    defaultText: 'true',
    meaning: 'Feature gate PLEGOnDemandRelist: after a sync of a pod only this pod is relisted at once.',
    source: 'pkg/features/kube_features.go, 1.36 (beta, on)',
  },
  {
    name: 'containerRuntimeEndpoint',
    flag: 'container-runtime-endpoint',
    unit: 'text',
    defaultText: 'unix:///run/containerd/containerd.sock',
    meaning: 'The socket of the container runtime.',
    source: 'apis/config/v1beta1/defaults.go, 1.27–1.36; before a flag without this default',
  },
  {
    name: 'maxPods',
    flag: 'max-pods',
    unit: 'number',
    defaultText: '110',
    meaning: 'How many pods the node takes.',
    source: 'apis/config/v1beta1/defaults.go, 1.8–1.36',
  },
  {
    name: 'verbosity',
    flag: 'v',
    unit: 'number',
    defaultText: '0',
    meaning: 'How much the kubelet logs; the lines of PLEG events need 2, every relist needs 5.',
    source: 'klog flags',
  },
];

/** Default of `runtimeRequestTimeout`: calls that stream (logs, exec) take no part in it. */
export const DEFAULT_RUNTIME_REQUEST_TIMEOUT: Duration = seconds(120);

/** Default of `nodeStatusUpdateFrequency`. */
export const DEFAULT_NODE_STATUS_UPDATE_FREQUENCY: Duration = seconds(10);

/** Default of `syncFrequency`. */
export const DEFAULT_SYNC_FREQUENCY: Duration = seconds(60);
