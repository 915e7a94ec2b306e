/** Facts about device plug-ins, garbage collection and the measuring of file systems. */
import { goDurationToMicroseconds } from '../../kubelet/goDuration.ts';
import { wantsDevices } from '../../kubelet/podErrorText.ts';
import type { NodeTroubleFact } from '../fact.ts';
import type { FactBuilder, Recognised } from '../recognise/row.ts';
import { errorOrEmpty } from '../texts/runtimeError.ts';
import { apiFailed } from './api.ts';
import { made, withKnown } from './made.ts';
import { podOf } from './pleg.ts';
import { nodeTrouble } from './troubles.ts';

/** The message with its error. */
function wholeText({ message, row, field }: Recognised): string {
  const error = field('err');
  return row.form === 'unstructured' || error === undefined || error === '' ? message : `${message}: ${error}`;
}

/** A trouble of the node as its line says it; `subject` is the resource or image it names. */
export function nodeTroubleSaid(what: NodeTroubleFact['what']): FactBuilder {
  return (found) =>
    withKnown(
      made(found.base, { kind: 'node-trouble', what, text: wholeText(found) }),
      'subject',
      found.field('resourceName') ?? found.field('resource') ?? found.field('pluginName'),
    );
}

/** What kubelets of up to 1.7 say at their start, before cAdvisor has looked at the root control group for the first time. */
const ROOT_NOT_MEASURED = 'unable to find data for container /';

/** A file system that was not measured: no trouble where cAdvisor has measured nothing yet. */
export const notMeasured: FactBuilder = (found) =>
  isOfRoot(found.field('err') ?? '') ? undefined : nodeTrouble('cadvisor')(found);

/** Also where the line is cut within these words. */
function isOfRoot(error: string): boolean {
  const begin = error.lastIndexOf('unable to find data');
  return begin >= 0 && ROOT_NOT_MEASURED.startsWith(error.slice(begin).replace(/[>…]$/, ''));
}

/** What the first garbage collection of a kubelet says while nothing was measured yet (pkg/kubelet/images/image_gc_manager.go, cadvisor). */
const NOT_YET = [
  ROOT_NOT_MEASURED,
  'unable to find data in memory cache',
  'invalid capacity 0',
  'non-existent label',
  'failed to get imageFs info',
  'failed to get image stats',
  'missing image stats',
  'no imagefs label',
];

/** Images that could not be removed for once: no trouble of a kubelet that has measured nothing yet. Where it failed several times in a row, `nodeTroubleSaid` says so. */
export const collectionFailed: FactBuilder = (found) => {
  const error = found.field('err') ?? '';
  return NOT_YET.some((words) => error.includes(words) || isCutOff(error, words))
    ? undefined
    : nodeTroubleSaid('image-gc')(found);
};

/** A line that was cut or wrapped at the width of a screen has the beginning of the words only: two words at least, which nothing else begins with. */
function isCutOff(error: string, words: string): boolean {
  const rest = error.trimEnd();
  return rest.includes(' ') && words.startsWith(rest);
}

/** How a runtime that does not answer, or is not there, appears in the errors of those who asked it for something (gRPC, dockershim's client). */
const RUNTIME_AWAY =
  /code = (?:DeadlineExceeded|Unavailable|4|14)\b|Cannot connect to the Docker daemon|cannot connect to Docker endpoint|operation timeout: /;

/** A measurement that needs the runtime, or a sandbox or container that was to be cleaned up: a trouble only where the runtime did not answer or was not there. */
export function runtimeAway(what: 'docker' | 'container-gc'): FactBuilder {
  return (found) => (RUNTIME_AWAY.test(found.field('err') ?? found.message) ? nodeTroubleSaid(what)(found) : undefined);
}

/** A file of a control group that has other contents than github.com/opencontainers/runc, libcontainer/cgroups, expects; of the node's own group also one that is not there. */
const OTHER_CONTENTS = /is expected to have \d{1,2} fields|\bstrconv\.Parse|\binvalid syntax\b/;
const NODE_GROUP = '/';

/** Measurements that fail for what the kernel writes, not because a container has just gone. */
export const statsUnreadable: FactBuilder = (found) => {
  const error = found.field('err') ?? '';
  const isOfNode = found.field('container') === NODE_GROUP && error.includes('no such file or directory');
  return isOfNode || OTHER_CONTENTS.test(error) ? nodeTroubleSaid('cadvisor')(found) : undefined;
};

/** The kubelet's copy of the API server has no Node object of that name (pkg/kubelet/kubelet_getters.go, GetNode). */
const NO_NODE_OBJECT = /^"?failed (?:GetNode|to get node info): node ['"\\]{1,4}[^'"\\]{1,253}['"\\]{1,4} not found/;

/** The use of resources could not be measured: for want of the Node object, or of the runtime. */
export const summaryFailed: FactBuilder = (found) =>
  (NO_NODE_OBJECT.test(found.field('err') ?? '') ? apiFailed('node') : runtimeAway('docker'))(found);

/** The disk with the images is fuller than the kubelet likes; it begins to remove images. `subject`: how full, in percent. */
export const imagesFillDisk: FactBuilder = (found) => {
  const percent = found.field('usagePercent') ?? found.field('usage');
  return withKnown(
    made(found.base, { kind: 'node-trouble', what: 'images-fill-disk', text: found.message }),
    'subject',
    percent !== undefined && /^\d{1,3}$/.test(percent) ? percent : undefined,
  );
};

/** The reason of a pod that was turned away because of a condition of the node (pkg/kubelet/eviction/eviction_manager.go, Admit). */
const FOR_A_CONDITION = 'Evicted';

/** A pod that was turned away; where a shortage of the node was the reason, as the eviction manager itself said up to 1.30. */
export const admissionDenied: FactBuilder = (found) => {
  const text = found.field('message') ?? found.field('err') ?? '';
  const reason = found.field('reason');
  if (reason === FOR_A_CONDITION)
    return made(found.base, { kind: 'eviction', text: `${found.message}: ${found.field('pod') ?? ''}, ${text}` });
  const said = reason === undefined ? text : `${reason}: ${text}`;
  return withKnown(
    made(found.base, {
      kind: 'pod-trouble',
      what: wantsDevices(text) ? 'device' : 'rejected',
      pod: podOf(found),
      error: { text: wantsDevices(text) ? text : said },
    }),
    'subject',
    reason,
  );
};

/** A measurement of a file system that took long (cAdvisor, container/common/fsHandler.go, up to and after the change from `du` to its own walk). */
export const fileSystemSlow: FactBuilder = (found) => {
  const took = goDurationToMicroseconds(found.field('duration') ?? '');
  if (took === undefined) return undefined;
  const fact = made(found.base, { kind: 'node-trouble', what: 'file-system-slow', text: found.message });
  return withKnown(withKnown(fact, 'took', took), 'subject', found.field('dirs'));
};

/** An image that could not be fetched. */
export const imageFailed: FactBuilder = (found) =>
  withKnown(
    made(found.base, { kind: 'pod-trouble', what: 'image', pod: podOf(found), error: errorOrEmpty(found) }),
    'subject',
    found.field('image')?.split('"', 1)[0],
  );
