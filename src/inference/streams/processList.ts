import type { KubeletProcess, ProcessEnd } from '../history.ts';
import type { ProcessLedger } from './ledger.ts';
import type { Instant } from '../../kubelet/time.ts';
import { AFTER_ALL } from '../store/lines.ts';
import { possibleTraits } from '../episodes/possibleTraits.ts';
import { compareByClock } from '../clockPeriods.ts';
import { fallBackOf } from './eventedFallBack.ts';
import { endingOf } from './processEnding.ts';
import { usesEvented } from './usesEvented.ts';
import { placesOf, settingsOf } from './settings.ts';
import { verbosityOf, versionOf } from './versions.ts';

/**
 * The process runs as the history tells them, in order of appearance. Marks each ledger that another process run of its node replaced.
 * `begin`: the first time of the log, which one without a time of its own has: its lines stand before all that have one.
 */
export function processesOf(
  ledgers: readonly ProcessLedger[],
  nodes: readonly string[],
  begin: Instant,
): readonly KubeletProcess[] {
  const isLater = (one: ProcessLedger, other: ProcessLedger): boolean =>
    compareByClock(one, other, ({ from }) => from ?? 0) > 0;
  const latest = new Map<string, ProcessLedger>();
  ledgers.forEach((ledger, index) => {
    const node = nodes[index] ?? '';
    const before = latest.get(node);
    if (before === undefined || isLater(ledger, before)) latest.set(node, ledger);
  });
  ledgers.forEach((ledger, index) => {
    const last = latest.get(nodes[index] ?? '');
    ledger.replaced = last !== undefined && isLater(last, ledger);
  });
  const next = nextBegins(ledgers, nodes);
  return ledgers.map((ledger, index): KubeletProcess => {
    const ending = endingOf(ledger, next[index]);
    const silence = ledger.silences.unlikeOthers();
    const quietest = ledger.silences.longest();
    const { version, known, range, proven, assumed, evidence, text } = versionOf(ledger);
    const verbosity = verbosityOf(ledger);
    const evented = eventedOf(ledger);
    const from = ledger.from ?? begin;
    return {
      id: ledger.id,
      node: nodes[index] ?? 'node-1',
      from,
      to: ledger.to ?? from,
      ...(ledger.from === undefined ? { isUndated: true } : {}),
      ...(ledger.clockPeriod === 0 ? {} : { clockPeriod: ledger.clockPeriod }),
      first: ledger.first,
      last: { ...ledger.last },
      records: ledger.records,
      ...(ledger.pid === undefined ? {} : { pid: ledger.pid }),
      ...(ledger.identifier === undefined ? {} : { identifier: ledger.identifier }),
      ...(ledger.isJson ? { isJson: true } : {}),
      ...(ledger.versionSightings.isOnWindows ? { isOnWindows: true } : {}),
      ...(version === undefined ? {} : { version }),
      versionKnown: known,
      ...(range === undefined ? {} : { versionRange: range }),
      ...(evidence === undefined ? {} : { versionEvidence: evidence }),
      ...(assumed === undefined ? {} : { assumedVersion: assumed }),
      versionText: text,
      ...(verbosity === undefined ? {} : { verbosity }),
      settings: settingsOf(ledger, possibleTraits(proven)),
      ...(ledger.printedFlags ? { places: placesOf(ledger) } : {}),
      ...(evented === undefined ? {} : { evented }),
      startedInLog: ledger.startedInLog,
      ...(ledger.loopStarted === undefined ? {} : { loopStarted: ledger.loopStarted.time }),
      endedBy: endOf(ledger),
      ...(ending === undefined ? {} : { ending }),
      ...(quietest === undefined ? {} : { quietest }),
      ...(silence === undefined ? {} : { silence }),
    };
  });
}

/** When the following process run of the same node began, in the order of the log. */
function nextBegins(ledgers: readonly ProcessLedger[], nodes: readonly string[]): readonly (Instant | undefined)[] {
  const begins = new Array<Instant | undefined>(ledgers.length);
  const later = new Map<string, Instant>();
  for (let index = ledgers.length - 1; index >= 0; index -= 1) {
    const node = nodes[index] ?? '';
    begins[index] = later.get(node);
    const from = ledgers[index]?.from;
    if (from !== undefined) later.set(node, from);
  }
  return begins;
}

function endOf(ledger: ProcessLedger): ProcessEnd {
  if (ledger.endedByExit) return 'exit';
  return ledger.replaced ? 'replaced' : 'end-of-log';
}

/** Evented PLEG is in use from the start until it falls back, by the same proof as the rules take. */
function eventedOf(ledger: ProcessLedger): KubeletProcess['evented'] {
  if (!usesEvented(ledger)) return undefined;
  const until = fallBackOf(ledger)?.max;
  return until === undefined || until >= AFTER_ALL ? {} : { until };
}
