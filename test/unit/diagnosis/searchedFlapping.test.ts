/** Logs that were searched for a word, or of which few lines were picked: what of a node that flaps is told apart, and what of a start. */
import { describe, expect, it } from 'vitest';
import { replayOf } from '../replay/readLog.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const notReady = (time: string, elapsed: string): string =>
  `May 05 ${time.slice(0, 8)} ip-10-50-20-8 kubelet[2858]: I0505 ${time}    2858 kubelet_node_status.go:682] Node became not ready: {Type:Ready Status:False LastHeartbeatTime:2017-05-05 ${time} +0000 UTC LastTransitionTime:2017-05-05 ${time} +0000 UTC Reason:KubeletNotReady Message:PLEG is not healthy: pleg was last seen active ${elapsed} ago; threshold is 3m0s}`;

describe('a journal that was searched for "became not ready"', () => {
  const first = notReady('13:59:56.872908', '3m7.629592089s');
  const second = notReady('14:07:57.598162', '3m7.346983738s');

  it('shows an unhealthy time for each relist that is named', () => {
    const { answer } = diagnoseText(`${first}\n${second}\n`);
    expect(answer.headline).toMatch(/^PLEG unhealthy twice/);
    const text = plain(answer);
    expect(text).toContain('was unhealthy for at least 7.3s, from 13:59:56.872–14:07:50.251');
    expect(text).toContain('began at 14:04:50.251');
    expect(text).toContain('The node was reported NotReady at 14:07:57.598.');
  });

  it('shows one where the same relist is named again, which nothing ended meanwhile', () => {
    const same = notReady('14:07:57.598162', '11m8.354846089s');
    const { history } = replayOf(`${first}\n${same}\n`);
    expect(history.episodes).toHaveLength(1);
  });

  it('gives the first one no end that lies behind the next one, where the loop worked after that', () => {
    const works =
      'May 05 14:12:57 ip-10-50-20-8 kubelet[2858]: I0505 14:12:57.598132    2858 kubelet.go:1842] SyncLoop (PLEG): "a_b(70a6b852-4440-11ea-9a3e-0624b25d9900)", event: &pleg.PodLifecycleEvent{ID:"70a6b852-4440-11ea-9a3e-0624b25d9900", Type:"ContainerStarted", Data:"8dcb"}';
    const { history } = replayOf(`${first}\n${second}\n${works}\n`);
    expect(history.episodes.map(({ end, endedBy }) => [end === undefined, endedBy])).toEqual([
      [true, 'gap'],
      [false, 'recovered'],
    ]);
  });

  it('does not say how the first one ended', () => {
    const { history } = replayOf(`${first}\n${second}\n`);
    expect(history.episodes.map(({ end, endedBy }) => [end, endedBy])).toEqual([
      [undefined, 'gap'],
      [undefined, 'end-of-log'],
    ]);
    const [before, after] = history.episodes;
    expect(after?.begin.min).toBeGreaterThanOrEqual(before?.seenUntil ?? Number.NaN);
  });
});

const line = (time: string, text: string): string =>
  `Mar 11 ${time.slice(0, 8)} node7 kubelet[1822]: ${text.charAt(0)}0311 ${time}    1822 ${text.slice(1)}`;
const skip = (time: string, reasons: string): string =>
  line(time, `Ekubelet.go:2412] "Skipping pod synchronization" err="${reasons}"`);
const started = (time: string): string =>
  line(
    time,
    'Ikubelet.go:2498] "SyncLoop (PLEG): event for pod" pod="a/b-1" event={"ID":"2f8a7a0c-0000-4000-8000-000000000001","Type":"ContainerStarted","Data":"7cc1dd11"}',
  );

describe('few lines out of a journal', () => {
  const stale = skip('08:16:22.101110', 'PLEG is not healthy: pleg was last seen active 3m1.9s ago; threshold is 3m0s');
  const others = [started('08:25:00.000000'), started('08:35:00.000000')];

  it('show an end where the loop worked within seconds, though further skips may be left out', () => {
    const { history } = replayOf([stale, started('08:16:26.201110'), ...others].join('\n'));
    const [episode] = history.episodes;
    expect(episode).toMatchObject({ endedBy: 'recovered' });
    const year = new Date((episode?.end?.max ?? 0) / 1000).toISOString();
    expect(year).toContain('08:16:26.201');
    expect(episode?.resumed).toBeUndefined();
  });

  it('show none where it worked later', () => {
    const { history } = replayOf([stale, started('08:17:26.201110'), ...others].join('\n'));
    expect(history.episodes).toMatchObject([{ endedBy: 'gap' }]);
  });

  it('show none where calls fail as far as the log goes', () => {
    const listing = (time: string): string =>
      line(
        time,
        'Egeneric.go:238] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"',
      );
    const { history } = replayOf([listing('08:15:20.001311'), stale, listing('08:17:21.001311')].join('\n'));
    expect(history.episodes).toMatchObject([{ endedBy: 'end-of-log' }]);
  });

  const NEVER =
    '[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]';

  it('show the start of a kubelet by skips that still drift apart, also where the first of them are left out', () => {
    const { history } = replayOf(
      [skip('08:00:01.201000', NEVER), skip('08:00:01.401000', NEVER), started('08:00:05.401000'), ...others].join(
        '\n',
      ),
    );
    expect(history.episodes).toMatchObject([{ startup: true }]);
  });

  it('show a fault by skips that are as far apart as they get', () => {
    const { history } = replayOf(
      [skip('08:00:01.201000', NEVER), skip('08:00:06.201000', NEVER), started('08:00:10.401000'), ...others].join(
        '\n',
      ),
    );
    expect(history.episodes).toMatchObject([{ startup: false }]);
  });
});

describe('a journal that was searched for "ready"', () => {
  const NOT_READY = 'RuntimeReady=false reason:RuntimeNotReady message:runtime is shutting down';
  const answered = (time: string): string =>
    line(time, `Ikubelet.go:3287] "Container runtime not ready" runtimeReady="${NOT_READY}"`);
  const down = skip('08:05:13.553000', `[container runtime is down, container runtime not ready: ${NOT_READY}]`);
  const before = [
    line('08:00:00.100000', 'Iserver.go:467] "Kubelet version" kubeletVersion="v1.31.1"'),
    line(
      '08:00:00.500000',
      'Ikubelet_node_status.go:689] "Recording event message for node" node="node7" event="NodeReady"',
    ),
    ...['01', '11', '21', '31', '41'].map((second) => started(`08:01:${second}.000000`)),
  ];

  it('ends no run of skips where the runtime goes on to say that it is not ready', () => {
    const { history } = replayOf(
      [...before, answered('08:05:10.484000'), down, answered('08:05:15.485000')].join('\n'),
    );
    expect(history.episodes.map(({ endedBy }) => endedBy)).not.toContain('recovered');
  });

  it('ends it where the loop worked soon after', () => {
    const { history } = replayOf([...before, answered('08:05:10.484000'), down, started('08:05:17.000000')].join('\n'));
    expect(history.episodes.map(({ endedBy }) => endedBy)).toEqual(['recovered']);
  });
});
