/** Name of the environment variable that has a log opened at the start: `openAtStart.ts`. */
export const OPEN_VARIABLE = 'KUBELET_TIMELINE_OPEN';
