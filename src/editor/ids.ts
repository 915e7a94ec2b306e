/** Names that the manifest declares (`package.json`, `contributes`); `npm run check:commands` compares both. */

export const LANGUAGE_ID = 'kubelet-log';

export const COMMANDS = {
  showTimeline: 'kubeletTimeline.showTimeline',
  showTimelineOfFile: 'kubeletTimeline.showTimelineOfFile',
  showMoment: 'kubeletTimeline.showMoment',
  openLog: 'kubeletTimeline.openLog',
  openFleet: 'kubeletTimeline.openFleet',
  showNodeSummary: 'kubeletTimeline.showNodeSummary',
  readNodeJournal: 'kubeletTimeline.readNodeJournal',
  readClusterNode: 'kubeletTimeline.readClusterNode',
  nextEpisode: 'kubeletTimeline.nextEpisode',
  previousEpisode: 'kubeletTimeline.previousEpisode',
  nextPodEvent: 'kubeletTimeline.nextPodEvent',
  previousPodEvent: 'kubeletTimeline.previousPodEvent',
  showEarlierLines: 'kubeletTimeline.showEarlierLines',
  showLaterLines: 'kubeletTimeline.showLaterLines',
  stopFollowing: 'kubeletTimeline.stopFollowing',
  goOnFollowing: 'kubeletTimeline.goOnFollowing',
  copyReport: 'kubeletTimeline.copyReport',
  saveReport: 'kubeletTimeline.saveReport',
  savePicture: 'kubeletTimeline.savePicture',
  whatIf: 'kubeletTimeline.whatIf',
  openSample: 'kubeletTimeline.openSample',
  whatIsPleg: 'kubeletTimeline.whatIsPleg',
  gettingLogs: 'kubeletTimeline.gettingLogs',
  showFinding: 'kubeletTimeline.showFinding',
} as const;

export const PANEL_VIEW_TYPE = 'kubeletTimeline.panel';

export const SETTINGS = {
  detectByContent: 'kubeletTimeline.detectByContent',
  followActiveLog: 'kubeletTimeline.followActiveLog',
  language: 'kubeletTimeline.language',
  problems: 'kubeletTimeline.problems',
  redactReports: 'kubeletTimeline.redactReports',
  year: 'kubeletTimeline.year',
  timeZone: 'kubeletTimeline.timeZone',
} as const;

/** Scheme of read-only excerpts of logs that no editor can show. */
export const EXCERPT_SCHEME = 'kubelet-timeline-excerpt';

/** Scheme of the summary of a node of a fleet, as a text. */
export const SUMMARY_SCHEME = 'kubelet-timeline-summary';

/** Languages of documents whose content is looked at: VS Code's own guesses for a log. */
export const SNIFFED_LANGUAGES: readonly string[] = ['plaintext', 'log'];
