/** Lines between the columns or the brackets of one tool, which stand behind the line, too. */
import type { TextRewriter } from './exportText.ts';
import { LineRewriter } from './lineRewriter.ts';

/** What the command line of AWS prints as text: an event, with its id where there is one, when it was taken in, its stream, the line and its time. */
const EVENT = /^EVENTS\t(?:\d{20,60}\t\d{13}\t[^\t\n]{1,512}|\d{13})\t([^\n]{0,1048576})\t(\d{13})$/;
/** What the collector of OpenTelemetry prints of a record. */
const BODY = /^[ \t]{0,8}Body: Str\(([^\n]{0,1048576})\)[ \t]{0,4}$/;
const TIMESTAMP = /^[ \t]{0,8}Timestamp: (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})?) \+0000 UTC/;
const OF_RECORD =
  /^[ \t]{0,8}(?:LogRecord #\d{1,9}|(?:Observed)?Timestamp: |Severity(?:Text|Number):|Trace ID:|Span ID:|Flags: |Attributes:|EventName:)/;

/** minikube, pkg/minikube/logs/logs.go: a line of the kubelet's journal behind one of its own, while it starts. */
const OF_MINIKUBE =
  /^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{6} {1,8}\d{1,8} logs\.go:\d{1,5}\] Found kubelet problem: (?=\w{3} [ \d]\d )/;
/** What it collects into one file has that journal itself. */
const SECTION = /^==> \w/m;

/** `talosctl dmesg`, and that of its support bundle, which names no node: `10.5.0.3: kern:    info: [2022-07-28T11:49:42.504764063Z]: cni0: …` (docs.siderolabs.com/talos, "Logging"). */
const OF_TALOS =
  /^(?:([\w.:-]{1,80}): )?(?:kern|user|daemon): {1,8}[a-z]{3,7}: \[(\d{4}-\d\d-\d\dT[\d:]{8}(?:\.\d{1,9})?Z)\]: /m;

/** What takes such lines out of them, where the beginning of a text has some. */
export function toolLinesOf(head: string): TextRewriter | undefined {
  if (EVENT.test(head.split('\n', 1)[0]?.replace(/\r$/, '') ?? '')) return new LineRewriter(eventOf);
  if (head.includes('] Found kubelet problem: ') && !SECTION.test(head))
    return new LineRewriter((line) => line.replace(OF_MINIKUBE, ''));
  if (OF_TALOS.test(head))
    return new LineRewriter((line) => line.replace(OF_TALOS, (_, node = '', time) => `${time} ${node} kernel: `));
  if (!/^[ \t]{0,8}LogRecord #\d/m.test(head) || !/^[ \t]{0,8}Body: Str\(/m.test(head)) return undefined;
  let time: string | undefined;
  return new LineRewriter((line) => {
    const body = BODY.exec(line)?.[1];
    if (body !== undefined) return JSON.stringify({ message: body, time });
    if (/LogRecord #/.test(line)) time = undefined;
    time = TIMESTAMP.exec(line)?.[1] ?? time;
    return OF_RECORD.test(line) ? '' : line;
  });
}

function eventOf(line: string): string {
  const [, message, timestamp] = EVENT.exec(line.replace(/\r$/, '')) ?? [];
  return message === undefined ? line : JSON.stringify({ message, timestamp });
}
