import { analysisJson } from '../../../src/analysis/outputs/formatJson.ts';
import { type AnalysisSession, createAnalysisSession, type TimeWindow } from '../../../src/analysis/session.ts';
import { queriesOf } from '../../../src/inference/queries.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import { analysisOf } from './analyse.ts';

/** Each line as a record: the way without the lane. */
export function byRecords(bytes: Uint8Array): AnalysisSession {
  const session = createAnalysisSession({ quick: false });
  session.open('node.log', { year: 2026 });
  session.push(bytes);
  session.end();
  return session;
}

export function byLane(bytes: Uint8Array, chunk: number): AnalysisSession {
  const session = createAnalysisSession();
  session.open('node.log', { year: 2026 });
  // One buffer for all chunks, or the session's own memory, as files are read.
  const own = new Uint8Array(chunk);
  for (let at = 0; at < bytes.length; at += chunk) {
    const part = bytes.subarray(at, at + chunk);
    const room = (at / chunk) % 3 === 2 ? undefined : session.room;
    const buffer = room === undefined || room.length < chunk ? own : room.subarray(0, chunk);
    buffer.set(part);
    session.push(part.length === chunk ? buffer : buffer.subarray(0, part.length));
    buffer.fill(0x78);
  }
  session.end();
  return session;
}

/** All that the history and the analysis say, as text. */
export function everything(session: AnalysisSession): string {
  const analysis = analysisOf(session);
  const { history } = analysis.reconstruction;
  const parts = [
    analysisJson(analysis, session.lineText),
    { ...history, processes: history.processes.map((process) => ({ ...process, settings: [...process.settings] })) },
  ];
  return parts.map((part) => JSON.stringify(part, null, 1)).join('\n');
}

/** All facts that are kept, in the order in which they are handed to the rules. */
export function keptFacts(session: AnalysisSession): string {
  return JSON.stringify([...queriesOf(analysisOf(session).reconstruction.history).passingFacts(() => true)]);
}

/** Logs that are merged, in pieces of so many bytes. */
export function merged(
  logs: readonly { readonly lines: readonly string[]; readonly begins?: Instant }[],
  piece: number,
  quick: boolean,
): AnalysisSession {
  const session = createAnalysisSession({ quick });
  const feed = session.openMerged(
    logs.map(({ begins }, index) => ({
      name: `log-${index}`,
      options: { year: 2026 },
      ...(begins === undefined ? {} : { begins }),
    })),
  );
  const bytes = logs.map(({ lines }) => bytesOf(lines));
  const at = logs.map(() => 0);
  for (let source = feed.wanted(); source !== undefined; source = feed.wanted()) {
    const all = bytes[source] ?? new Uint8Array(0);
    const from = at[source] ?? 0;
    if (from >= all.length) feed.end(source);
    else {
      const chunk = all.slice(from, from + piece);
      feed.push(source, chunk);
      // It may be overwritten.
      chunk.fill(0x2e);
    }
    at[source] = from + piece;
  }
  return session;
}

/** A stretch of time of a log, in pieces of so many bytes. */
export function stretchOf(
  log: Uint8Array,
  window: TimeWindow,
  piece: number,
  quick: boolean,
  timeZone?: string,
): AnalysisSession {
  const session = createAnalysisSession({ quick });
  session.only(window);
  session.open('node.log', { year: 2026, ...(timeZone === undefined ? {} : { timeZone }) });
  for (let at = 0; at < log.length; at += piece) session.push(log.slice(at, at + piece));
  session.end();
  return session;
}

export function bytesOf(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
}

/** How a log is given: as one file, from a time on, cut into two that are merged, or as the logs of two nodes. */
export const GIVEN = ['whole', 'since', 'in parts', 'of two nodes'] as const;

/** All that is said of a log and kept of it, read each way; `halfway`: a time within it. */
export function bothWays(
  log: readonly string[],
  piece: number,
  given: (typeof GIVEN)[number],
  halfway: Instant,
): { readonly byLane: string; readonly byRecords: string } {
  const middle = Math.floor(log.length / 2);
  const read: Record<typeof given, (quick: boolean) => AnalysisSession> = {
    whole: (quick) => (quick ? byLane(bytesOf(log), piece) : byRecords(bytesOf(log))),
    since: (quick) => stretchOf(bytesOf(log), { from: halfway }, piece, quick),
    'in parts': (quick) => merged([{ lines: log.slice(0, middle) }, { lines: log.slice(middle) }], piece, quick),
    'of two nodes': (quick) =>
      merged(
        [
          { lines: log },
          {
            lines: log
              .filter((_, index) => index % 5 !== 0)
              .map((line) => line.replace(/ (?:worker-2|EOF) /, ' worker-3 ')),
          },
        ],
        piece,
        quick,
      ),
  };
  const all = (session: AnalysisSession): string => everything(session) + keptFacts(session);
  return { byLane: all(read[given](true)), byRecords: all(read[given](false)) };
}

/** The text of a structured line as kubelets 1.21 to 1.27 wrote it: `%+v` where it is JSON today, and uids without quotes. */
export function asBefore128(text: string): string {
  return text
    .replace(/event=\{"ID":"([^"]*)","Type":"([^"]*)","Data":"([^"]*)"\}/, 'event=&{ID:$1 Type:$2 Data:$3}')
    .replace(
      /pods=\[(.*)\]/,
      (_, pods: string) => `pods=[${[...pods.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, pod]) => pod).join(' ')}]`,
    )
    .replace(/(podUID|podID|probeResult)="([^"]*)"/g, '$1=$2');
}

/** The text of a structured line as kubelets up to 1.20 wrote it, where they had the message: printf, with pods as `name_namespace(uid)`. */
export function asBefore121(text: string): string {
  const spelt = (pod: string, uid = ''): string =>
    `${pod.slice(pod.indexOf('/') + 1)}_${pod.slice(0, Math.max(0, pod.indexOf('/')))}(${uid})`;
  const pods = (list: string): string =>
    [...list.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, pod = '']) => spelt(pod)).join(', ');
  return text
    .replace(
      /"SyncLoop \(PLEG\): event for pod" pod="(.*)" event=\{"ID":"([^"]*)","Type":"([^"]*)","Data":"([^"]*)"\}/,
      (_, pod: string, uid: string, type: string, data: string) =>
        `SyncLoop (PLEG): "${spelt(pod, uid)}", event: &pleg.PodLifecycleEvent{ID:"${uid}", Type:"${type}", Data:"${data}"}`,
    )
    .replace(
      /"SyncLoop \(SYNC\) pods" total=(\d+) pods=\[(.*)\]/,
      (_, total: string, list: string) => `SyncLoop (SYNC): ${total} pods; ${pods(list)}`,
    )
    .replace(
      /"SyncLoop ([A-Z]+)" source="(.*)" pods=\[(.*)\]/,
      (_, what: string, source: string, list: string) => `SyncLoop (${what}, "${source}"): "${pods(list)}"`,
    )
    .replace(
      /"Probe failed" probeType="(\w+)" pod="(.*)" podUID="(.*)" containerName="(.*)" probeResult="(.*)" output="(.*)"/,
      (_, type: string, pod: string, uid: string, container: string, result: string, output: string) =>
        `${type} probe for "${spelt(pod, uid)}:${container}" failed (${result}): ${output}`,
    )
    .replace(
      /"Error syncing pod, skipping" err="(.*)" pod="(.*)" podUID="(.*)"/,
      (_, error: string, pod: string, uid: string) =>
        `Error syncing pod ${uid} ("${spelt(pod, uid)}"), skipping: ${error}`,
    )
    .replace(/"RemoveContainer" containerID="(.*)"/, '[topologymanager] RemoveContainer - Container ID: $1');
}

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/**
 * A journal of two lives of a kubelet, as text or JSON. In each come lines enough that later ones need no record, then the messages again and again; the
 * second and further texts of a message are lines that belong to it.
 */
export function logOfLives(messages: readonly (readonly string[])[], repeats: number, asJson: boolean): Uint8Array {
  const lines: string[] = [];
  let at = 0;
  const add = (pid: number, text: string, goesOn = false): void => {
    at += 1;
    const second = 1000 + Math.floor(at / 9);
    const micros = String((at % 9) * 111_000 + (at % 50)).padStart(6, '0');
    const clock = `${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)}`;
    const message = goesOn ? text : `I1121 ${clock}.${micros}    ${pid} ${text}`;
    if (asJson)
      lines.push(
        JSON.stringify({
          __CURSOR: `s=1;i=${at.toString(16)}`,
          __REALTIME_TIMESTAMP: `${Date.UTC(2026, 10, 21, 0, 0, second) * 1000 + Number(micros)}`,
          PRIORITY: '6',
          SYSLOG_IDENTIFIER: 'kubelet',
          _PID: String(pid),
          MESSAGE: message,
          _HOSTNAME: 'worker-2',
        }),
      );
    else lines.push(`Nov 21 ${clock} worker-2 kubelet[${pid}]: ${message}`);
  };
  for (const pid of [2100, 2500]) {
    add(pid, 'server.go:487] "Kubelet version" kubeletVersion="v1.30.4"');
    for (let index = 0; index < 1010; index += 1)
      add(pid, `status_manager.go:809] "Pod status updated" pod="shop/web-1" statusVersion=${index}`);
    for (let repeat = 0; repeat < repeats; repeat += 1)
      for (const texts of messages) texts.forEach((text, place) => add(pid, text, place > 0));
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}
