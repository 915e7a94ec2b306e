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

/** A setting with its default. */
export interface Setting {
  readonly name: SettingName;
  readonly flag: string;
  readonly defaultText: string;
}

/** All settings the product looks at, each with what it is and where its default is written in Kubernetes. */
export const SETTINGS: readonly Setting[] = [
  // How long a runtime call may take before the kubelet gives it up. apis/config/v1beta1/defaults.go, 1.8–1.36
  { name: 'runtimeRequestTimeout', flag: 'runtime-request-timeout', defaultText: '2m0s' },
  // How often the kubelet computes the status of its node. apis/config/v1beta1/defaults.go, 1.8–1.36
  { name: 'nodeStatusUpdateFrequency', flag: 'node-status-update-frequency', defaultText: '10s' },
  // How often an unchanged node status is sent. apis/config/v1beta1/defaults.go, 1.14–1.36
  { name: 'nodeStatusReportFrequency', flag: 'node-status-report-frequency', defaultText: '5m0s' },
  // How often a pod is compared with its specification without any event. apis/config/v1beta1/defaults.go, 1.8–1.36
  { name: 'syncFrequency', flag: 'sync-frequency', defaultText: '1m0s' },
  // Feature gate EventedPLEG: container events come from a stream of the runtime. pkg/features/kube_features.go, 1.26–1.36 (alpha or beta, off in all)
  { name: 'eventedPLEG', flag: 'feature-gates', defaultText: 'false' },
  // Feature gate PLEGOnDemandRelist: after a sync of a pod only this pod is relisted at once. pkg/features/kube_features.go, 1.36 (beta, on)
  { name: 'plegOnDemandRelist', flag: 'feature-gates', defaultText: 'true' },
  // The socket of the container runtime. apis/config/v1beta1/defaults.go, 1.27–1.36; before a flag without this default
  {
    name: 'containerRuntimeEndpoint',
    flag: 'container-runtime-endpoint',
    defaultText: 'unix:///run/containerd/containerd.sock',
  },
  // How many pods the node takes. apis/config/v1beta1/defaults.go, 1.8–1.36
  { name: 'maxPods', flag: 'max-pods', defaultText: '110' },
  // How much the kubelet logs; the lines of PLEG events need 2, every relist needs 5. klog flags
  { name: 'verbosity', flag: 'v', defaultText: '0' },
];

/** Default of `runtimeRequestTimeout`: calls that stream (logs, exec) take no part in it. */
export const DEFAULT_RUNTIME_REQUEST_TIMEOUT: Duration = seconds(120);

/** Default of `nodeStatusUpdateFrequency`. */
export const DEFAULT_NODE_STATUS_UPDATE_FREQUENCY: Duration = seconds(10);

/** Default of `syncFrequency`. */
export const DEFAULT_SYNC_FREQUENCY: Duration = seconds(60);
