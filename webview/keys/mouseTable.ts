/** Mouse: the one table of gestures that the help sheet and, with the keys, docs/timeline.md are made from. */

export interface MouseRow {
  readonly gesture: string;
  readonly text: string;
}

export const MOUSE_TABLE: readonly MouseRow[] = [
  { gesture: 'Click', text: 'Select a mark and show its details; pin its moment for the inner state' },
  { gesture: 'Double-click on a mark', text: 'Open its log line' },
  { gesture: 'Ctrl/Cmd+click on a mark', text: 'Select it and open its log line; with Alt in another column' },
  { gesture: 'Double-click beside a mark', text: 'Zoom to the episode there, or show the whole log' },
  { gesture: 'Drag', text: 'Move in time' },
  { gesture: 'Shift+drag', text: 'Measure: the duration is shown while dragging' },
  { gesture: 'Ctrl/Cmd+wheel, pinch', text: 'Zoom at the pointer' },
  {
    gesture: 'Shift+click or Shift+arrows in the table',
    text: 'Select several rows; Ctrl/Cmd+A selects all, Ctrl/Cmd+C copies them',
  },
  { gesture: 'Wheel', text: 'Scroll the lanes' },
  { gesture: 'Shift+wheel', text: 'Move in time' },
  { gesture: 'Drag on the overview', text: 'Choose the visible part; drag its middle or its edges to change it' },
];
