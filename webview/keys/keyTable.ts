/** Keys: the one table that the key handler, the help sheet and docs/timeline.md are made from; mouseTable.ts has the gestures. */

export const ACTIONS = [
  'zoom-in',
  'zoom-out',
  'pan-left',
  'pan-right',
  'reset',
  'zoom-selection',
  'previous',
  'next',
  'next-error',
  'previous-match',
  'next-match',
  'lane-up',
  'lane-down',
  'fold',
  'open-line',
  'open-line-beside',
  'moment',
  'search',
  'escape',
  'help',
] as const;
export type Action = (typeof ACTIONS)[number];

export interface KeyRow {
  /** Values of `KeyboardEvent.key` (letters in lower case) that do it. */
  readonly keys: readonly string[];
  /** How the keys are written for people. */
  readonly labels: readonly string[];
  readonly action: Action;
  readonly text: string;
  /** Needs Ctrl or Cmd; without it the row needs none. */
  readonly modified?: boolean;
}

export const KEY_TABLE: readonly KeyRow[] = [
  { keys: ['w', '+', '='], labels: ['W', '+'], action: 'zoom-in', text: 'Zoom in, at the pointer or the middle' },
  { keys: ['s', '-', '_'], labels: ['S', '−'], action: 'zoom-out', text: 'Zoom out' },
  { keys: ['a', 'arrowleft'], labels: ['A', '←'], action: 'pan-left', text: 'Move to the left' },
  { keys: ['d', 'arrowright'], labels: ['D', '→'], action: 'pan-right', text: 'Move to the right' },
  { keys: ['0'], labels: ['0'], action: 'reset', text: 'Show the whole log' },
  { keys: ['f'], labels: ['F'], action: 'zoom-selection', text: 'Zoom to the selection or the measured range' },
  {
    keys: [','],
    labels: [','],
    action: 'previous',
    text: 'Previous in the focused lane: an episode on the sync loop, an error on an error lane, otherwise an event',
  },
  { keys: ['.'], labels: ['.'], action: 'next', text: 'Next in the focused lane' },
  { keys: ['e'], labels: ['E'], action: 'next-error', text: 'Select the next error of any lane' },
  { keys: ['p'], labels: ['P'], action: 'previous-match', text: 'Select the previous match of the search' },
  { keys: ['n'], labels: ['N'], action: 'next-match', text: 'Select the next match of the search' },
  { keys: ['arrowup'], labels: ['↑'], action: 'lane-up', text: 'Focus the lane above' },
  { keys: ['arrowdown'], labels: ['↓'], action: 'lane-down', text: 'Focus the lane below' },
  { keys: [' '], labels: ['Space'], action: 'fold', text: 'Fold or unfold the focused lane' },
  { keys: ['enter'], labels: ['Enter'], action: 'open-line', text: 'Open the log line of the selection' },
  {
    keys: ['enter'],
    labels: ['Ctrl/Cmd+Enter'],
    action: 'open-line-beside',
    text: 'Open the log line beside the timeline',
    modified: true,
  },
  {
    keys: ['m'],
    labels: ['M'],
    action: 'moment',
    text: 'Show the inner state of the kubelet at the pointer or the selection',
  },
  {
    keys: ['/'],
    labels: ['/'],
    action: 'search',
    text: 'Search: matches are highlighted, the rest is dimmed; Enter goes to the next match',
  },
  {
    keys: ['escape'],
    labels: ['Esc'],
    action: 'escape',
    text: 'One step back: help, measurement, inner state, search, selection, zoom',
  },
  { keys: ['?'], labels: ['?'], action: 'help', text: 'Show or hide this sheet' },
];

/** What a key does, or `undefined`. `key` is `KeyboardEvent.key`. */
export function actionOf(key: string, modified: boolean): Action | undefined {
  const wanted = key.toLowerCase();
  return KEY_TABLE.find((row) => (row.modified ?? false) === modified && row.keys.includes(wanted))?.action;
}
