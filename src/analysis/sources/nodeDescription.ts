/** What `kubectl describe` tells of a node: its conditions and the warnings among its events. For a text in which no line of the kubelet stands. */

interface Condition {
  readonly type: string;
  readonly status: string;
  /** The time of the last transition, in UTC; `undefined`: it does not stand there, or in a form of its own. */
  readonly since: Date | undefined;
  readonly reason: string;
  readonly message: string;
}

export interface NodeDescription {
  /** The condition Ready where it is not True. */
  readonly notReady: Condition | undefined;
  /** Other conditions that are True and mean trouble. */
  readonly troubles: readonly Condition[];
  /** Each reason once, in the order of the text. */
  readonly warnings: readonly Warning[];
}

interface Warning {
  readonly reason: string;
  /** Of the first event of this reason. */
  readonly message: string | undefined;
}

const LONGEST = 1000;
const DATE = String.raw`(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}|<unknown>)`;
/** kubectl/pkg/describe/describe.go, describeNode: type, status, heartbeat, transition, reason, message. */
const CONDITION = new RegExp(
  String.raw`^ {0,8}([A-Z][A-Za-z]{2,60})[ \t]{1,40}(True|False|Unknown)[ \t]{1,40}${DATE}[ \t]{1,40}(${DATE})[ \t]{1,40}(\S{1,80})(?:[ \t]{1,40}(.{1,400}))?$`,
);
const COLUMNS = /\t{1,20}| {2,60}/;
const REASON = /^[A-Z][A-Za-z]{2,60}$/;
const AGE = /^(?:<\w{1,20}>|\d{1,5}[smhdy].{0,40})$/;

/** A row of events. `kubectl` of now: type, reason, age, source, message; of old: first seen, last seen, count, source, part of the object, type, reason, message. */
function eventOf(line: string): (Warning & { readonly type: 'Normal' | 'Warning' }) | undefined {
  if (!line.includes('Normal') && !line.includes('Warning')) return undefined;
  const columns = line.trim().split(COLUMNS);
  const at = columns.findIndex((column) => column === 'Normal' || column === 'Warning');
  const [type, reason = '', ...rest] = columns.slice(at);
  if ((type !== 'Normal' && type !== 'Warning') || !REASON.test(reason)) return undefined;
  if (at === 0) return AGE.test(rest[0] ?? '') ? { type, reason, message: rest[2] } : undefined;
  return at >= 4 && at <= 5 && AGE.test(columns[0] ?? '') && AGE.test(columns[1] ?? '')
    ? { type, reason, message: rest[0] }
    : undefined;
}

/** Whether a line is a row of a node's conditions, or of the events below a description. */
export function isOfDescription(line: string): boolean {
  return CONDITION.test(line) || eventOf(line) !== undefined;
}

/** What the text says of its node; `undefined`: nothing that is amiss. */
export function nodeDescription(text: string): NodeDescription | undefined {
  const lines = text.split('\n').map((line) => line.slice(0, LONGEST).trimEnd());
  const conditions = lines.map((line) => conditionOf(line)).filter((found) => found !== undefined);
  const warnings: Warning[] = [];
  for (const line of lines) {
    const event = eventOf(line);
    if (event?.type === 'Warning' && !warnings.some(({ reason }) => reason === event.reason)) warnings.push(event);
  }
  const notReady = conditions.find(({ type, status }) => type === 'Ready' && status !== 'True');
  const troubles = conditions.filter(({ type, status }) => type !== 'Ready' && status === 'True');
  return notReady === undefined && troubles.length + warnings.length === 0
    ? undefined
    : { notReady, troubles, warnings };
}

function conditionOf(line: string): Condition | undefined {
  const [, type, status, since, reason, message] = CONDITION.exec(line) ?? [];
  if (type === undefined || status === undefined || since === undefined || reason === undefined) return undefined;
  const time = new Date(since);
  return {
    type,
    status,
    since: Number.isNaN(time.getTime()) ? undefined : time,
    reason,
    message: message ?? '',
  };
}

/** The control plane wrote this itself (pkg/controller/nodelifecycle): nothing came from the kubelet any more. */
const NOT_HEARD = 'NodeStatusUnknown';
const NEVER_HEARD = 'NodeStatusNeverUpdated';
const MOST_WARNINGS = 6;
const MOST_QUOTED = 3;
const LONGEST_QUOTED = 160;

/** The same in words, each sentence for itself. */
export function nodeDescriptionText({ notReady, troubles, warnings }: NodeDescription): string {
  const said = [
    ...(notReady === undefined
      ? []
      : [
          `It says that the condition Ready is ${notReady.status}${sinceText(notReady)} (${quoted(notReady)}).`,
          ...(notReady.reason === NOT_HEARD
            ? [
                'That was written by the control plane, which heard nothing of the kubelet any more: it does not run, hangs, or does not reach the API server.',
              ]
            : notReady.reason === NEVER_HEARD
              ? ['That was written by the control plane: this kubelet has never reported.']
              : []),
        ]),
    ...troubles.map((trouble) => `The condition ${trouble.type} is True${sinceText(trouble)} (${quoted(trouble)}).`),
    ...(warnings.length === 0
      ? []
      : [
          `Warnings among its events: ${warnings.slice(0, MOST_WARNINGS).map(warningText).join(', ')}${warnings.length > MOST_WARNINGS ? ', …' : ''}.`,
        ]),
  ];
  return said.join(' ');
}

/** Those that come first with their words. */
function warningText({ reason, message }: Warning, at: number): string {
  return message === undefined || at >= MOST_QUOTED
    ? reason
    : `${reason} ("${message.length <= LONGEST_QUOTED ? message : `${message.slice(0, LONGEST_QUOTED)}…`}")`;
}

/** A while before the earliest change that is told, for `journalctl --since`. */
const BEFORE = 10 * 60 * 1000;

export function beginOfTrouble({ notReady, troubles }: NodeDescription): string | undefined {
  const times = [notReady, ...troubles].flatMap((condition) => condition?.since?.getTime() ?? []);
  return times.length === 0 ? undefined : utc(new Date(Math.min(...times) - BEFORE));
}

function sinceText({ since }: Condition): string {
  return since === undefined ? '' : ` since ${utc(since)}`;
}

function quoted({ reason, message }: Condition): string {
  return message === '' ? reason : `${reason}: "${message}"`;
}

function utc(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
