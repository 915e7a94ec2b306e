/** The lines of failed runtime calls: who called decides which messages follow, the version in which file they are written. */
import type { Nanoseconds } from '../../model/nanoseconds.ts';
import type { EventedKind, NodeObservation } from '../../model/observation.ts';
import type { Line } from './line.ts';
import { line, longPodText, podText, type WordingContext } from './wordingContext.ts';

type CallFailed = Extract<NodeObservation, { kind: 'runtime-call-failed' }>;

export function callFailedLines({ method, caller, error, podUid, id }: CallFailed, c: WordingContext): readonly Line[] {
  switch (method) {
    case 'ListPodSandbox':
      return [
        ...cri(c, 'cri.list-sandbox', { err: error, filter: sandboxFilter(c, caller, podUid) }),
        ...line(c, 'kuberuntime.list-failed.u', { err: error }),
      ];
    case 'ListContainers':
      return [
        ...cri(c, 'cri.list-containers', { err: error, filter: containerFilter(c, caller, podUid) }),
        ...line(c, 'kuberuntime.list-failed.u2', { err: error }),
      ];
    case 'PodSandboxStatus':
      return line(c, 'kuberuntime.sandbox-status-of-pod', {
        err: error,
        podSandboxID: id ?? '',
        pod: inspectedPod(c, podUid ?? ''),
      });
    case 'ContainerStatus':
      return [
        ...cri(c, 'cri.container-status', { err: error, containerID: id ?? '' }),
        ...line(c, 'kuberuntime.container-statuses-failed', { err: error, pod: inspectedPod(c, podUid ?? '') }),
      ];
    case 'Status':
      return cri(c, 'cri.status', { err: error });
    case 'Version':
      return cri(c, 'cri.version', { err: error });
    default:
      return [];
  }
}

/** From 1.31 to 1.35 the errors of the runtime client are logged by a wrapper (cri-client/pkg/internal/log.go). */
function cri(c: WordingContext, name: string, fields: Readonly<Record<string, string>>): Line[] {
  const { minor } = c.profile.version;
  return line(c, name, fields, minor >= 31 && minor <= 35 ? { file: 'log.go', fileLine: 32 } : {});
}

/** In 1.36 the inspection names the pod with its uid (kuberuntime_manager.go). */
function inspectedPod(c: WordingContext, uid: string): string {
  const pod = c.pod(uid);
  return pod !== undefined && (c.profile.version.minor >= 36 || !c.profile.structuredLogging)
    ? longPodText(pod)
    : podText(c, uid);
}

function sandboxFilter({ profile }: WordingContext, caller: CallFailed['caller'], podUid: string | undefined): string {
  const protobuf = profile.version.minor >= 36;
  if (podUid !== undefined)
    return protobuf
      ? `label_selector:{key:"io.kubernetes.pod.uid" value:"${podUid}"}`
      : `&PodSandboxFilter{Id:,State:nil,LabelSelector:map[string]string{io.kubernetes.pod.uid: ${podUid},},}`;
  if (caller === 'housekeeping')
    return protobuf
      ? 'state:{}'
      : '&PodSandboxFilter{Id:,State:&PodSandboxStateValue{State:SANDBOX_READY,},LabelSelector:map[string]string{},}';
  return protobuf ? '' : 'nil';
}

function containerFilter(
  { profile }: WordingContext,
  caller: CallFailed['caller'],
  podUid: string | undefined,
): string {
  const protobuf = profile.version.minor >= 36;
  if (podUid !== undefined)
    return protobuf
      ? `label_selector:{key:"io.kubernetes.pod.uid" value:"${podUid}"}`
      : `&ContainerFilter{Id:,State:nil,PodSandboxId:,LabelSelector:map[string]string{io.kubernetes.pod.uid: ${podUid},},}`;
  if (caller === 'housekeeping')
    return protobuf
      ? 'state:{state:CONTAINER_RUNNING}'
      : '&ContainerFilter{Id:,State:&ContainerStateValue{State:CONTAINER_RUNNING,},PodSandboxId:,LabelSelector:map[string]string{},}';
  return protobuf ? '' : '&ContainerFilter{Id:,State:nil,PodSandboxId:,LabelSelector:map[string]string{},}';
}

/** The message of the runtime's stream: a Go struct before, protobuf's own text from 1.34 on. */
export function streamEventText(
  {
    at,
    event,
    podUid,
    id,
  }: { readonly at: Nanoseconds; readonly event: EventedKind; readonly podUid: string; readonly id: string },
  c: WordingContext,
): string {
  const type = `CONTAINER_${event.toUpperCase()}_EVENT`;
  const { name = '', namespace = '' } = c.pod(podUid) ?? {};
  if (c.profile.version.minor >= 34) {
    return `container_id:"${id}"  container_event_type:${type}  created_at:${at}  pod_sandbox_status:{metadata:{name:"${name}"  uid:"${podUid}"  namespace:"${namespace}"}}`;
  }
  return `&ContainerEventResponse{ContainerId:${id},ContainerEventType:${type},CreatedAt:${at},PodSandboxStatus:&PodSandboxStatus{Metadata:&PodSandboxMetadata{Name:${name},Uid:${podUid},Namespace:${namespace},Attempt:0,},},}`;
}
