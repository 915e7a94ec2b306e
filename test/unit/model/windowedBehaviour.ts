/** A runtime made of a list of windows: what happens to the calls that begin in each. */
import type { Nanoseconds } from '../../../src/model/nanoseconds.ts';
import type {
  RuntimeAnswer,
  RuntimeBehaviour,
  RuntimeCall,
  RuntimeCaller,
  RuntimeConditions,
  RuntimeMethod,
} from '../../../src/model/runtimeBehaviour.ts';

/** What happens to the calls that begin in a window. */
export type WindowEffect =
  /** Hangs until the window's end, then answers (if the caller still waits). */
  | { readonly kind: 'hang' }
  /** Answers after this much more time. */
  | { readonly kind: 'slow'; readonly by: Nanoseconds }
  /** Answers after exactly this time, whatever the baseline. */
  | { readonly kind: 'takes'; readonly time: Nanoseconds }
  /** Fails with this error (after `after`, at once by default). */
  | { readonly kind: 'fails'; readonly error: string; readonly after?: Nanoseconds };

/** Calls that begin at `from` or later and before `to` get the effect. Narrowed by method, caller, pod. */
export interface CallWindow {
  readonly from: Nanoseconds;
  readonly to: Nanoseconds;
  readonly methods?: readonly RuntimeMethod[];
  readonly callers?: readonly RuntimeCaller[];
  readonly podUids?: readonly string[];
  readonly effect: WindowEffect;
}

/** A Status answer from this time on. */
interface ConditionsFrom extends RuntimeConditions {
  readonly from: Nanoseconds;
}

export interface WindowedBehaviourOptions {
  /** Latency of each call outside the windows; 0 by default. */
  readonly baseline?: Nanoseconds | Partial<Record<RuntimeMethod, Nanoseconds>>;
  readonly conditions?: readonly ConditionsFrom[];
}

const BOTH_READY: RuntimeConditions = { runtimeReady: { ready: true }, networkReady: { ready: true } };

/** A behaviour made of windows. Where windows overlap, the first in the list that fits the call counts. */
export function windowedBehaviour(
  windows: readonly CallWindow[],
  options: WindowedBehaviourOptions = {},
): RuntimeBehaviour {
  const conditions = [...(options.conditions ?? [])].sort((a, b) => a.from - b.from);
  return {
    call(call) {
      if (call.method === 'StreamEvents') return streamAnswer(windows, call);
      const base = baselineOf(options.baseline, call.method);
      const window = windows.find((candidate) => fits(candidate, call));
      if (window === undefined) return { after: base };
      switch (window.effect.kind) {
        case 'hang':
          return { after: (window.to - call.at + base) as Nanoseconds };
        case 'slow':
          return { after: (base + window.effect.by) as Nanoseconds };
        case 'takes':
          return { after: window.effect.time };
        case 'fails':
          return { after: window.effect.after ?? (0 as Nanoseconds), error: window.effect.error };
      }
    },
    conditions(at) {
      let current: RuntimeConditions = BOTH_READY;
      for (const candidate of conditions) if (candidate.from <= at) current = candidate;
      return current;
    },
  };
}

/** A stream stays open until a window begins in which it fails; begun inside such a window it fails at once. */
function streamAnswer(windows: readonly CallWindow[], call: RuntimeCall): RuntimeAnswer {
  let answer: RuntimeAnswer = { after: Number.POSITIVE_INFINITY as Nanoseconds };
  for (const { from, to, methods, effect } of windows) {
    if (effect.kind !== 'fails' || to <= call.at || methods?.includes('StreamEvents') === false) continue;
    const after = (from <= call.at ? (effect.after ?? 0) : from - call.at) as Nanoseconds;
    if (after < answer.after) answer = { after, error: effect.error };
  }
  return answer;
}

function fits(window: CallWindow, call: RuntimeCall): boolean {
  return (
    call.at >= window.from &&
    call.at < window.to &&
    (window.methods === undefined || window.methods.includes(call.method)) &&
    (window.callers === undefined || window.callers.includes(call.caller)) &&
    (window.podUids === undefined || (call.podUid !== undefined && window.podUids.includes(call.podUid)))
  );
}

function baselineOf(baseline: WindowedBehaviourOptions['baseline'], method: RuntimeMethod): Nanoseconds {
  if (baseline === undefined) return 0 as Nanoseconds;
  return typeof baseline === 'number' ? baseline : (baseline[method] ?? (0 as Nanoseconds));
}
