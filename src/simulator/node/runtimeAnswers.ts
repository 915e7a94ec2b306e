/** How the runtime of a scenario answers a kubelet process: latencies, faults, conditions. */
import { DEADLINE_EXCEEDED } from '../../kubelet/constants.ts';
import { minus, NEVER, type Nanoseconds, plus } from '../../model/nanoseconds.ts';
import type {
  RuntimeAnswer,
  RuntimeBehaviour,
  RuntimeCall,
  RuntimeConditions,
  RuntimeMethod,
} from '../../model/runtimeBehaviour.ts';
import { drawSpan } from './draws.ts';
import type { FaultBegins } from './faultBegins.ts';
import { matchesPod } from '../scenario/podPattern.ts';
import type { Fault, PodScenario, Scenario } from '../scenario/scenario.ts';

/** The behaviour that a process sees whose model began at `origin`. */
export function runtimeAnswers(scenario: Scenario, origin: Nanoseconds, begins: FaultBegins): RuntimeBehaviour {
  const pods = new Map(scenario.pods.map((pod) => [pod.uid, pod]));
  const { seed, latency, conditions } = scenario;
  return {
    call(call) {
      if (call.method === 'StreamEvents') return streamAnswer(scenario.faults, plus(call.at, origin));
      const at = plus(call.at, origin);
      const name = `${call.method} ${call.caller} ${call.podUid ?? ''} ${call.id ?? ''} ${at}`;
      const usual = drawSpan(latency.byMethod[call.method] ?? latency.default, seed, name);
      const fault = scenario.faults.find((candidate) => fits(candidate, begins.of(candidate), call, at, pods));
      return fault === undefined ? { after: usual } : answerOf(fault, at, usual, seed, name);
    },
    conditions(at): RuntimeConditions {
      const now = plus(at, origin);
      return (
        conditions.findLast((candidate) => candidate.at <= now) ?? {
          runtimeReady: { ready: true },
          networkReady: { ready: true },
        }
      );
    },
  };
}

/**
 * What becomes of a call that the model does not make: a list call of the garbage collection if it has a method, else one that changes something (starts a sandbox, say).
 * Only faults that say nothing of pods touch it, and of those that name methods or callers only the ones that name its own.
 */
export function otherAnswer(
  scenario: Scenario,
  at: Nanoseconds,
  name: string,
  method?: RuntimeMethod,
): { readonly after: Nanoseconds; readonly error?: string } {
  const fault = scenario.faults.find(({ from, to, methods, callers, pods }) => {
    if (at < from || at >= to || pods !== undefined) return false;
    if (method === undefined) return methods === undefined && callers === undefined;
    return methods?.includes(method) !== false && callers?.includes('garbage-collection') !== false;
  });
  if (fault === undefined) return { after: 0 as Nanoseconds };
  const answer = answerOf(fault, at, 0 as Nanoseconds, scenario.seed, name);
  const timeout = scenario.kubelet.runtimeRequestTimeout;
  return answer.after >= timeout ? { after: timeout, error: DEADLINE_EXCEEDED } : answer;
}

/** The error with which the socket refuses at this time. */
export function refusal(scenario: Scenario, at: Nanoseconds): string | undefined {
  const fault = scenario.faults.find(({ effect, from, to }) => effect.kind === 'refuse' && at >= from && at < to);
  return fault?.effect.kind === 'refuse' ? fault.effect.error : undefined;
}

function answerOf(
  { effect, to }: Fault,
  at: Nanoseconds,
  usual: Nanoseconds,
  seed: number,
  name: string,
): RuntimeAnswer {
  switch (effect.kind) {
    case 'hang':
      return { after: plus(minus(to, at), usual) };
    case 'slow':
      return { after: plus(usual, drawSpan(effect.by, seed, `slow ${name}`)) };
    case 'takes':
      return { after: drawSpan(effect.time, seed, `takes ${name}`) };
    case 'error':
      return { after: plus(effect.after, usual), error: effect.error };
    case 'refuse':
      return { after: 50_000 as Nanoseconds, error: effect.error };
  }
}

/** A stream stays open until a fault breaks it; opened inside of such a fault it fails at once. */
function streamAnswer(faults: readonly Fault[], at: Nanoseconds): RuntimeAnswer {
  let answer: RuntimeAnswer = { after: NEVER };
  for (const { from, to, methods, effect } of faults) {
    if (
      (effect.kind !== 'error' && effect.kind !== 'refuse') ||
      to <= at ||
      (methods !== undefined && !methods.includes('StreamEvents'))
    )
      continue;
    // A refused socket is answered after a moment, so that retries take time.
    const after = from <= at ? (effect.kind === 'error' ? Math.max(effect.after, 1_000_000) : 1_000_000) : from - at;
    if (after < answer.after) answer = { after: after as Nanoseconds, error: effect.error };
  }
  return answer;
}

function fits(
  fault: Fault,
  begin: Nanoseconds,
  call: RuntimeCall,
  at: Nanoseconds,
  pods: ReadonlyMap<string, PodScenario>,
): boolean {
  if (at < begin || at >= fault.to) return false;
  if (fault.methods !== undefined && !fault.methods.includes(call.method)) return false;
  if (fault.callers !== undefined && !fault.callers.includes(call.caller)) return false;
  if (fault.pods === undefined) return true;
  const pod = call.podUid === undefined ? undefined : pods.get(call.podUid);
  return pod !== undefined && fault.pods.some((pattern) => matchesPod(pattern, pod));
}
