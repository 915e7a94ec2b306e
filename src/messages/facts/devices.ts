/** Facts about device plug-ins, garbage collection and the measuring of file systems. */
import { goDurationToMicroseconds } from '../../kubelet/goDuration.ts';
import type { NodeTroubleFact } from '../fact.ts';
import type { FactBuilder, Recognised } from '../row.ts';
import { errorOrEmpty } from '../runtimeError.ts';
import { made, withKnown } from './made.ts';
import { podOf } from './pleg.ts';

/** The message with its error. */
function wholeText({ message, row, field }: Recognised): string {
  const error = field('err');
  return row.form === 'unstructured' || error === undefined || error === '' ? message : `${message}: ${error}`;
}

/** A trouble of the node as its line says it; `subject` is the resource or image it names. */
export function nodeTroubleSaid(what: NodeTroubleFact['what']): FactBuilder {
  return (found) => withKnown(made(found.base, { kind: 'node-trouble', what, text: wholeText(found) }), 'subject', found.field('resourceName') ?? found.field('resource') ?? found.field('pluginName'));
}

/** What the first garbage collection of a kubelet says while nothing was measured yet (pkg/kubelet/images/image_gc_manager.go, cadvisor). */
const NOT_YET = ['unable to find data in memory cache', 'invalid capacity 0', 'non-existent label', 'failed to get imageFs info', 'failed to get image stats', 'missing image stats', 'no imagefs label'];

/** Images that could not be removed for once: no trouble of a kubelet that has measured nothing yet. Where it failed several times in a row, `nodeTroubleSaid` says so. */
export const collectionFailed: FactBuilder = (found) => {
  const error = found.field('err') ?? '';
  return NOT_YET.some((words) => error.includes(words)) ? undefined : nodeTroubleSaid('image-gc')(found);
};

/** A pod that was turned away: only what says that a device plug-in was the reason; a full node is no fault. */
export const admissionDenied: FactBuilder = (found) => {
  const text = found.field('message') ?? found.field('err') ?? '';
  if (!/device[ -]plugin|devices? unavailable|unhealthy devices?/i.test(text)) return undefined;
  return withKnown(made(found.base, { kind: 'pod-trouble', what: 'device', pod: podOf(found), error: { text } }), 'subject', found.field('reason'));
};

/** A measurement of a file system that took long (cAdvisor, container/common/fsHandler.go, up to and after the change from `du` to its own walk). */
export const fileSystemSlow: FactBuilder = (found) => {
  const took = goDurationToMicroseconds(found.field('duration') ?? '');
  if (took === undefined) return undefined;
  const fact = made(found.base, { kind: 'node-trouble', what: 'file-system-slow', text: found.message });
  return withKnown(withKnown(fact, 'took', took), 'subject', found.field('dirs'));
};

/** An image that could not be fetched. */
export const imageFailed: FactBuilder = (found) => withKnown(made(found.base, { kind: 'pod-trouble', what: 'image', pod: podOf(found), error: errorOrEmpty(found) }), 'subject', found.field('image'));
