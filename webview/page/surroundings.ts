/** Where the page runs: in the editor, or in the file of a report, where nobody answers what is asked of a log. */
export const IS_REPORT = document.querySelector('meta[name="kubelet-timeline-report"]') !== null;
