import type { Instant } from '../../kubelet/time.ts';
import { type ChangeTable, NO_CHANGE } from '../store/changeTable.ts';
import type { ContainerStateInterval, LineReference } from '../history.ts';
import type { ListedSince } from '../containers/listedSince.ts';
import type { SentProofs } from '../containers/sentProofs.ts';
import type { RuleText } from '../rule.ts';

export const containerStates: RuleText = {
  id: 'container-states',
  title: 'Events and finished lines tell container states',
  reason:
    'An event is consumed at its line; the change itself happened before, and after the listing that showed the state before it. A relist lists first and inspects pod after pod then, and what it sends can wait for the loop: no line tells how long either takes, so an event can be told long after what it tells was listed. But events come out of the channel in the order in which they were sent: one that the loop handles after an exit was sent after PLEG wrote “container finished” for that exit. A relist that sends after a healthy check began at most the threshold before that check, and not before the one that sent an earlier event of the same pod. “container finished” comes from PLEG when it notices the exit, often long before the blocked loop handles the event. An exit that was noticed while the event channel was full, and whose event never came, is a lost event: the running state is over, and no event tells what came after.',
  condition:
    'Both lines of an exit are there (from 1.22 on), and the log is of one node; else nothing bounds a state from below but the one before it. Nothing is taken from the absence of lines. Beside Evented PLEG only its threshold of ten minutes counts. The first state of a container may have begun before the log. ContainerRemoved is never logged, and a sandbox id can stand for a container. Started twice in a row is one state: unknown in between, or a repeated event of Evented PLEG.',
  source:
    'pkg/kubelet/pleg/generic.go, generateEvents, Relist and Healthy; kubelet.go, syncLoop and syncLoopIteration; 1.8–1.36',
};

/** What is known of the log around the states of a container. */
export interface StatesContext {
  /** The begin of the log: what ran before has no other bound. */
  readonly from: Instant;
  /** The log begins in the middle of a kubelet's time: what its first events tell can have been listed before. */
  readonly beginsInRun: boolean;
  readonly since: ListedSince;
  /** Evented PLEG was in use: both PLEGs tell of a state, the slower one perhaps when it is over. */
  readonly reportedTwice: boolean;
  /** The event of an exit that was known at a time was dropped. */
  eventLost(known: Instant): boolean;
}

/** A state that lines tell, each later than the one before. */
interface LoggedState {
  readonly change: number;
  /** It had begun by then. */
  known: Instant;
  exitCode: number | undefined;
  evidence: readonly LineReference[];
}

/** A state while it is made: written in place, since a log can have a million. */
type DraftedState = { -readonly [Key in keyof ContainerStateInterval]: ContainerStateInterval[Key] };

/** The states of one container as intervals: of the chain that begins with `first`, the changes among the first `count`. */
export function statesOf(
  changes: ChangeTable,
  first: number,
  count: number,
  proofs: SentProofs,
  { from, beginsInRun, since, reportedTwice, eventLost }: StatesContext,
): readonly ContainerStateInterval[] {
  const logged = inTrueOrder(changes, first < count ? first : NO_CHANGE, count, reportedTwice);
  const states: DraftedState[] = [];
  let isOpen = true;
  for (let index = 0; index < logged.length; index += 1) {
    const { change, known, exitCode, evidence } = logged[index] as LoggedState;
    const next = logged[index + 1];
    const before = states.at(-1);
    if (before?.state === 'running' && next === undefined && changes.isUnhandledExit(change) && eventLost(known)) {
      // PLEG saw the exit but its event was dropped: the running state is over, and no event tells what it is since (exited, or removed by now).
      if (exitCode !== undefined) before.exitCode = exitCode;
      before.evidence = [...before.evidence, ...evidence];
      continue;
    }
    const begin = before?.to ?? { min: Math.min(from, known) as Instant, max: known };
    const state: DraftedState = { state: changes.state(change), from: begin, evidence };
    if (isOpen) state.fromOpen = true;
    if (next !== undefined) {
      const listed = changes.listedSince(change, known, since, proofs);
      // What was listed lies before the next state, and not before its own begin.
      state.to = { min: Math.min(Math.max(begin.min, listed), next.known) as Instant, max: next.known };
      isOpen &&= beginsInRun && listed < from;
    }
    if (exitCode !== undefined) state.exitCode = exitCode;
    states.push(state);
  }
  return states;
}

/**
 * PLEG's own lines come when it sees a state, the loop's events when it takes them: later, but in the same order. So an event of a state that was over
 * when PLEG's line came is logged late: a container that has exited does not run again, another takes its place. Of two PLEGs either can be late.
 */
function inTrueOrder(
  changes: ChangeTable,
  first: number,
  count: number,
  reportedTwice: boolean,
): readonly LoggedState[] {
  const logged: LoggedState[] = [];
  /** The first state whose event has not come. */
  let nextState = 0;
  for (let change = first; change !== NO_CHANGE; change = changes.next(change, count)) {
    const own: LoggedState = {
      change,
      known: changes.known(change),
      exitCode: changes.exitCode(change),
      evidence: changes.evidence(change),
    };
    const isHandled = changes.isHandled(change);
    const later = isHandled || reportedTwice ? firstLater(changes, logged, nextState, change) : -1;
    let place = later < 0 ? logged.length : later;
    const before = logged[place - 1];
    if (before !== undefined && changes.state(before.change) === changes.state(change)) {
      before.exitCode ??= own.exitCode;
      before.evidence = [...before.evidence, ...own.evidence];
    } else {
      if (later < 0) logged.push(own);
      else {
        own.known = Math.min(own.known, logged[place]?.known ?? own.known) as Instant;
        logged.splice(place, 0, own);
      }
      place += 1;
    }
    if (isHandled && !reportedTwice) nextState = place;
  }
  return logged;
}

/** The first of the states from a place on that is a later one than that of a change; −1: none is. */
function firstLater(changes: ChangeTable, logged: readonly LoggedState[], from: number, change: number): number {
  for (let place = from; place < logged.length; place += 1)
    if (changes.isLaterState((logged[place] as LoggedState).change, change)) return place;
  return -1;
}
