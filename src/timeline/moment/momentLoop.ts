import { type Duration, inSeconds, seconds } from '../../kubelet/time.ts';
import { provenLoop } from '../../replay/innerState/innerStateProven.ts';
import type { MomentLoop } from './moment.ts';
import type { MomentContext } from './momentContext.ts';

const LONG_HOUSEKEEPING: Duration = seconds(1);

/** What the sync loop does. */
export function loopAt(moment: MomentContext): MomentLoop {
  const ended = endedLoop(moment);
  if (ended !== undefined) return ended;
  const proven = provenLoop(moment.facts, moment.time);
  if (proven !== undefined) {
    const { state, since, until, at, skip, by } = proven;
    return {
      state,
      known: 'proven',
      ...(since === undefined ? {} : { since }),
      // Of a sleep that no spacing tells only the shortest is known.
      ...(skip?.sleepKnown === false || until === undefined ? {} : { until }),
      source: at.source,
      line: at.line,
      ...(by === undefined ? {} : { by }),
      ...(skip?.sleepKnown === true ? { sleep: inSeconds(skip.sleep) } : {}),
      ...(skip === undefined || skip.beganEarlier ? {} : { backoffStep: skip.count }),
    };
  }
  if (moment.facts.neverStarted) return { state: 'not-started', known: 'likely' };
  if (moment.believed === 'unknown') return { state: 'unknown', known: 'unknown' };
  const { loop, calls } = moment.state.model;
  const known = moment.believed;
  const since = 'since' in loop ? moment.state.real(loop.since) : undefined;
  switch (loop.kind) {
    case 'not-started':
      return {
        state: loop.kind,
        known,
        ...(moment.facts.process.loopStarted === undefined ? {} : { since: moment.facts.process.loopStarted }),
      };
    case 'ended':
      return { state: loop.kind, known, ...(since === undefined ? {} : { since }) };
    case 'skipping':
      return {
        state: 'skipping',
        known,
        since: moment.state.real(loop.since),
        until: moment.state.real(loop.until),
        sleep: inSeconds((loop.sleep / 1000) as Duration),
        backoffStep: loop.skips,
      };
    case 'waiting':
      return { state: 'waiting', known, ...(since === undefined ? {} : { since }) };
    case 'working': {
      const listing = calls.some((call) => call.caller === 'housekeeping');
      if (loop.work !== 'housekeeping' || !listing)
        return { state: 'working', known, ...(since === undefined ? {} : { since }) };
      const long = since !== undefined && moment.time - since > LONG_HOUSEKEEPING;
      return {
        state: long ? 'blocked' : 'housekeeping',
        known,
        ...(since === undefined ? {} : { since }),
        by: 'housekeeping',
      };
    }
  }
}

/** From the last words of a kubelet that panicked or gave up on, whatever the model says of a loop that goes on until the end is reported. */
function endedLoop({ facts, history, time }: MomentContext): MomentLoop | undefined {
  const process = history.processes.find(({ id }) => id === facts.process.id) ?? facts.process;
  const { ending, to } = process;
  if (ending === undefined || (ending.how !== 'panic' && ending.how !== 'fatal') || time < to) return undefined;
  const [at] = ending.evidence;
  return { state: 'ended', known: 'proven', ...(at === undefined ? {} : { source: at.source, line: at.line }) };
}
