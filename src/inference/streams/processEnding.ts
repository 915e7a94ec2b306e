import { SIGKILL } from '../../kubelet/signals.ts';
import { type Instant, seconds, type TimeBounds } from '../../kubelet/time.ts';
import type { KubeletExitFact, NeighbourFact, UnitEnd } from '../../messages/fact.ts';
import type { EndingHow, LineReference, ProcessEnding } from '../history.ts';
import type { ProcessLedger } from './ledger.ts';
import { REPORTED_WITHIN } from './endSigns.ts';
import { lineOf } from '../store/lines.ts';
import { lastWritten } from './stepsBack.ts';

const SECOND = seconds(1);
/** A kubelet writes nothing but the stacks of its goroutines after its last words. */
const AFTER_LAST_WORDS = seconds(5);
/** `TimeoutStopSec` of systemd: a unit that is told to stop is killed after that (systemd.service(5), default 90 s). */
const STOPPED_WITHIN = seconds(90);
/** A stop so shortly before a boot is part of the shutdown of the machine. */
const SHUTDOWN = seconds(600);

interface EndedHow {
  readonly how: EndingHow;
  readonly code?: number;
  readonly signal?: number;
}

/**
 * How a process run ended, from its own last words and from what others wrote of it; `undefined` where nothing tells it. `next`: when the following process run of the node began.
 * The kernel and the watchdog come first, because all else follows from them; then a stop that somebody asked for, the program's own last words, and the status that systemd reports.
 */
export function endingOf(ledger: ProcessLedger, next: Instant | undefined): ProcessEnding | undefined {
  const to = lastWritten(ledger);
  if (to === undefined) return undefined;
  const lastWords = ledger.exits.findLast((exit) => exit.fatal && exit.time >= to - AFTER_LAST_WORDS);
  const ended = howItEnded(ledger, lastWords);
  if (ended === undefined) return undefined;
  const evidence: LineReference[] = [
    ...(lastWords === undefined ? [] : [lineOf(lastWords)]),
    ...ledger.endSigns.all.filter((sign) => sign.kind !== 'neighbour' || sign.what !== 'unit-restarts').map(lineOf),
  ];
  return { ...ended, at: whenItEnded(ledger, to, lastWords, next), evidence: evidence.slice(0, 8) };
}

function howItEnded(ledger: ProcessLedger, lastWords: KubeletExitFact | undefined): EndedHow | undefined {
  const signs = ledger.endSigns.all;
  const neighbours = signs.filter((sign): sign is NeighbourFact => sign.kind === 'neighbour');
  const main = neighbours.find(({ end }) => end?.sign === 'exited' || end?.sign === 'killed')?.end;
  const result = neighbours.find(({ end }) => end?.result !== undefined)?.end?.result;
  const stopping = neighbours.find(({ end }) => end?.sign === 'stopping');
  const status = statusOf(main);
  if (neighbours.some(({ victim }) => victim !== undefined))
    return { how: 'out-of-memory', signal: SIGKILL, ...status };
  if (result === 'oom-kill') return { how: 'out-of-memory', ...status };
  if (result === 'watchdog' || neighbours.some(({ what }) => what === 'watchdog'))
    return { how: 'watchdog', ...status };
  if (neighbours.some(({ what }) => what === 'health-monitor')) return { how: 'health-monitor', ...status };
  const boot = signs.find((sign) => sign.kind === 'boot' || sign.what === 'boot');
  if (
    boot !== undefined &&
    (stopping === undefined || boot.time - stopping.time < SHUTDOWN) &&
    main === undefined &&
    lastWords === undefined
  )
    return { how: 'reboot' };
  if (stopping !== undefined && main === undefined && lastWords !== undefined)
    return {
      how: stopping.time < lastWords.time ? 'stopped' : byOwnWords(lastWords),
      ...(lastWords.signal === undefined ? {} : { signal: lastWords.signal }),
    };
  if (
    stopping !== undefined &&
    isBefore(
      stopping,
      neighbours.find(({ end }) => end !== undefined && end === main),
    )
  )
    return {
      how: 'stopped',
      ...(main === undefined && neighbours.some(({ end }) => end?.sign === 'succeeded') ? { code: 0 } : status),
    };
  if (lastWords !== undefined)
    return {
      how: byOwnWords(lastWords),
      ...status,
      // Go aborts itself after the stacks that SIGQUIT asks for, where GOTRACEBACK is `crash`: systemd then tells SIGABRT.
      ...(lastWords.signal === undefined ? {} : { signal: lastWords.signal }),
    };
  if (main !== undefined) return { how: main.sign === 'killed' ? 'killed' : 'exited', ...status };
  if (neighbours.some(({ end }) => end?.sign === 'succeeded')) return { how: 'exited', code: 0 };
  if (result !== undefined) return { how: result === 'signal' || result === 'core-dump' ? 'killed' : 'exited' };
  // systemd also calls a unit stopped that it starts again by itself, after its process had ended.
  if (neighbours.some(({ what }) => what === 'unit-restarts')) return undefined;
  return neighbours.some(({ end }) => end?.sign === 'gone') ? { how: 'stopped' } : undefined;
}

function isBefore(sign: NeighbourFact, main: NeighbourFact | undefined): boolean {
  return (
    main === undefined ||
    sign.time < main.time ||
    (sign.time === main.time && (sign.source !== main.source || sign.line < main.line))
  );
}

function byOwnWords({ by }: KubeletExitFact): EndingHow {
  return by === 'panic' ? 'panic' : by === 'fatal' ? 'fatal' : by === 'signal' ? 'killed' : 'exited';
}

function statusOf(main: UnitEnd | undefined): { readonly code?: number; readonly signal?: number } {
  if (main?.status === undefined) return {};
  return main.sign === 'killed' ? { signal: main.status } : { code: main.status };
}

/** From the last line of the process run, or from when it was told to stop, to the line that finds it gone, the next process run at the latest; a stamp of the journal may be cut to the second. */
function whenItEnded(
  ledger: ProcessLedger,
  to: Instant,
  lastWords: KubeletExitFact | undefined,
  next: Instant | undefined,
): TimeBounds {
  const signs = ledger.endSigns.all;
  const found = signs.find(
    (sign) =>
      sign.kind === 'neighbour' &&
      (sign.end?.sign === 'exited' ||
        sign.end?.sign === 'killed' ||
        sign.end?.sign === 'succeeded' ||
        sign.end?.sign === 'failed' ||
        sign.end?.sign === 'gone'),
  );
  const limit = Math.max(to, next ?? Number.POSITIVE_INFINITY);
  const within = (min: number, max: number): TimeBounds => {
    const least = Math.min(Math.max(to, min), limit) as Instant;
    return { min: least, max: Math.max(least, Math.min(max, limit)) as Instant };
  };
  const stopping = signs.find((sign) => sign.kind === 'neighbour' && sign.end?.sign === 'stopping');
  if (found !== undefined) {
    const asked = stopping === undefined || stopping.time > found.time ? Number.NEGATIVE_INFINITY : stopping.time;
    return within(Math.max(found.time - REPORTED_WITHIN, asked), latest(found.time));
  }
  const victim = signs.find(
    (sign) => sign.kind === 'neighbour' && (sign.victim !== undefined || sign.what === 'health-monitor'),
  );
  if (victim !== undefined) return within(victim.time, latest(victim.time) + SECOND);
  if (lastWords !== undefined) return within(to, to + SECOND);
  const begin = stopping?.time ?? to;
  return within(
    begin,
    Math.min(
      stopping === undefined ? Number.POSITIVE_INFINITY : begin + STOPPED_WITHIN,
      bootedBy(signs, next) ?? (stopping === undefined ? to + STOPPED_WITHIN : Number.POSITIVE_INFINITY),
    ),
  );
}

/** A stamp of whole seconds was cut, most likely. */
function latest(time: Instant): number {
  return time % SECOND === 0 ? time + SECOND - 1 : time;
}

/** When the machine ran again at the latest; `undefined` where no sign tells of a boot. A mark of the journal has no stamp of its own: it stands at the time of the line before it, which may be long before the boot. */
function bootedBy(signs: ProcessLedger['endSigns']['all'], next: Instant | undefined): Instant | undefined {
  const kernel = signs.find((sign) => sign.kind === 'neighbour' && sign.what === 'boot');
  if (kernel !== undefined) return kernel.time;
  const mark = signs.find(({ kind }) => kind === 'boot');
  return mark === undefined ? undefined : (next ?? mark.time);
}
