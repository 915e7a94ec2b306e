/** The times that a hover tells of a line: of which day they are, where they are only bounded, and that a line without a stamp has none. */
import { describe, expect, it } from 'vitest';
import { buildInsightIndex } from '../../../src/analysis/insight/insightIndex.ts';
import { insightText, lineInsight } from '../../../src/analysis/insight/lineInsight.ts';
import { lineClock } from '../../../src/analysis/insight/lineClock.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { analysisOf, sessionOf } from './analyse.ts';

/** What follows from the line (1-based) of a log. */
function says(log: string, line: number): string {
  const session = sessionOf(log);
  const record = session.lineIndex(0)?.recordAt(line);
  if (record === undefined) throw new Error(`no record at line ${line}`);
  return insightText(lineInsight(record, 0, buildInsightIndex(analysisOf(session))));
}

const skip = (clock: string, text: string, file = 'kubelet.go:1823'): string =>
  `E1121 ${clock}    4711 ${file}] skipping pod synchronization - ${text}\n`;

describe('a time of another day than the line', () => {
  const text = 'PLEG is not healthy: pleg was last seen active 66h20m49.039936615s ago; threshold is 3m0s';

  it('is told with its day, one of the same day is not', () => {
    expect(says(skip('06:42:00.569834', text), 1)).toMatch(
      /began at \d{4}-11-18 12:21:11\.529; the threshold of 3m was passed at \d{4}-11-18 12:24:11\.529\./,
    );
    expect(says(skip('06:42:00.569834', text.replace('66h20m', '0h4m')), 1)).toContain('began at 06:37:11.529;');
  });
});

it('of the last line of a kubelet is no time of its end, which nobody saw', () => {
  const log = [
    'I1121 06:42:00.000000    4711 server.go:446] "Kubelet version" kubeletVersion="v1.29.9"',
    'E1121 06:42:01.500000    4711 run.go:74] "command failed" err="failed to run Kubelet: swap"',
    '',
  ];
  expect(says(log.join('\n'), 1)).toContain('it ends after 06:42:01.500.');
});

describe('lines without stamps', () => {
  it('have lengths, and no times', () => {
    const said = says(
      'E kubelet.go:2646 "Skipping pod synchronization" err="[container runtime is down, PLEG is not healthy: pleg was last seen active 7m29s ago; threshold is 3m0s]"\n',
      1,
    );
    expect(said).toContain("PLEG's last successful relist began 7m29s before this line; 3m are allowed.");
    expect(said).toContain('had succeeded for 30s or longer');
    expect(said).not.toMatch(/\d\d:\d\d/);
    const two = says(
      [11, 16]
        .map(
          (seconds) =>
            `kubelet.go:1873] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 4h5m${seconds}s ago; threshold is 3m0s"\n`,
        )
        .join(''),
      1,
    );
    expect(two).toContain('This is skip 1 of 2');
    expect(two).not.toMatch(/later|replay/);
  });
});

describe('a line between the bounds of a begin or an end', () => {
  const lines = [
    'I1121 00:29:39.400000    4711 kubelet.go:1901] SyncLoop (ADD, "api"): "web_default(1)"',
    'W1121 00:29:39.500000    4711 dns.go:1] Nameserver limits exceeded',
    'W1121 00:29:44.900000    4711 dns.go:1] Nameserver limits exceeded',
    ...Array.from({ length: 3 }, (_, index) =>
      skip(
        `00:29:${String(45 + index * 5).padStart(2, '0')}.000000`,
        `PLEG is not healthy: pleg was last seen active 3m${5 + index * 5}.000000s ago; threshold is 3m0s`,
      ).trimEnd(),
    ),
    'W1121 00:29:58.000000    4711 dns.go:1] Nameserver limits exceeded',
    'I1121 00:30:00.100000    4711 kubelet.go:1901] SyncLoop (ADD, "api"): "web2_default(2)"',
    'I1121 00:31:10.100000    4711 kubelet.go:1901] SyncLoop (ADD, "api"): "web3_default(3)"',
    '',
  ].join('\n');

  it('is not called unhealthy as a fact', () => {
    expect(says(lines, 2)).toMatch(/may have become unhealthy already \(episode 1 began between 00:29:38/);
    expect(says(lines, 3)).toContain('At this time the kubelet was unhealthy (episode 1');
    expect(says(lines, 7)).toMatch(/may have been healthy again \(episode 1 ended between 00:29:55/);
    expect(says(lines, 9)).toBe('');
  });

  it('nor one before the first skip, where nothing tells since when', () => {
    const piece = [
      'W1121 00:28:20.500000    4711 dns.go:1] Nameserver limits exceeded',
      'W1121 00:29:39.500000    4711 dns.go:1] Nameserver limits exceeded',
      skip('00:29:45.000000', 'container runtime is down').trimEnd(),
      'W1121 00:29:45.050000    4711 dns.go:1] Nameserver limits exceeded',
      skip('00:29:45.100000', 'container runtime is down').trimEnd(),
      '',
    ].join('\n');
    expect(says(piece, 1)).toBe('');
    expect(says(piece, 2)).toBe(
      'At this time the kubelet may have been unhealthy already (episode 1, since 00:29:45 or earlier).',
    );
    expect(says(piece, 4)).toBe('At this time the kubelet was unhealthy (episode 1, since 00:29:45 or earlier).');
  });
});

it('after the last skip, where lines are missing, is not called unhealthy as a fact', () => {
  const log = [
    skip('11:20:59.245243', 'PLEG is not healthy: pleg was last seen active 3m57.1s ago; threshold is 3m0s').trimEnd(),
    '...',
    'W1121 11:21:50.993186    4711 dns.go:1] Nameserver limits exceeded',
    '',
  ].join('\n');
  expect(says(log, 3)).toBe(
    'At this time the kubelet may have been unhealthy still (episode 1, since 11:20:02.145 or earlier).',
  );
});

it('of a node that is reported NotReady twice is no time of a recovery after both', () => {
  const report = (clock: string, event: string): string =>
    `I1121 ${clock}    4711 kubelet_node_status.go:486] Recording ${event} event message for node n1`;
  const log = [
    report('14:00:00.000000', 'NodeNotReady'),
    report('14:10:00.000000', 'NodeNotReady'),
    report('14:12:00.000000', 'NodeReady'),
    '',
  ].join('\n');
  expect(says(log, 1)).toBe('');
  expect(says(log, 2)).toContain('The node was reported Ready again at 14:12:00, 2m later.');
});

it('of the recovery that a node reports is that of the last unhealthy time, unless another report came between', () => {
  const stale = (clock: string, elapsed: string): string =>
    skip(clock, `PLEG is not healthy: pleg was last seen active ${elapsed} ago; threshold is 3m0s`).trimEnd();
  const report = (clock: string, event: string): string =>
    `I1121 ${clock}    4711 kubelet_node_status.go:486] Recording ${event} event message for node n1`;
  const add = (clock: string): string =>
    `I1121 ${clock}    4711 kubelet.go:1901] SyncLoop (ADD, "api"): "web_default(1)"`;
  const log = [
    add('13:57:00.000000'),
    stale('14:00:00.500000', '3m0.5s'),
    stale('14:00:00.600000', '3m0.6s'),
    report('14:00:01.000000', 'NodeNotReady'),
    stale('14:00:00.800000', '3m0.8s'),
    add('14:00:01.250000'),
    report('14:00:08.000000', 'NodeReady'),
    report('15:00:00.000000', 'NodeNotReady'),
    report('15:10:00.000000', 'NodeReady'),
    '',
  ].join('\n');
  expect(says(log, 7)).toMatch(/^The kubelet had recovered between 14:00:0[\d.]+ and 14:00:01\.\d+\.$/);
  expect(says(log, 9)).toBe('');
});

it('of the begin of a relist that failed is told only where lines bound it', () => {
  const failed = (clock: string): string =>
    `E1121 ${clock}    4711 generic.go:238] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = Unavailable desc = connection refused"`;
  const log = [
    'I1121 11:20:00.000000    4711 kubelet.go:2421] "SyncLoop ADD" source="api" pods=["default/web"]',
    failed('11:39:47.540052'),
    failed('11:39:48.540663'),
    '',
  ].join('\n');
  expect(says(log, 2)).toContain('This is the end of a relist that failed; no line tells when it began.');
  expect(says(log, 3)).toMatch(/This is the end of a relist that began between 11:39:48\.5\d\d and 11:39:48\.540 and/);
});

describe('the start of a kubelet up to 1.12', () => {
  it('is no runtime that has failed for half a minute', () => {
    const said = says(
      `I1121 17:52:53.159791   28490 kubelet.go:1768] Starting kubelet main sync loop.\n${skip(
        '17:52:53.159842',
        '[container runtime is down PLEG is not healthy: pleg was last seen active 2562047h47m16.854775807s ago; threshold is 3m0s]',
        'kubelet.go:1779',
      ).replace(
        '   4711',
        '  28490',
      )}I1121 17:52:58.200000   28490 kubelet.go:1857] SyncLoop (ADD, "api"): "web_default(1)"\n`,
      2,
    );
    expect(said).toContain('No Status call to the container runtime has come back yet. This is normal');
    expect(said).not.toContain('17:52:23');
  });
});

describe('a call whose answer tells of a time-out', () => {
  const call = (error: string): string =>
    says(
      `E1121 15:41:50.772101    4711 remote_runtime.go:115] StopPodSandbox "7ff7278eac6e3b4f69bdcb93bdba521a3e6026b1eaed046174b1610c9b89f369" from runtime service failed: ${error}\n${skip('15:41:51.000000', 'container runtime is down')}`,
      1,
    );

  it('was answered, unless the client or docker gave it up', () => {
    const answered = call(
      'rpc error: code = Unknown desc = NetworkPlugin cni failed to teardown pod "web-1_default" network: context deadline exceeded',
    );
    expect(answered).toContain('the runtime answered that something it waited for itself did not come in time');
    expect(answered).not.toContain('got no answer');
    for (const error of [
      'rpc error: code = DeadlineExceeded desc = context deadline exceeded',
      'rpc error: code = Unknown desc = operation timeout: context deadline exceeded',
    ])
      expect(call(error)).toContain('it got no answer');
  });
});

it('a stamp of whole seconds is told as it stands, one that happens to be near a second with its milliseconds', () => {
  const second = instant(Date.UTC(2026, 10, 21, 0, 31, 42) * 1000);
  const clock = lineClock(second);
  expect([clock.at(second), clock.at(instant(second + 123))]).toEqual(['00:31:42', '00:31:42.000']);
});

it('of the shutdown of the machine is no end of the kubelet, which stops the pods first', () => {
  const log = [
    'I1121 06:42:00.000000    4711 nodeshutdown_manager_linux.go:262] "Shutdown manager detected new shutdown event, isNodeShuttingDownNow" event=true',
    'I1121 06:42:31.000000    4711 nodeshutdown_manager_linux.go:324] "Shutdown manager completed processing shutdown event, node will shutdown shortly"',
    '',
  ];
  const session = sessionOf(log.join('\n'));
  const marks = JSON.stringify(buildTimeline(analysisOf(session), 'node.log'));
  expect(marks).toContain('The machine shuts down');
  expect(marks).not.toContain('The kubelet ends');
  expect(says(log.join('\n'), 1) + says(log.join('\n'), 2)).not.toContain('ends here');
});

it('the end of a kubelet is told with its pid, and after how long in the log', () => {
  const started = 'I1121 06:42:00.000000    4711 server.go:440] "Kubelet version" kubeletVersion="v1.20.4"';
  const ended =
    'F1121 06:42:08.000000    4711 server.go:274] failed to run Kubelet: running with swap on is not supported, please disable swap!';
  expect(says(`${started}\n${ended}\n`, 2)).toContain('This kubelet (pid 4711) ends here after 8s in the log.');
  expect(says(`${ended}\n`, 1)).toContain('This kubelet (pid 4711) ends here.');
});
