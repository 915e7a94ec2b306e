/** How the bars of lanes look in a picture, which has no theme: light ground, and the name of what is wrong written where it fits, so that no colour says it alone. */
import { MARK_STYLES, type MarkStyle } from '../../timeline/timelineDocument.ts';

export interface LaneLook {
  /** What stands in a bar; empty: it needs no word. */
  readonly name: string;
  readonly fill: string;
  readonly stroke: string;
}

const GOOD = { fill: '#d5ecd6', stroke: '#2f6f37' };
const BAD = { fill: '#f6cfcb', stroke: '#b3261e' };
const WARN = { fill: '#f6e3b4', stroke: '#7a5a00' };
const CALM = { fill: '#dfe6ee', stroke: '#48586b' };

const LOOKS: Partial<Readonly<Record<MarkStyle, LaneLook>>> = {
  working: { ...GOOD, name: 'working' },
  blocked: { ...WARN, name: 'blocked' },
  skipping: { ...BAD, name: 'skipping' },
  relist: { ...CALM, name: '' },
  'relist-hung': { ...BAD, name: 'hung' },
  'relist-failed': { ...BAD, name: 'failed' },
  'relist-none': { ...BAD, name: 'no good relist' },
  'relist-pod': { ...WARN, name: 'one pod' },
  ready: { ...GOOD, name: 'Ready' },
  'not-ready': { ...BAD, name: 'NotReady' },
  'runtime-error': { ...BAD, name: '' },
  'api-error': { ...WARN, name: '' },
  'lease-missed': { ...BAD, name: 'not renewed' },
  housekeeping: { ...WARN, name: 'housekeeping' },
};

/** The look of a style index of a lane. */
export function laneLook(style: number | undefined): LaneLook {
  return LOOKS[MARK_STYLES[style ?? -1] ?? 'other'] ?? { ...CALM, name: '' };
}
