import { describe, expect, it } from 'vitest';
import { buildInsightIndex, type InsightIndex } from '../../../src/analysis/insight/insightIndex.ts';
import { insightText, lineInsight } from '../../../src/analysis/insight/lineInsight.ts';
import { formatMarkdown } from '../../../src/analysis/outputs/formatMarkdown.ts';
import { simulated } from '../simulator/scenarios.ts';
import { analysisOf, fixture, HANG, sessionOf } from './analyse.ts';

interface ReadLog {
  readonly lines: readonly string[];
  /** What follows from the nth line (0-based) that holds a text. */
  says(text: string, nth?: number): string;
}

function read(name: string): ReadLog {
  return readBytes(fixture(name));
}

function readBytes(bytes: Uint8Array): ReadLog {
  const session = sessionOf(bytes);
  const index: InsightIndex = buildInsightIndex(analysisOf(session));
  const lines = new TextDecoder().decode(bytes).split('\n');
  return {
    lines,
    says(text, nth = 0) {
      const found = lines.flatMap((line, place) => (line.includes(text) ? [place + 1] : []))[nth];
      const record = found === undefined ? undefined : session.lineIndex(0)?.recordAt(found);
      if (record === undefined) throw new Error(`no line with ${text}`);
      return insightText(lineInsight(record, 0, index));
    },
  };
}

const hang = read(HANG);

describe('a skip', () => {
  it('names the last relist, the moment of the threshold, and its place in the episode', () => {
    const said = hang.says('pleg was last seen active 4m2.166611941s');
    expect(said).toMatch(
      /PLEG's last successful relist began at 00:28:42\.38\d; the threshold of 3m was passed at 00:31:42\.38\d\./,
    );
    expect(said).toMatch(
      /This is skip 1 of 19 of episode 2 \(unhealthy since 00:31:42\.38\d.*1m2\.2s before this line\)\./,
    );
    expect(said).toContain('The loop sleeps and skips again');
  });

  it('says of the last one when the loop resumed', () => {
    expect(hang.says('Skipping pod synchronization', 20)).toMatch(
      /skip 19 of 19 .*\nIt is the last one: the loop resumed at 00:33:55\.\d/,
    );
  });

  it('is normal at a start', () => {
    const said = hang.says('pleg has yet to be successful');
    expect(said).toContain('PLEG has not listed the containers yet. This is the normal state of a kubelet');
    expect(said).toContain('This is skip 1 of 2 at the start of this kubelet: a normal start, no fault.');
  });

  it('is of a start that is not over where the log breaks that off', () => {
    const skips = ['00.500000', '00.600000', '00.800000', '01.200000', '02.000000', '03.600000'].map(
      (second) =>
        `E0118 10:19:${second}     119 kubelet.go:1877] "Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"`,
    );
    const version = 'I0118 10:19:00.000000     119 server.go:417] "Kubelet version" kubeletVersion="v1.24.4"';
    const bytes = new TextEncoder().encode([version, ...skips, ''].join('\n'));
    expect(readBytes(bytes).says('Skipping', 5)).toContain(
      'This is skip 6 of 6 at the start of this kubelet, which is not over when the log ends.',
    );
    const report = String(formatMarkdown(analysisOf(sessionOf(bytes))));
    expect(report).toContain('start of a kubelet (no good Status');
    expect(report).not.toContain('normal start of a kubelet');
  });

  it('that does not fit is pointed out', () => {
    const lines = hang.lines.map((line) =>
      line.replace('last seen active 4m33.56234402s ago', 'last seen active 4m31.56234402s ago'),
    );
    const session = sessionOf(lines.join('\n'));
    const index = buildInsightIndex(analysisOf(session));
    const changed = lines.findIndex((line) => line.includes('4m31.56234402s')) + 1;
    const record = session.lineIndex(0)?.recordAt(changed);
    expect(record === undefined ? '' : insightText(lineInsight(record, 0, index))).toContain(
      'The replay cannot explain this skip',
    );
  });
});

describe('other lines', () => {
  it('a failed relist: when it began, how long it took', () => {
    expect(hang.says('GenericPLEG: Unable to retrieve pods')).toMatch(
      /end of a relist that began between 00:28:43\.\d+ and 00:28:43\.\d+ and took 2m/,
    );
  });

  it('a call that timed out: when it began', () => {
    expect(hang.says('ListPodSandbox with filter from runtime service failed')).toMatch(
      /The call ListPodSandbox timed out: it got no answer, and began at about 00:28:43\.391 if it ran for its whole time-out \(2m, as waits in this log show\)/,
    );
  });

  it('slow housekeeping: the loop stood still', () => {
    expect(hang.says('Housekeeping took longer than expected')).toContain(
      'The sync loop was blocked by housekeeping from 00:28:44.539 to 00:30:44.540 (2m): no pod was synchronised',
    );
  });

  it('the node not ready: by which relist, and when it was ready again', () => {
    const said = hang.says('Node became not ready');
    expect(said).toMatch(
      /PLEG's last successful relist began at 00:28:42\.38\d.*10\.1s before the node was reported NotReady\./,
    );
    expect(said).toMatch(/reported Ready again at 00:33:5\d/);
  });

  it('an event that waited: for how long', () => {
    const said = hang.says('SyncLoop (PLEG): event for pod', 31);
    expect(said).toContain("events wait in PLEG's channel");
  });

  it('an event: when the change happened, which may lie before the log for the first one of a container', () => {
    expect(hang.says('00:27:49.558527')).toBe(
      'Container c1154b8dcc21 was running by 00:27:49.558; nothing before tells of it.',
    );
    expect(hang.says('00:34:03.933443')).toBe(
      'Container f013bac43ce6 exited with code 1 between 00:27:44.540 and 00:34:03.933.',
    );
  });

  it('an event whose bounds are wide: by when it had happened', () => {
    const { log } = simulated({
      version: '1.31.2',
      start: '2026-03-14T09:00:00Z',
      duration: '1500s',
      node: 'worker-1',
      pods: [{ name: 'web', added: '5s', containers: [{ name: 'nginx' }] }],
      actions: [{ at: '1200s', do: 'exit', pod: 'default/web', container: 'nginx', code: 3 }],
    });
    const session = sessionOf(log);
    const line = log.split('\n').findIndex((text) => text.includes('ContainerDied')) + 1;
    const record = session.lineIndex(0)?.recordAt(line);
    expect(
      record === undefined ? '' : insightText(lineInsight(record, 0, buildInsightIndex(analysisOf(session)))),
    ).toMatch(/^Container \w+ had exited with code 3 by 09:20:0\d\.\d{3}\.$/);
  });

  it('an exit that PLEG found: when the loop handled it', () => {
    expect(hang.says('Generic (PLEG): container finished')).toBe(
      'A listing of the runtime had come back before this line.',
    );
    const late = hang.lines.findIndex(
      (line) => line.includes('00:33:52.853400') && line.includes('container finished'),
    );
    expect(hang.says(hang.lines[late] ?? 'none')).toMatch(
      /had come back before this line\.\nThe sync loop handled the event only 3\.1s later\./,
    );
  });

  it('the version: which process it is', () => {
    expect(hang.says('Kubelet version')).toContain('A kubelet v1.36.2 with pid 20595 (process 1); it ');
  });

  it('a line in the middle of the episode: that the kubelet was unhealthy', () => {
    expect(hang.says('ListContainers with filter from runtime service failed', 2)).toMatch(
      /At this time the kubelet was unhealthy \(episode 2/,
    );
  });

  it('a line that proves nothing says nothing', () => {
    expect(hang.says('FLAG: --address=')).toBe('');
  });

  it('evidence names the finding it supports', () => {
    expect(hang.says('GenericPLEG: Unable to retrieve pods')).toContain(
      "Evidence for: The container runtime's list calls hung",
    );
  });
});

describe('calls whose time-out is another one', () => {
  const gaveUp = 'err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"';
  const log = readBytes(
    new TextEncoder().encode(
      [
        `E0310 08:10:00.500000    2101 remote_runtime.go:193] "RunPodSandbox from runtime service failed" ${gaveUp}`,
        `E0310 08:11:00.500000    2101 remote_runtime.go:366] "StopContainer from runtime service failed" ${gaveUp} containerID="c1c1"`,
        `E0310 08:12:00.500000    2101 remote_runtime.go:496] "ExecSync cmd from runtime service failed" ${gaveUp} containerID="c2c2" cmd=["cat","/tmp/healthy"]`,
        `E0310 08:13:00.500000    2101 remote_image.go:171] "PullImage from image service failed" ${gaveUp} image="registry.example/app:1"`,
        'E0310 08:14:00.500000    2101 remote_runtime.go:496] "ExecSync cmd from runtime service failed" err="rpc error: code = DeadlineExceeded desc = failed to exec in container: timeout 1s exceeded: context deadline exceeded" containerID="c3c3" cmd=["cat","/tmp/healthy"]',
        '',
      ].join('\n'),
    ),
  );

  it('a sandbox that is to be run has twice the time of others', () => {
    expect(log.says('RunPodSandbox')).toContain(
      'began at about 08:06:00.500 if it ran for its whole time-out (4m by default)',
    );
  });

  it('what stops a container waits for its grace period too, and a command for the time-out of its probe', () => {
    expect(log.says('StopContainer')).toContain(
      'began at 08:09:00.500 or earlier if it ran for its whole time-out (2m by default and the grace period)',
    );
    expect(log.says('ExecSync')).toContain(
      "began at 08:10:00.500 or earlier if it ran for its whole time-out (2m by default and the probe's own)",
    );
  });

  it('a pull has none', () => {
    expect(log.says('PullImage')).not.toContain('began');
  });

  it('a command that the runtime ended is no call without an answer', () => {
    const said = log.says('timeout 1s exceeded');
    expect(said).toContain('The command ran longer than the 1s that its probe allows, and the runtime ended it.');
    expect(said).not.toContain('got no answer');
  });
});

describe('a restart in the middle', () => {
  const log = read('incidents/restart-in-the-middle-1.23.log');

  it('is told at the last skip of the life that ended', () => {
    const said = log.lines
      .map((line, place) => (line.includes('kipping pod synchronization') ? place : -1))
      .filter((place) => place >= 0)
      .map((_, nth) => log.says('kipping pod synchronization', nth));
    expect(
      said.some(
        (text) => text.includes('the kubelet was restarted before it recovered') || text.includes('the log ends'),
      ),
    ).toBe(true);
  });
});

describe("an event near the begin of a log that begins in the middle of a kubelet's life", () => {
  it('may tell of an exit before the log, where an earlier one tells of the start', () => {
    const event = (clock: string, type: string): string =>
      `Nov 21 ${clock.slice(0, 8)} node-a kubelet[2211]: I1121 ${clock}    2211 kubelet.go:2453] "SyncLoop (PLEG): event for pod" pod="default/web-1" event={"ID":"5a000001-1c2d-4e3f-8a9b-000000000001","Type":"${type}","Data":"${'ab'.repeat(32)}"}`;
    const log = `${event('09:06:20.280000', 'ContainerStarted')}\n${event('09:06:30.280000', 'ContainerDied')}\n`;
    const session = sessionOf(log);
    const index = buildInsightIndex(analysisOf(session));
    const says = (line: number): string => insightText(lineInsight({ line }, 0, index));
    expect(says(1)).toContain('nothing before tells of it');
    expect(says(2)).toContain('had exited by 09:06:30.280, perhaps before the log begins');
  });
});

describe('where lines were dropped', () => {
  const log = readBytes(
    new TextEncoder().encode(
      [
        'Mar 10 08:00:00 node-a kubelet[2101]: I0310 08:00:00.000000    2101 server.go:472] "Kubelet version" kubeletVersion="v1.26.3"',
        'Mar 10 08:05:00 node-a rsyslogd[901]: imjournal: 517 messages lost due to rate-limiting',
        'Mar 10 08:06:00 node-a systemd-journald[330]: Suppressed 88 messages from kubelet.service',
        'Mar 10 08:06:01 node-a kubelet[2101]: I0310 08:06:01.000000    2101 kubelet_node_status.go:73] "Attempting to register node" node="node-a"',
        '',
      ].join('\n'),
    ),
  );

  it('says how many, and by whom only where it knows', () => {
    for (const [line, lost] of [
      ['imjournal', 517],
      ['Suppressed', 88],
    ] as const) {
      expect(log.says(line)).toContain(`Lines are missing here (dropped: ${lost}).`);
      expect(log.says(line)).not.toContain('journald');
    }
  });
});
