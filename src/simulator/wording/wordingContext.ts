/** What the wording of a line depends on beside the observation: version, node, pods, the clock. */
import { formatPlegEventValue } from '../../kubelet/plegEvent.ts';
import type { KubeletProfile } from '../../kubelet/profile.ts';
import type { FieldValues } from '../../messages/write.ts';
import type { Nanoseconds } from '../../model/nanoseconds.ts';
import type { PlegEvent } from '../../model/observation.ts';
import { type Line, rowFor } from './line.ts';
import type { PodScenario } from '../scenario/scenario.ts';

export interface WordingContext {
  readonly profile: KubeletProfile;
  readonly node: string;
  readonly json: boolean;
  pod(uid: string): PodScenario | undefined;
  /** A time of the model as RFC 3339 with seconds, and as Go prints it. */
  time(at: Nanoseconds): { readonly rfc3339: string; readonly go: string };
  /** The Ready condition that the API server has; `undefined` before the node was registered. */
  readonly wasReady: boolean | undefined;
}

/** A line of a message, if the version writes it. */
export function line(
  context: WordingContext,
  name: string,
  fields: FieldValues = {},
  more: Partial<Line> = {},
): Line[] {
  const row = rowFor(name, context.profile.version.minor);
  return row === undefined ? [] : [{ row, fields, ...more }];
}

/** A pod as the lines of the version name it. */
export function podText({ profile, pod }: WordingContext, uid: string): string {
  const found = pod(uid);
  if (found === undefined) return uid;
  return profile.podText === 'namespace/name' ? `${found.namespace}/${found.name}` : longPodText(found);
}

/** `name_namespace(uid)`, which some lines keep in every version. */
export function longPodText({ name, namespace, uid }: PodScenario): string {
  return `${name}_${namespace}(${uid})`;
}

/** A list of pods, as `writeMessage` takes it. */
export function podsText(context: WordingContext, uids: readonly string[]): string {
  const texts = uids.map((uid) => podText(context, uid));
  return context.profile.podText === 'namespace/name' ? `[${texts.join(' ')}]` : texts.join(', ');
}

export function eventText({ profile }: WordingContext, event: PlegEvent): string {
  return formatPlegEventValue(event, profile);
}

/** Name and namespace as PLEG's old lines have them. */
export function nameAndNamespace({ pod }: WordingContext, uid: string): { name: string; namespace: string } {
  const found = pod(uid);
  return { name: found?.name ?? '', namespace: found?.namespace ?? '' };
}
