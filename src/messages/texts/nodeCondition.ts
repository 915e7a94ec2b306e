/** The node condition inside `Node became not ready`: a Go struct up to 1.27, JSON from 1.28. */
import { type Duration, seconds } from '../../kubelet/time.ts';

interface NodeConditionText {
  readonly type?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  /** How long the process had run, as Go prints its monotonic clock (`m=+1.77`, time/format.go); in structs only. */
  readonly uptime?: Duration;
}

/** Reads a condition in either form, also when it was cut at its end. */
export function parseNodeCondition(text: string): NodeConditionText {
  return text.includes('"status"') || text.startsWith('{"') ? parseJson(text) : parseStruct(text);
}

/** A condition to write; times as RFC 3339 in UTC with seconds, and as Go prints a `time.Time` with its monotonic part. */
interface NodeConditionToWrite {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly heartbeat: { readonly rfc3339: string; readonly go: string };
  readonly transition: { readonly rfc3339: string; readonly go: string };
}

/** Writes a condition as the kubelet does: JSON from 1.28, a Go struct before. Pair of `parseNodeCondition`. */
export function formatNodeCondition(condition: NodeConditionToWrite, asJson: boolean): string {
  const { type, status, reason, message, heartbeat, transition } = condition;
  if (asJson)
    return JSON.stringify({
      type,
      status,
      lastHeartbeatTime: heartbeat.rfc3339,
      lastTransitionTime: transition.rfc3339,
      reason,
      message,
    });
  return `{Type:${type} Status:${status} LastHeartbeatTime:${heartbeat.go} LastTransitionTime:${transition.go} Reason:${reason} Message:${message}}`;
}

function parseJson(text: string): NodeConditionText {
  return compact(
    jsonMember(text, 'type'),
    jsonMember(text, 'status'),
    jsonMember(text, 'reason'),
    jsonMember(text, 'message'),
  );
}

function jsonMember(text: string, name: string): string | undefined {
  const key = `"${name}":"`;
  const at = text.indexOf(key);
  if (at < 0) return undefined;
  const from = at + key.length;
  let end = from;
  while (end < text.length && text.charAt(end) !== '"') end += text.charAt(end) === '\\' ? 2 : 1;
  const raw = text.slice(from, end);
  if (!raw.includes('\\')) return raw;
  try {
    const value: unknown = JSON.parse(`"${raw}"`);
    return typeof value === 'string' ? value : raw;
  } catch {
    return raw;
  }
}

/** `{Type:Ready Status:False LastHeartbeatTime:… Reason:KubeletNotReady Message:…}`: names in this order, the message last and free. */
function parseStruct(text: string): NodeConditionText {
  const messageAt = text.indexOf(' Message:');
  const head = messageAt < 0 ? text : text.slice(0, messageAt);
  const tail = messageAt < 0 ? undefined : text.slice(messageAt + ' Message:'.length).trimEnd();
  const uptime = Number(word(head, ' m=+'));
  return {
    ...compact(
      word(head, 'Type:'),
      word(head, 'Status:'),
      word(head, 'Reason:'),
      tail?.endsWith('}') === true ? tail.slice(0, -1) : tail,
    ),
    ...(uptime > 0 ? { uptime: seconds(uptime) } : {}),
  };
}

function word(text: string, name: string): string | undefined {
  const at = text.indexOf(name);
  if (at < 0) return undefined;
  const from = at + name.length;
  const blank = text.indexOf(' ', from);
  return text.slice(from, blank < 0 ? undefined : blank);
}

function compact(
  type: string | undefined,
  status: string | undefined,
  reason: string | undefined,
  message: string | undefined,
): NodeConditionText {
  return {
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
  };
}
