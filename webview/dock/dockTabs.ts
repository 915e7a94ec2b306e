/** The tabs of the dock, in the order in which they stand. */
export const DOCK_TABS = ['details', 'moment', 'whatIf', 'table'] as const;
export type DockTab = (typeof DOCK_TABS)[number];
