import { describe, expect, it } from 'vitest';
import { analysisJson } from '../../../src/analysis/formatJson.ts';
import { type AnalysisSession, createAnalysisSession } from '../../../src/analysis/session.ts';
import { analysisOf } from './analyse.ts';

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
      lines.push(`${stamp(second)} worker-2 kubelet[2500]: I1121 ${clock}.${six(index)}    2500 server.go:487] "Kubelet version" kubeletVersion="v1.30.4"`);
    }
    const pod = index % 7;
    const line = (severity: string, text: string): void => { lines.push(`${stamp(second)} worker-2 kubelet[${pid}]: ${severity}1121 ${clock}.${six(index)}    ${pid} ${text}`); };
    if (index > 2000 && index < 2060) line('E', `kubelet.go:2412] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${180 + index - 2000}.5s ago; threshold is 3m0s"`);
    else if (index % 11 === 0) line('I', `kubelet.go:2472] "SyncLoop (SYNC) pods" total=1 pods=["shop/web-${pod}"]`);
    else if (index % 13 === 0) line('I', 'kubelet.go:2480] "SyncLoop (housekeeping)"');
    else if (index % 13 === 1) line('I', `kubelet.go:2498] "SyncLoop (housekeeping) end" duration="${pod}.1ms"`);
    else if (index % 17 === 0) line('I', `prober.go:107] "Probe failed" probeType="Readiness" pod="shop/web-${pod}" podUID="0a67324e-69fe-4f79-aa3e-15517a14227${pod}" containerName="app" probeResult="failure" output="HTTP ${index}"`);
    else if (index % 101 === 0) line('E', `pod_workers.go:1300] "Error syncing pod, skipping" err="no" pod="shop/web-${pod}" podUID="0a67324e-69fe-4f79-aa3e-15517a14227${pod}"`);
    else if (index % 103 === 0) {
      line('I', `prober.go:107] "Probe failed" probeType="Liveness" pod="shop/web-${pod}" output=<`);
      lines.push(`${stamp(second)} worker-2 kubelet[${pid}]:         a line of its own`, `${stamp(second)} worker-2 kubelet[${pid}]:  >`);
    } else if (index % 107 === 0) {
      line('W', `reflector.go:150] object-"shop"/"settings": watch ended`);
      lines.push(`${stamp(second)} worker-2 kubelet[${pid}]: and a second line of the same message`);
    } else if (index % 19 === 0) line('I', `reconciler_common.go:293] "operationExecutor.UnmountVolume started for volume \\"config-${pod}\\" (UniqueName: \\"x\\")"`);
    else if (index % 23 === 0) line('I', `kubelet.go:2533] "SyncLoop (PLEG): event for pod" pod="shop/web-${pod}" event={"ID":"0a67324e-69fe-4f79-aa3e-15517a14227${pod}","Type":"ContainerStarted","Data":"c${index}"}`);
    else line('I', `status_manager.go:809] "Pod status updated" pod="shop/web-${pod}" statusVersion=${index}`);
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
const six = (index: number): string => String((index % 9) * 111_000 + (index % 50)).padStart(6, '0');

/** Sources that are merged get every record, so this is the way without the lane. */
function byRecords(bytes: Uint8Array): AnalysisSession {
  const session = createAnalysisSession();
  const feed = session.openMerged([{ name: 'node.log', options: { year: 2026 } }]);
  feed.push(0, bytes);
  feed.end(0);
  while (feed.wanted() !== undefined) feed.end(0);
  return session;
}

function byLane(bytes: Uint8Array, chunk: number): AnalysisSession {
  const session = createAnalysisSession();
  session.open('node.log', { year: 2026 });
  // One buffer for all chunks, as files are read.
  const buffer = new Uint8Array(chunk);
  for (let at = 0; at < bytes.length; at += chunk) {
    const part = bytes.subarray(at, at + chunk);
    buffer.set(part);
    session.push(part.length === chunk ? buffer : buffer.subarray(0, part.length));
    buffer.fill(0x78);
  }
  session.end();
  return session;
}

describe('lines that only count', () => {
  it.each([
    ['short', (second: number) => `Nov 21 ${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)}`],
    ['short-iso-precise', (second: number) => `2026-11-21T${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)}.123456+01:00`],
    ['short-full', (second: number) => `Sat 2026-11-21 ${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)} UTC`],
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
      for (const line of [1, 2, 1500, 4000, LINES]) expect(lane.lineIndex(0)?.recordAt(line), `line ${line}`).toEqual(records.lineIndex(0)?.recordAt(line));
    }
  });
});
