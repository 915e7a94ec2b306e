import { MARK_STYLES, type MarkStyle } from '../../src/timeline/timelineDocument.ts';
import type { ColourRole } from '../page/theme.ts';

export type Pattern = 'plain' | 'hatched' | 'crossed' | 'dotted' | 'upright' | 'hollow' | 'line' | 'trace';
export const SHAPES = ['diamond', 'circle', 'cross', 'flag', 'square', 'tick', 'triangle'] as const;
export type Shape = (typeof SHAPES)[number];

/** How a style is drawn: never by colour alone, each has a pattern as a bar and a shape as an instant. */
export interface Look {
  /** In the legend, and on a bar without a mark. */
  readonly label: string;
  readonly role: ColourRole;
  readonly pattern: Pattern;
  readonly shape: Shape;
}

export const LOOKS: Readonly<Record<MarkStyle, Look>> = {
  working: { label: 'working', role: 'good', pattern: 'plain', shape: 'tick' },
  blocked: { label: 'blocked', role: 'warn', pattern: 'hatched', shape: 'square' },
  skipping: { label: 'skipping', role: 'bad', pattern: 'crossed', shape: 'square' },
  unknown: { label: 'unknown', role: 'neutral', pattern: 'dotted', shape: 'tick' },
  relist: { label: 'relist', role: 'info', pattern: 'plain', shape: 'tick' },
  'relist-hung': { label: 'long relist', role: 'bad', pattern: 'hatched', shape: 'diamond' },
  'relist-none': { label: 'no good relist', role: 'bad', pattern: 'upright', shape: 'diamond' },
  'relist-failed': { label: 'relist failed', role: 'bad', pattern: 'crossed', shape: 'diamond' },
  'relist-pod': { label: 'relist of one pod', role: 'special', pattern: 'hatched', shape: 'triangle' },
  ready: { label: 'Ready', role: 'good', pattern: 'line', shape: 'circle' },
  'not-ready': { label: 'NotReady', role: 'bad', pattern: 'hatched', shape: 'square' },
  process: { label: 'kubelet', role: 'neutral', pattern: 'plain', shape: 'tick' },
  'process-start': { label: 'start or end', role: 'info', pattern: 'plain', shape: 'flag' },
  'runtime-error': { label: 'runtime error', role: 'bad', pattern: 'hatched', shape: 'diamond' },
  housekeeping: { label: 'housekeeping', role: 'warn', pattern: 'hatched', shape: 'square' },
  'api-error': { label: 'API server error', role: 'warn', pattern: 'hatched', shape: 'diamond' },
  'lease-missed': { label: 'lease not renewed', role: 'bad', pattern: 'upright', shape: 'square' },
  neighbour: { label: 'kernel, runtime or unit: stop', role: 'warn', pattern: 'plain', shape: 'triangle' },
  'neighbour-start': { label: 'kernel, runtime or unit: start', role: 'info', pattern: 'plain', shape: 'circle' },
  'neighbour-error': { label: 'kernel, runtime or unit: error', role: 'bad', pattern: 'plain', shape: 'diamond' },
  running: { label: 'running', role: 'good', pattern: 'line', shape: 'circle' },
  exited: { label: 'exited', role: 'neutral', pattern: 'trace', shape: 'square' },
  'exited-error': { label: 'exited with an error', role: 'bad', pattern: 'trace', shape: 'cross' },
  removed: { label: 'removed', role: 'neutral', pattern: 'dotted', shape: 'tick' },
  'state-unknown': { label: 'state unknown', role: 'neutral', pattern: 'dotted', shape: 'tick' },
  skip: { label: 'skip', role: 'bad', pattern: 'plain', shape: 'tick' },
  'pleg-event': { label: 'PLEG event', role: 'info', pattern: 'plain', shape: 'circle' },
  finding: { label: 'finding', role: 'special', pattern: 'plain', shape: 'flag' },
  gap: { label: 'gap in the log', role: 'warn', pattern: 'dotted', shape: 'triangle' },
  startup: { label: 'skip at start-up', role: 'neutral', pattern: 'plain', shape: 'tick' },
  'pod-error': { label: 'pod error', role: 'bad', pattern: 'hatched', shape: 'diamond' },
  'pod-event': { label: 'pod event', role: 'info', pattern: 'plain', shape: 'tick' },
  'held-back': { label: 'event held back', role: 'warn', pattern: 'crossed', shape: 'triangle' },
  other: { label: 'other', role: 'special', pattern: 'plain', shape: 'square' },
};

/** The look of a style index of a lane. */
export function lookOf(index: number | undefined): Look {
  return LOOKS[MARK_STYLES[index ?? -1] ?? 'other'];
}
