/** An incident of which the truth is known, and the sentences that the answer says of it. Times stand in the sentences as `<microseconds>`, so that a rule reads them exactly. */
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import type { Answer, Finding } from '../../../src/diagnosis/finding.ts';
import type { SentenceKind } from '../../../src/diagnosis/answer/sentenceKind.ts';
import type { ProvenHistory } from '../../../src/inference/history.ts';
import type { Reconstruction } from '../../../src/replay/reconstruction.ts';
import { replay } from '../../../src/replay/replay.ts';
import type { TruthRecord } from '../../../src/simulator/wording/truth.ts';
import { historyOf } from '../replay/readLog.ts';
import { pidOf, relists, timeOf, type TrueRelist, unhealthyWindows, type Window } from '../simulator/truth.ts';

export interface Sentence {
  readonly kind: SentenceKind;
  readonly text: string;
  /** Its times, in order. */
  readonly times: readonly number[];
}

/** What a scenario's file says of what its truth does not. */
export interface ScenarioText {
  readonly kubelet?: { readonly eventedPLEG?: boolean };
  readonly faults?: readonly { readonly effect?: string; readonly methods?: readonly string[] }[];
}

export interface Incident {
  readonly log: string;
  readonly truth: readonly TruthRecord[];
  readonly history: ProvenHistory;
  readonly answer: Answer;
  readonly findings: readonly Finding[];
  readonly sentences: readonly Sentence[];
  /** Truly unhealthy times that count: those of a second and more, without the normal starts. */
  readonly windows: readonly Window[];
  readonly relists: readonly TrueRelist[];
  /** Whether the scenario turns Evented PLEG on; absent for a recorded kubelet, whose truth does not say. */
  readonly evented?: boolean;
  /** Whether calls that list hang in the scenario at some time. */
  readonly listsHang: boolean;
}

/** Reads a log and its truth, one record a line; of a simulated one also its scenario, as its file says it. */
export function incidentOf(log: string, truth: readonly TruthRecord[], scenario?: ScenarioText): Incident {
  return incidentIn(replay(historyOf(log, Number(truth[0]?.t.slice(0, 4) ?? 2026))), log, truth, scenario);
}

/** The same of what was read already. */
export function incidentIn(
  reconstruction: Reconstruction,
  log: string,
  truth: readonly TruthRecord[],
  scenario?: ScenarioText,
): Incident {
  const { history } = reconstruction;
  const { answer, findings } = diagnose(reconstruction, { formatTime: (time) => `<${time}>` });
  const own = new Set(truth.map(pidOf));
  return {
    log,
    truth,
    history,
    answer,
    findings,
    sentences: sentencesOf(answer),
    windows: joined(
      unhealthyWindows(truth).filter(({ pid }) => own.has(pid)),
      truth,
    ),
    relists: relists(truth),
    listsHang: scenario?.faults?.some(hangsLists) === true,
    ...(scenario === undefined ? {} : { evented: scenario.kubelet?.eventedPLEG === true }),
  };
}

function hangsLists({ effect, methods }: { readonly effect?: string; readonly methods?: readonly string[] }): boolean {
  return effect === 'hang' && (methods === undefined || methods.some((method) => method.startsWith('List')));
}

/** A healthy moment of less than a second is none where the loop took no turn in it: nobody saw it. */
function joined(windows: readonly Window[], truth: readonly TruthRecord[]): readonly Window[] {
  const result: Window[] = [];
  for (const window of windows) {
    const last = result.at(-1);
    const unseen =
      last !== undefined &&
      last.pid === window.pid &&
      window.from - last.to < 1e6 &&
      truth.every(
        (record) =>
          record.ev !== 'sync_iter' ||
          pidOf(record) !== last.pid ||
          timeOf(record['start']) < last.to ||
          timeOf(record['start']) > window.from,
      );
    if (unseen) result[result.length - 1] = { ...last, to: window.to };
    else result.push(window);
  }
  return result;
}

/** Neighbouring parts of one kind are one sentence. */
function sentencesOf({ paragraphs }: Answer): readonly Sentence[] {
  const sentences: { kind: SentenceKind; text: string }[] = [];
  for (const parts of paragraphs) {
    let last: { kind: SentenceKind; text: string } | undefined;
    for (const { kind, text } of parts) {
      if (last?.kind === kind) last.text += text;
      else sentences.push((last = { kind, text }));
    }
  }
  return sentences.map(({ kind, text }) => ({
    kind,
    text: text.trim(),
    times: [...text.matchAll(/<(\d+(?:\.\d+)?)>/g)].map(([, time]) => Number(time)),
  }));
}

/** What came after the last line that is there is not what is asked. */
export function upTo(truth: readonly TruthRecord[], last: number): readonly TruthRecord[] {
  return truth.filter(({ t }) => timeOf(t) <= last + 1000);
}

export { pidOf, timeOf };
