/** Writes reasons as the kubelet of a version does: the texts (pkg/kubelet/runtime.go, pleg/generic.go) and how a list of them is put together. */
import { NEVER_ELAPSED_TEXT, RELIST_THRESHOLD } from './constants.ts';
import { formatGoDuration } from './goDuration.ts';
import type { KubeletProfile } from './profile.ts';
import type { SkipReason } from './skipReason.ts';
import type { Duration } from './time.ts';

/** One reason in the words of this profile, without the list's punctuation. Kinds whose text is a message of the moment are written as they are. */
export function formatSkipReason(reason: SkipReason, profile: KubeletProfile): string {
  const check = reason.healthCheck ?? 'PLEG';
  switch (reason.kind) {
    case 'pleg-stale':
      return reason.elapsed === undefined
        ? reason.text
        : `${check} is not healthy: ${lastSeen(formatDuration(reason.elapsed), reason.threshold)}`;
    case 'pleg-never':
      return profile.plegNever === 'largest-elapsed'
        ? `${check} is not healthy: ${lastSeen(NEVER_ELAPSED_TEXT, reason.threshold)}`
        : `${check} is not healthy: pleg has yet to be successful`;
    case 'runtime-status-unknown':
      return profile.beforeFirstStatus === 'runtime-down'
        ? 'container runtime is down'
        : 'container runtime status check may not have completed yet';
    case 'runtime-down':
      return 'container runtime is down';
    case 'runtime-not-ready': {
      const letter = profile.runtimeNotReady === 'Container' ? 'C' : 'c';
      return reason.text.replace(/^[Cc](?=ontainer runtime not ready)/, letter);
    }
    case 'network':
    case 'container-manager':
    case 'other':
      return reason.text;
  }
}

/** The list of a skip line, as `runtimeErrors()` of this profile prints it; empty if there is no reason. */
export function formatSkipReasons(reasons: readonly SkipReason[], profile: KubeletProfile): string {
  return formatReasonTexts(
    reasons.map((reason) => formatSkipReason(reason, profile)),
    profile,
  );
}

/** The same for texts that are already in the version's words; with full stops added in 1.14. */
export function formatReasonTexts(texts: readonly string[], profile: Pick<KubeletProfile, 'reasonList'>): string {
  if (texts.length === 0) return '';
  switch (profile.reasonList) {
    case 'space':
      return `[${texts.join(' ')}]`;
    case 'dots':
      return aggregated(texts.map((text) => (text.endsWith('.') ? text : `${text}.`)));
    case 'comma':
      return aggregated(texts);
  }
}

/** The message of the node's Ready condition. */
export function formatConditionReasons(reasons: readonly SkipReason[], profile: KubeletProfile): string {
  const texts = reasons.map((reason) => formatSkipReason(reason, profile));
  if (profile.conditionList === 'comma-no-blank') return texts.join(',');
  return texts.length === 0 ? '' : formatReasonTexts(texts, { reasonList: profile.conditionList });
}

/** `utilerrors.NewAggregate(…).Error()`: one bare, several in brackets, equal texts once (k8s.io/apimachinery/pkg/util/errors). */
function aggregated(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`;
}

function lastSeen(elapsed: string, threshold: Duration | undefined): string {
  return `pleg was last seen active ${elapsed} ago; threshold is ${formatDuration(threshold ?? RELIST_THRESHOLD)}`;
}

function formatDuration(value: Duration): string {
  return formatGoDuration(BigInt(Math.round(value * 1000)));
}
