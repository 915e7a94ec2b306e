/**
 * The inner state of the kubelet at one moment as a document: the embedded kubelet's state, with what lines prove put in its place. Where model and log contradict each other
 * the model's parts are unknown. Nothing is computed before the first question.
 */
import { podsLeftOut, withShownPods } from '../../inference/containers/shownPods.ts';
import type { ProvenHistory } from '../../inference/history.ts';
import { livedUntil } from '../../inference/streams/livedUntil.ts';
import { goesOn, type StopCheck } from '../../kubelet/stopCheck.ts';
import type { Instant } from '../../kubelet/time.ts';
import { MOST_OF_POD } from '../../replay/innerState/followedPods.ts';
import { innerStatesOf } from '../../replay/innerState/innerState.ts';
import type { Reconstruction } from '../../replay/reconstruction.ts';
import {
  MOST_CONTAINERS_SHOWN,
  MOST_PODS_SHOWN,
  type MomentDocument,
  type MomentReinspect,
  type MomentSummary,
} from './moment.ts';
import { callPathAt } from './momentCallPath.ts';
import { MomentChanges } from './momentChanges.ts';
import { MomentContext } from './momentContext.ts';
import { momentFields, momentHeadline } from './momentFields.ts';
import {
  healthAt,
  nodeReadyAt,
  reasonsAt,
  relistNow,
  runtimeSync,
  stalenessAt,
  thresholdKnown,
} from './momentHealth.ts';
import { loopAt } from './momentLoop.ts';
import { type Names, namesOf } from './momentNames.ts';
import { cacheAt, channelAt, podRecordsAt } from './momentPods.ts';

/** Answers what the kubelet's inner state was, moment by moment. */
export interface Moments {
  /** The state of a process at a time: of the one that is named, else of the one that runs then. `undefined` when no process is known at all. Given up by `stopCheck` it can be asked again. */
  at(time: Instant, process?: string, stopCheck?: StopCheck): MomentDocument | undefined;
  /** The same in short. Times that go forward cost one run of the model over them all. */
  summary(time: Instant, process: string): MomentSummary | undefined;
}

/** Makes the answerer of one analysis; it costs nothing until it is asked. */
export function createMoments(reconstruction: Reconstruction): Moments {
  let made: Parts | undefined;
  const parts = (): Parts => (made ??= partsOf(withShownPods(reconstruction.history)));
  return {
    at(time, process, stopCheck = goesOn) {
      const { history, states, changes, names } = parts();
      stopCheck();
      const facts = states.factsAround(time, process);
      if (facts === undefined) return undefined;
      stopCheck();
      const state = states.at(facts, time, true, stopCheck);
      stopCheck();
      return documentOf(new MomentContext(history, state, time, names()), changes);
    },
    summary(time, process) {
      const { history, states, names } = parts();
      const facts = states.factsAt(time, process);
      if (facts === undefined) return undefined;
      return summaryOf(new MomentContext(history, states.at(facts, time, false), time, names()));
    },
  };
}

/** What all moments of an analysis share. */
interface Parts {
  readonly history: ProvenHistory;
  readonly states: ReturnType<typeof innerStatesOf>;
  readonly changes: MomentChanges;
  readonly names: () => Names;
}

function partsOf(history: ProvenHistory): Parts {
  let names: Names | undefined;
  return {
    history,
    states: innerStatesOf(history),
    changes: new MomentChanges(history),
    names: () => (names ??= namesOf(history)),
  };
}

function summaryOf(moment: MomentContext): MomentSummary {
  const staleness = stalenessAt(moment);
  return {
    time: moment.time,
    process: moment.facts.process.id,
    staleness,
    relist: relistNow(moment),
    health: healthAt(moment, reasonsAt(moment, staleness)),
    loop: loopAt(moment),
  };
}

function documentOf(moment: MomentContext, changes: MomentChanges): MomentDocument {
  const { process } = moment.facts;
  const label = moment.label(moment.facts);
  const staleness = stalenessAt(moment);
  const { reasons, known: reasonsKnown } = reasonsAt(moment, staleness);
  const loop = loopAt(moment);
  tellNotFollowed(moment);
  const channel = channelAt(moment, loop);
  const reinspect = moment.state.model.reinspect.map((uid): MomentReinspect => ({
    pod: moment.pod(uid),
    known: moment.held,
    ...moment.failurePlace(uid),
  }));
  const records = podRecordsAt(moment);
  if (moment.unlisted > 0)
    moment.caveats.push(
      `Of each pod ${MOST_CONTAINERS_SHOWN} containers are listed, and ${moment.unlisted.toLocaleString('en')} are not.`,
    );
  const callPath = callPathAt(moment.state, (uid) => moment.pod(uid), moment.believed);
  const parts = {
    time: moment.time,
    process: process.id,
    processLabel: label,
    otherProcesses: moment.history.processes
      .filter((other) => other.id !== process.id && other.from <= moment.time && livedUntil(other) >= moment.time)
      .map((other) => ({ id: other.id, label: moment.nameOf(other) })),
    loop,
    reasons,
    reasonsKnown,
    staleness,
    relist: relistNow(moment),
    health: healthAt(moment, { reasons, known: reasonsKnown }),
    channel,
    reinspect,
    reinspectKnown: moment.held,
    cache: cacheAt(moment),
    podRecords: records.slice(0, MOST_PODS_SHOWN),
    podRecordsKnown: moment.held,
    pods: records.length,
    ...(callPath === undefined ? {} : { callPath }),
    ...changes.around(moment.state, (uid) => moment.pod(uid)),
    caveats: moment.caveats,
  };
  const more = {
    clock: (time: number) => moment.clock(time),
    runtimeSync: runtimeSync(moment),
    threshold: thresholdKnown(moment),
    ...nodeReadyAt(moment),
  };
  return { ...parts, headline: moment.instead ?? momentHeadline(parts, more), fields: momentFields(parts, more) };
}

function tellNotFollowed(moment: MomentContext): void {
  const { pods, containers } = moment.state.run.notFollowed;
  const count = pods + podsLeftOut(moment.history);
  if (count > 0)
    moment.caveats.push(
      `Of the pods that the log names, ${count.toLocaleString('en')} are too many for this view: the model does not follow them.`,
    );
  if (containers > 0)
    moment.caveats.push(
      `Of pods with very many containers it follows ${MOST_OF_POD} of each, and leaves out ${containers.toLocaleString('en')}.`,
    );
}
