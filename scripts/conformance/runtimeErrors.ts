/** Set `runtime-errors`: the reasons to skip in the words and the order of each version. */
import {
  formatReasonTexts,
  formatSkipReasons,
  parseSkipReasons,
  type SkipReason,
} from '../../src/kubelet/skipReason.ts';
import { fromSeconds } from '../../src/model/nanoseconds.ts';
import { RuntimeState } from '../../src/model/runtimeState.ts';
import { HandClock } from './handClock.ts';
import { difference, type Judge } from './vectors.ts';

interface RuntimeErrorsVector {
  readonly sync: 'zero' | 'fresh' | 'stale';
  readonly threshold_s?: number;
  readonly health: readonly { readonly name: string; readonly ok: boolean; readonly err: string | null }[];
  readonly runtimeError?: string | null;
  readonly networkError?: string;
  readonly storageError?: string | null;
  readonly initError?: string | null;
  readonly internalError?: string | null;
  readonly runtimeErrors: string | readonly string[] | null;
  readonly networkErrors?: string | null;
  readonly storageErrors?: string | null;
  readonly log_severity?: string;
  readonly log_body?: string;
}

const NOW = fromSeconds(1000);

export const judgeRuntimeErrors: Judge = (vector, profile) => {
  const given = vector as RuntimeErrorsVector;
  const clock = new HandClock(NOW);
  const state = new RuntimeState({ profile, clock, threshold: fromSeconds(given.threshold_s ?? 30) });
  if (given.sync !== 'zero') state.setRuntimeSync(given.sync === 'fresh' ? NOW : fromSeconds(1000 - 31));
  for (const check of given.health) {
    const reason: SkipReason = {
      kind: 'other',
      text: `${check.name} is not healthy: ${check.err ?? '<nil>'}`,
      healthCheck: check.name,
    };
    state.addHealthCheck(() => (check.ok ? undefined : reason));
  }
  state.initError = message(given.initError);
  state.internalError = message(given.internalError);
  state.runtimeError = message(given.runtimeError);
  state.storageError = message(given.storageError);
  if (given.networkError === '<nil>') state.networkError = undefined;
  else if (given.networkError !== undefined && given.networkError !== '<default>')
    state.networkError = message(given.networkError);

  const reasons = state.runtimeErrors();
  const text = formatSkipReasons(reasons, profile);
  const listed = Array.isArray(given.runtimeErrors);
  const wrong = difference(
    { runtimeErrors: given.runtimeErrors, networkErrors: given.networkErrors, storageErrors: given.storageErrors },
    {
      runtimeErrors: listed ? reasons.map((reason) => reason.text) : text === '' ? null : text,
      ...(given.networkErrors === undefined ? {} : { networkErrors: state.networkErrors()[0]?.text ?? null }),
      ...(given.storageErrors === undefined ? {} : { storageErrors: state.storageErrors()[0]?.text ?? null }),
    },
  );
  if (wrong !== undefined) return wrong;
  return checkLine(given, text, profile.skipSeverity, profile) ?? checkReading(text, profile);
};

/** The body of the log line, where it is written on one line (block values are the journal room's affair). */
function checkLine(
  given: RuntimeErrorsVector,
  text: string,
  severity: string,
  profile: Parameters<Judge>[1],
): string | undefined {
  if (given.log_body === undefined || given.log_severity === undefined || text === '') return undefined;
  if (profile.structuredLogging && (text.includes('\n') || /["\\]/.test(text)))
    return difference(given.log_severity, severity, '.log_severity');
  const body = profile.structuredLogging
    ? `"Skipping pod synchronization" err="${text}"`
    : `skipping pod synchronization - ${text}`;
  return difference({ severity: given.log_severity, body: given.log_body }, { severity, body });
}

/** What was written reads back as the same texts, when every reason is one that can be told apart. */
function checkReading(text: string, profile: Parameters<Judge>[1]): string | undefined {
  const read = parseSkipReasons(text);
  if (read.some((reason) => reason.kind === 'other') || text.includes('\n')) return undefined;
  return difference(
    text,
    formatReasonTexts(
      read.map((reason) => reason.text),
      profile,
    ),
    '.reading',
  );
}

function message(text: string | null | undefined): SkipReason | undefined {
  return text === null || text === undefined ? undefined : { kind: 'other', text };
}
