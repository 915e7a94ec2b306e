import { describe, expect, it } from 'vitest';
import { analysisJson } from '../../../src/analysis/outputs/formatJson.ts';
import { analysisOf } from './analyse.ts';
import { byLane, byRecords, everything } from './bothWays.ts';

const LINES = 6000;

/** A life of a kubelet whose lines mostly repeat earlier ones: syncs of a few pods, probes, housekeeping, chatter; with an episode, a restart and a neighbour. */
function log(stamp: (second: number) => string): Uint8Array {
  const lines: string[] = [];
  let pid = 2100;
  for (let index = 0; index < LINES; index += 1) {
    const second = 1000 + Math.floor(index / 9);
    const clock = `${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)}`;
    if (index === 3500) {
      pid = 2500;
      lines.push(`${stamp(second)} worker-2 systemd[1]: Started kubelet: The Kubernetes Node Agent.`);
      lines.push(
        `${stamp(second)} worker-2 kubelet[2500]: I1121 ${clock}.${six(index)}    2500 server.go:487] "Kubelet version" kubeletVersion="v1.30.4"`,
      );
    }
    const pod = index % 7;
    const line = (severity: string, text: string): void => {
      lines.push(`${stamp(second)} worker-2 kubelet[${pid}]: ${severity}1121 ${clock}.${six(index)}    ${pid} ${text}`);
    };
    if (index > 2000 && index < 2060)
      line(
        'E',
        `kubelet.go:2412] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${180 + index - 2000}.5s ago; threshold is 3m0s"`,
      );
    else if (index % 11 === 0) line('I', `kubelet.go:2472] "SyncLoop (SYNC) pods" total=1 pods=["shop/web-${pod}"]`);
    else if (index % 13 === 0) line('I', 'kubelet.go:2480] "SyncLoop (housekeeping)"');
    else if (index % 13 === 1) line('I', `kubelet.go:2498] "SyncLoop (housekeeping) end" duration="${pod}.1ms"`);
    else if (index % 17 === 0)
      line(
        'I',
        `prober.go:107] "Probe failed" probeType="Readiness" pod="shop/web-${pod}" podUID="0a67324e-69fe-4f79-aa3e-15517a14227${pod}" containerName="app" probeResult="failure" output="HTTP ${index}"`,
      );
    else if (index % 101 === 0)
      line(
        'E',
        `pod_workers.go:1300] "Error syncing pod, skipping" err="no" pod="shop/web-${pod}" podUID="0a67324e-69fe-4f79-aa3e-15517a14227${pod}"`,
      );
    else if (index % 103 === 0) {
      line('I', `prober.go:107] "Probe failed" probeType="Liveness" pod="shop/web-${pod}" output=<`);
      lines.push(
        `${stamp(second)} worker-2 kubelet[${pid}]:         a line of its own`,
        `${stamp(second)} worker-2 kubelet[${pid}]:  >`,
      );
    } else if (index % 107 === 0) {
      line('W', `reflector.go:150] object-"shop"/"settings": watch ended`);
      lines.push(`${stamp(second)} worker-2 kubelet[${pid}]: and a second line of the same message`);
    } else if (index % 19 === 0)
      line(
        'I',
        `reconciler_common.go:293] "operationExecutor.UnmountVolume started for volume \\"config-${pod}\\" (UniqueName: \\"x\\")"`,
      );
    else if (index % 23 === 0)
      line(
        'I',
        `kubelet.go:2533] "SyncLoop (PLEG): event for pod" pod="shop/web-${pod}" event={"ID":"0a67324e-69fe-4f79-aa3e-15517a14227${pod}","Type":"ContainerStarted","Data":"c${index}"}`,
      );
    else line('I', `status_manager.go:809] "Pod status updated" pod="shop/web-${pod}" statusVersion=${index}`);
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
const six = (index: number): string => String((index % 9) * 111_000 + (index % 50)).padStart(6, '0');

/** Lines of the mass that state something, in the spellings that the plans of their places have to tell apart. */
function factLog(random: () => number): Uint8Array {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const lines: string[] = [];
  let pid = 2100;
  for (let index = 0; index < 4000; index += 1) {
    const second = 1000 + Math.floor(index / 9);
    if (index === 2200) pid = 2500;
    const head = `Nov 21 ${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)} worker-2 kubelet[${pid}]: `;
    const line = (severity: string, text: string): void => {
      lines.push(
        `${head}${severity}1121 ${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)}.${six(index)}    ${pid} ${text}`,
      );
      if (random() < 0.004) lines.push(`${head}${pick(['        more of the line', 'and a second line', ' >'])}`);
    };
    const pod = Math.floor(random() * 12);
    const name = `pod="shop/web-${pod}"`;
    const uid = `0a67324e-69fe-4f79-aa3e-15517a1422${String(pod).padStart(2, '0')}`;
    const id = (pod * 97 + Math.floor(random() * 5)).toString(16).repeat(64).slice(0, 64);
    const error = pick([
      'failed to \\"StartContainer\\" for \\"app\\" with CrashLoopBackOff: \\"back-off 5m0s restarting failed container=app\\"',
      'rpc error: code = DeadlineExceeded desc = context deadline exceeded',
      'käputt',
      '',
      'tab\\tand \\\\ and \\x41 and \\u00e4',
      ' pod=\\"other/one\\"',
      '<nil>',
      'a = b c=d',
    ]);
    switch (Math.floor(random() * 17)) {
      case 0:
        line('E', `pod_workers.go:1300] "Error syncing pod, skipping" err="${error}" ${name} podUID="${uid}"`);
        break;
      case 1:
        line('E', `pod_workers.go:1300] "Error syncing pod, skipping" err="${error}" ${name} podUID=${uid}`);
        break;
      case 2:
        line('I', `scope.go:117] "RemoveContainer" containerID="${pick(['', 'containerd://'])}${id}"`);
        break;
      case 3:
        line(
          'I',
          `generic.go:334] "Generic (PLEG): container finished" podID="${uid}" containerID="${id}" exitCode=${pick(['0', '137', '-1', '00', '', 'x', '"1"'])}`,
        );
        break;
      case 4:
        line(
          'E',
          `remote_runtime.go:432] "ContainerStatus from runtime service failed" err="${error}" containerID="${id}"`,
        );
        break;
      case 5:
        line(
          pick(['I', 'I', 'W']),
          `eviction_manager.go:366] "Eviction manager: must evict pod(s) to reclaim" resourceName="${pick(['ephemeral-storage', 'memory'])}"`,
        );
        break;
      case 6:
        line(
          'I',
          `kubelet.go:${2420 + pod}] "SyncLoop ${pick(['ADD', 'UPDATE', 'DELETE', 'REMOVE', 'RECONCILE'])}" source="api" pods=${pick([`["shop/web-${pod}"]`, `["shop/web-${pod}","shop/web-1"]`, '[]', `[shop/web-${pod}]`, `["shop/web-${pod}" ]`, '["a]b"]'])}`,
        );
        break;
      case 7:
        line(
          'E',
          `prober.go:104] "Probe errored" err="${error}" probeType="Liveness" ${name} podUID="${uid}" containerName="app"`,
        );
        break;
      case 8:
        line(
          'I',
          `prober.go:107] "Probe failed" probeType="Readiness" ${name} podUID="${uid}" containerName="app" probeResult="failure" output="${error}${index}"`,
        );
        break;
      case 9:
      case 10:
      case 11: {
        const type = pick([
          'ContainerStarted',
          'ContainerDied',
          'ContainerRemoved',
          'ContainerChanged',
          'Container Died',
          'Unheard',
        ]);
        const value = pick([
          `{"ID":"${uid}","Type":"${type}","Data":"${id}"}`,
          `{"ID":"${uid}","Type":"${type}","Data":"${id}"}`,
          `{"ID":"${uid}","Type":"PodSync","Data":null}`,
          `{"Type":"${type}","ID":"${uid}","Data":"${id}"}`,
          `{"ID":"","Type":"${type}","Data":"${id}"}`,
          `{"ID":"${uid}","Type":"${type}","Data":""}`,
          `&{ID:${uid} Type:${type} Data:${id}}`,
        ]);
        line('I', `kubelet.go:2453] "SyncLoop (PLEG): event for pod" ${name} event=${value}`);
        break;
      }
      case 12:
        line(
          'I',
          `kubelet.go:2533] "SyncLoop (probe)" probe="${pick(['liveness', 'readiness'])}" status="${pick(['ready', 'unhealthy', ''])}" ${name}`,
        );
        break;
      case 13:
        line('I', `util.go:30] "Something new" ${name} count=${index}`);
        break;
      case 14:
        if (index > 1700 && index < 2000)
          line(
            'E',
            `kubelet.go:2412] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${180 + index - 1700}.5s ago; threshold is 3m0s"`,
          );
        break;
      case 15:
        line('E', `kubelet.go:1800] "Unable to attach or mount volumes for pod; skipping pod" err="${error}" ${name}`);
        break;
      default:
        line('I', `kubelet.go:2472] "SyncLoop (SYNC) pods" total=${pod} pods=["shop/web-${pod}"]`);
    }
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

/** Changes some bytes: other characters, cut and doubled lines. */
function mutate(bytes: Uint8Array, random: () => number): Uint8Array {
  const parts: Uint8Array[] = [];
  const strange = '"\\=<>{}[]() \t\n0aZ,:\u0000\u001bä'
    .split('')
    .flatMap((character) => [...new TextEncoder().encode(character)]);
  let from = 0;
  for (let at = 150_000; at < bytes.length; at += 1 + Math.floor(random() * 900)) {
    parts.push(bytes.subarray(from, at));
    const what = random();
    if (what < 0.6) parts.push(Uint8Array.of(strange[Math.floor(random() * strange.length)] ?? 0));
    from = what < 0.3 ? at : what < 0.9 ? at + 1 : at + Math.floor(random() * 300);
  }
  parts.push(bytes.subarray(Math.min(from, bytes.length)));
  const mutated = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let length = 0;
  for (const part of parts) {
    mutated.set(part, length);
    length += part.length;
  }
  return mutated;
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The same lines as entries of `journalctl -o json`; now and then one has other fields. */
function asJournalJson(bytes: Uint8Array): Uint8Array {
  const entries = new TextDecoder()
    .decode(bytes)
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const [, hours = '0', minutes = '0', seconds = '0', identifier = '', pid = '', message = ''] =
        /^Nov 21 (\d+):(\d+):(\d+) worker-2 (\w+)\[(\d+)\]: (.*)$/.exec(line) ?? [];
      const time = Date.UTC(2026, 10, 21, Number(hours), Number(minutes), Number(seconds)) * 1000 + (index % 1000);
      return JSON.stringify({
        __CURSOR: `s=1;i=${index.toString(16)}`,
        __REALTIME_TIMESTAMP: String(time),
        _BOOT_ID: 'b',
        PRIORITY: /^[EF]/.test(message) ? '3' : '6',
        ...(index % 97 === 0 ? { _CMDLINE: 'kubelet --v="4"' } : {}),
        SYSLOG_IDENTIFIER: identifier,
        _PID: pid,
        _HOSTNAME: 'worker-2',
        MESSAGE: message,
      });
    });
  return new TextEncoder().encode(`${entries.join('\n')}\n`);
}

describe('lines that state facts', () => {
  it.each([4, 5])('give the same in journal JSON (seed %i)', (seed) => {
    const random = randomOf(seed);
    const whole = asJournalJson(factLog(random));
    for (const bytes of [whole, mutate(whole, random)]) {
      const records = byRecords(bytes);
      const expected = everything(records);
      expect(analysisOf(records).reconstruction.history.plegEvents.length).toBeGreaterThan(200);
      expect(everything(byLane(bytes, 50_021)) === expected).toBe(true);
    }
  });

  it.each([1, 2, 3])('give by their plans what records give (seed %i)', (seed) => {
    const random = randomOf(seed);
    const whole = factLog(random);
    for (const bytes of [whole, mutate(whole, random)]) {
      const records = byRecords(bytes);
      const expected = everything(records);
      for (const kind of ['pod-sync-error', 'runtime-call-failed', 'container-finished', 'eviction'])
        expect(expected).toContain(`"kind": "${kind}"`);
      expect(analysisOf(records).reconstruction.history.plegEvents.length).toBeGreaterThan(300);
      expect(everything(byLane(bytes, 50_021)) === expected).toBe(true);
    }
  });
});

describe('lines that only count', () => {
  it.each([
    ['short', (second: number) => `Nov 21 ${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)}`],
    [
      'short-iso-precise',
      (second: number) =>
        `2026-11-21T${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)}.123456+01:00`,
    ],
    [
      'short-full',
      (second: number) => `Sat 2026-11-21 ${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)} UTC`,
    ],
  ])('change nothing in the analysis of %s', (_mode, stamp) => {
    const bytes = log(stamp);
    const records = byRecords(bytes);
    const expected = analysisOf(records);
    expect(expected.reconstruction.history.counts).toMatchObject({ skips: 59 });
    for (const chunk of [bytes.length, 10_007]) {
      const lane = byLane(bytes, chunk);
      expect(analysisJson(analysisOf(lane), lane.lineText)).toEqual(analysisJson(expected, records.lineText));
      expect(analysisOf(lane).reconstruction.history.rate).toEqual(expected.reconstruction.history.rate);
      expect(analysisOf(lane).reconstruction.history.gaps).toEqual(expected.reconstruction.history.gaps);
      for (const line of [1, 2, 1500, 4000, LINES])
        expect(lane.lineIndex(0)?.recordAt(line), `line ${line}`).toEqual(records.lineIndex(0)?.recordAt(line));
    }
  });
});

describe('the first lines of a life', () => {
  it('tell its verbosity though they state nothing and were read in the process run before', () => {
    const lines: string[] = [];
    const life = (pid: number, count: number, told: number): void => {
      for (let index = 0; index < count; index += 1) {
        const second = 1000 + Math.floor(lines.length / 9);
        const clock = `${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)}`;
        const text =
          index < told
            ? 'status_manager.go:809] "Pod status updated" pod="shop/web-1" statusVersion=1'
            : 'generic.go:440] "PLEG: Write status" pod="shop/web-1" podStatus={}';
        lines.push(`Nov 21 ${clock} worker-2 kubelet[${pid}]: I1121 ${clock}.${six(index)}    ${pid} ${text}`);
      }
    };
    life(2100, 3000, 1500);
    life(2200, 400, 100);
    life(2300, 400, 250); // so many lines that state nothing are enough
    const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
    const records = byRecords(bytes);
    const lane = byLane(bytes, bytes.length);
    expect(everything(lane)).toBe(everything(records));
    expect(analysisOf(lane).reconstruction.history.processes.map(({ verbosity }) => verbosity)).toEqual([
      undefined,
      6,
      undefined,
    ]);
  });
});
