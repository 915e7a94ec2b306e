/** A log for measuring what the analysis costs above the reader: very many PLEG events, and unhealthy times with very many skips. */
import { closeSync, openSync, writeSync } from 'node:fs';

export interface PlegLogSize {
  readonly skips: number;
  readonly events: number;
  readonly pods: number;
  readonly containersPerPod: number;
}

/** What the log holds. */
export interface PlegLogTruth extends PlegLogSize {
  /** Unhealthy times without the one of the start. */
  readonly episodes: number;
  readonly bytes: number;
}

const PER_EPISODE = 25;
const PID = 1817;
const HOST = 'worker-7';
const START = Date.UTC(2026, 3, 26) * 1000;
const SECOND = 1_000_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Pseudo-random 32-bit numbers (xorshift), the same in each run. */
function numbers(): () => number {
  let state = 0x2545f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>>= 0);
  };
}

/** Writes the log to a file: kubelet 1.29 in journalctl's short form. Each restart of a container gives two events and a new id, as in a kubelet. */
export function writePlegLog(file: string, size: PlegLogSize): PlegLogTruth {
  const next = numbers();
  const hex = (digits: number): string => {
    let text = '';
    while (text.length < digits) text += next().toString(16).padStart(8, '0');
    return text.slice(0, digits);
  };
  const pods = Array.from({ length: size.pods }, (_, index) => ({
    ref: `team-${index % 12}/app-${index}-${hex(5)}`,
    uid: `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    containers: Array.from({ length: size.containersPerPod }, () => hex(64)),
  }));
  const descriptor = openSync(file, 'w');
  let bytes = 0;
  let buffer = '';
  let now = START;
  const flush = (): void => {
    bytes += writeSync(descriptor, buffer);
    buffer = '';
  };
  const line = (severity: string, caller: string, text: string): void => {
    const date = new Date(Math.floor(now / 1000));
    const [time = ''] = date.toISOString().slice(11).split('.');
    const day = String(date.getUTCDate()).padStart(2, '0');
    const micros = String(now % SECOND).padStart(6, '0');
    buffer += `${MONTHS[date.getUTCMonth()] ?? ''} ${day} ${time} ${HOST} kubelet[${PID}]: ${severity}${String(date.getUTCMonth() + 1).padStart(2, '0')}${day} ${time}.${micros} ${String(PID).padStart(7)} ${caller}] ${text}\n`;
    if (buffer.length > 1 << 20) flush();
  };
  const event = ({ ref, uid }: (typeof pods)[number], type: string, id: string): void =>
    line(
      'I',
      'kubelet.go:2453',
      `"SyncLoop (PLEG): event for pod" pod="${ref}" event={"ID":"${uid}","Type":"${type}","Data":"${id}"}`,
    );

  line('I', 'server.go:487', '"Kubelet version" kubeletVersion="v1.29.9"');
  now += SECOND;
  line('I', 'kubelet.go:2311', '"Starting kubelet main sync loop"');
  let events = 0;
  for (const pod of pods)
    for (const id of pod.containers) if (events < size.events && (events += 1) > 0) event(pod, 'ContainerStarted', id);
  const episodes = Math.ceil(size.skips / PER_EPISODE);
  let skips = 0;
  for (let episode = 0; episode < episodes; episode += 1) {
    const until = Math.round(events + (size.events - events) / (episodes - episode));
    while (events < until) {
      now += 20_000 + (next() % 200_000);
      const pod = pods[next() % pods.length];
      const at = next() % size.containersPerPod;
      const old = pod?.containers[at];
      if (pod === undefined || old === undefined) continue;
      event(pod, 'ContainerDied', old);
      events += 1;
      if (events === until) break;
      now += 300_000;
      const id = hex(64);
      pod.containers[at] = id;
      event(pod, 'ContainerStarted', id);
      events += 1;
    }
    // The relist of this moment inspects its pods for minutes: the loop is free and meets the fault at once.
    const relist = now + 200_000;
    now = relist + 180 * SECOND + (next() % SECOND);
    for (let step = 0; step < PER_EPISODE && skips < size.skips; step += 1, skips += 1) {
      const elapsed = (now - relist - 60) / SECOND;
      line(
        'E',
        'kubelet.go:2327',
        `"Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${Math.floor(elapsed / 60)}m${(elapsed % 60).toFixed(6)}s ago; threshold is 3m0s"`,
      );
      now += Math.min(5 * SECOND, 100_000 * 2 ** step) + 900;
    }
  }
  now += SECOND;
  line('I', 'kubelet.go:2421', `"SyncLoop ADD" source="api" pods=["${pods[0]?.ref ?? ''}"]`);
  flush();
  closeSync(descriptor);
  return { ...size, episodes, bytes };
}
