/** The words for what nodes are compared by, and for what was left out. */
import { formatClock, formatClockBounds, formatDay } from '../../analysis/outputs/instantText.ts';
import { type Duration, seconds, type TimeBounds } from '../../kubelet/time.ts';
import type { Feature, InCommon, LeftOut, NoClaim } from '../fleet.ts';
import type { Onset } from '../fleetNode.ts';
import type { Refusal } from '../readSummary.ts';
import { plural } from '../../diagnosis/cause.ts';

/** What a feature is called: `kernel`, `label pool`. */
function featureName({ kind, label }: Pick<Feature, 'kind' | 'label'>): string {
  switch (kind) {
    case 'kubelet':
      return 'kubelet';
    case 'kubelet-minor':
      return 'kubelet of the release';
    case 'runtime':
      return 'container runtime';
    case 'runtime-name':
      return 'container runtime called';
    case 'kernel':
      return 'kernel';
    case 'label':
      return `label ${label ?? ''}`;
  }
}

/** `kernel 6.1.0`, `pool=blue`. */
export function featureText(feature: Pick<Feature, 'kind' | 'label' | 'value'>): string {
  return feature.kind === 'label'
    ? `${feature.label ?? ''}=${feature.value}`
    : `${featureName(feature)} ${feature.value}`;
}

/** `kernel 6.1.0: 60 of 60 affected nodes, 0 of 240 healthy ones`. */
export function inCommonText(one: InCommon): string {
  return `${featureText(one)}: ${one.affected.with} of ${one.affected.known} affected nodes, ${one.healthy.with} of ${one.healthy.known} healthy ones (${chanceText(one.chance)})`;
}

/** How probable it is by chance. */
function chanceText(chance: number): string {
  return chance < 1e-6
    ? 'by chance: less than one in a million'
    : `by chance: about one in ${Math.round(1 / chance).toLocaleString('en')}`;
}

/** Why nothing is said of a feature. */
export function noClaimText({ why, value, affectedKnown, healthyKnown, ...feature }: NoClaim): string {
  const name = featureName(feature);
  switch (why) {
    case 'same':
      return `${name}: ${value ?? ''} on all nodes`;
    case 'too-few':
      return `${name}: known of ${affectedKnown} of the affected and ${healthyKnown} of the healthy nodes, too few to compare`;
    case 'no-difference':
      return `${name}: what differs may be chance`;
  }
}

/** A bounded time with its day. */
export function timeText({ min, max }: TimeBounds): string {
  return `${formatDay(max)} ${formatClockBounds({ min, max })}`;
}

/** Bounds of an onset that are nearer than this are one moment: nodes are compared by minutes. */
const ONE_MOMENT: Duration = seconds(1);

/** When trouble began; what nothing bounds from below has its latest moment only. */
export function onsetText(onset: Onset | undefined): string {
  if (onset === undefined) return 'at an unknown time';
  const latest = `${formatDay(onset.max)} ${formatClock(onset.max)}`;
  if (onset.isOpen) return `${latest} or earlier`;
  return onset.max - onset.min < ONE_MOMENT ? latest : timeText(onset);
}

const REFUSED: { readonly [Why in Refusal | 'no-summary' | 'unreadable']: string } = {
  'no-json': 'it is no whole JSON',
  'other-schema': 'it is no summary of a node',
  'newer-schema': 'it is of another version of summaries than this program reads',
  malformed: 'what a summary must have is missing in it',
  'too-long': 'it is longer than a summary can be',
  'no-summary': 'it holds no summary; `kubelet-timeline analyze --format summary` writes them',
  unreadable: 'it could not be read',
};

/** What was not taken, and why. */
export function leftOutTexts({ older, tooMany, refused, refusedCount }: LeftOut): readonly string[] {
  const lines = refused.map(
    ({ file, line, why, text }) =>
      `${file}${line === undefined ? '' : `, line ${line}`} was left out: ${text ?? REFUSED[why]}.`,
  );
  if (refusedCount > refused.length) lines.push(`${refusedCount - refused.length} more were left out.`);
  if (older > 0)
    lines.push(
      `${plural(older, 'summary was', 'summaries were')} left out: of the same node there is one whose log ends later.`,
    );
  if (tooMany > 0)
    lines.push(
      `${plural(tooMany, 'more node was', 'more nodes were')} left out: there are more than this program keeps.`,
    );
  return lines;
}
