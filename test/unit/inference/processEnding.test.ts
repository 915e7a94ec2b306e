import { describe, expect, it } from 'vitest';
import type { ProcessEnding } from '../../../src/inference/history.ts';
import { historyOf } from '../replay/readLog.ts';

const START = 'Nov 21 00:00:00 n systemd[1]: Started kubelet.service - kubelet: The Kubernetes Node Agent.';
const kubelet = (second: string, text: string, pid = 100, severity = 'I', file = 'kubelet.go:1'): string =>
  `Nov 21 00:00:${second.slice(0, 2)} n kubelet[${pid}]: ${severity}1121 00:00:${second}     ${pid} ${file}] ${text}`;
const systemd = (second: string, text: string): string => `Nov 21 00:00:${second} n systemd[1]: ${text}`;
const LIFE = [
  START,
  kubelet('01.000000', '"Starting kubelet main sync loop"'),
  kubelet('10.250000', '"SyncLoop ADD" source="api" pods=[]'),
];

function endings(...lines: readonly string[]): readonly (ProcessEnding | undefined)[] {
  return historyOf(`${lines.join('\n')}\n`).processes.map(({ ending }) => ending);
}

const seconds = ({ at }: ProcessEnding): readonly number[] =>
  [at.min, at.max].map((time) => Math.round(((time / 1e6) % 60) * 1000) / 1000);

describe('the end of a life', () => {
  it('is a signal that systemd reports, at the time of its line, not of the last line of the kubelet', () => {
    const [ending] = endings(
      ...LIFE,
      systemd('40', 'kubelet.service: Main process exited, code=killed, status=9/KILL'),
      systemd('40', "kubelet.service: Failed with result 'signal'."),
      systemd('50', 'kubelet.service: Scheduled restart job, restart counter is at 1.'),
      systemd('50', 'Started kubelet.service - kubelet: The Kubernetes Node Agent.'),
      kubelet('51.000000', '"Kubelet version" kubeletVersion="v1.30.0"', 200, 'I', 'server.go:1'),
    );
    expect(ending).toMatchObject({ how: 'killed', signal: 9, evidence: [{ line: 4 }, { line: 5 }] });
    expect(seconds(ending as ProcessEnding)).toEqual([39, 41]);
  });

  it.each([
    'kubelet.service: Scheduled restart job, restart counter is at 1.',
    'kubelet.service holdoff time over, scheduling restart.',
  ])('is no stop where systemd starts again by itself what had ended: %s', (scheduled) => {
    expect(
      endings(
        ...LIFE,
        systemd('40', scheduled),
        systemd('40', 'Stopped kubelet.service - kubelet: The Kubernetes Node Agent.'),
        systemd('40', 'Started kubelet.service - kubelet: The Kubernetes Node Agent.'),
        kubelet('41.000000', '"Kubelet version" kubeletVersion="v1.30.0"', 200, 'I', 'server.go:1'),
      )[0],
    ).toBeUndefined();
  });

  it('is a stop where systemd was told to stop it', () => {
    const [ending] = endings(
      ...LIFE,
      systemd('20', 'Stopping kubelet.service - kubelet: The Kubernetes Node Agent...'),
      kubelet('20.100000', '"x"'),
      systemd('20', 'kubelet.service: Deactivated successfully.'),
      systemd('20', 'Stopped kubelet.service - kubelet: The Kubernetes Node Agent.'),
    );
    expect(ending).toMatchObject({ how: 'stopped', code: 0 });
    expect(seconds(ending as ProcessEnding)[0]).toBe(20.1);
  });

  it('is no earlier than the line by which systemd was told to stop it', () => {
    const [ending] = endings(
      ...LIFE,
      systemd('20', 'Stopping kubelet: The Kubernetes Node Agent...'),
      systemd('20', 'Stopped kubelet: The Kubernetes Node Agent.'),
      systemd('20', 'Started kubelet: The Kubernetes Node Agent.'),
      kubelet('20.595000', 'Version: v1.20.15', 200, 'I', 'server.go:416'),
    );
    expect(seconds(ending as ProcessEnding)).toEqual([20, 20.595]);
  });

  it('is a stop with a signal where it did not stop by itself', () => {
    expect(
      endings(
        ...LIFE,
        systemd('20', 'Stopping Kubernetes Kubelet...'),
        systemd('20', 'Stopping kubelet.service - k...'),
        systemd('55', "kubelet.service: State 'stop-sigterm' timed out. Killing."),
        systemd('55', 'kubelet.service: Main process exited, code=killed, status=9/KILL'),
      )[0],
    ).toMatchObject({ how: 'stopped', signal: 9 });
  });

  it('is an exit with its code, the last words with it', () => {
    expect(
      endings(
        ...LIFE,
        kubelet('11.000000', '"command failed" err="failed to run Kubelet: no socket"', 100, 'E', 'run.go:74'),
        systemd('11', 'kubelet.service: Main process exited, code=exited, status=1/FAILURE'),
      )[0],
    ).toMatchObject({ how: 'exited', code: 1, evidence: [{ line: 4 }, { line: 5 }] });
    expect(
      endings(...LIFE, systemd('11', 'kubelet.service: main process exited, code=exited, status=255/n/a'))[0],
    ).toMatchObject({ how: 'exited', code: 255 });
  });

  it('is fatal with an F line, and a panic with a panic', () => {
    expect(
      endings(
        ...LIFE,
        kubelet('11.000000', 'Failed to do it', 100, 'F', 'csi_plugin.go:1'),
        systemd('11', 'kubelet.service: Main process exited, code=exited, status=255/EXCEPTION'),
      )[0],
    ).toMatchObject({ how: 'fatal', code: 255 });
    expect(
      endings(
        ...LIFE,
        'Nov 21 00:00:11 n kubelet[100]: panic: runtime error: invalid memory address',
        systemd('11', 'kubelet.service: Main process exited, code=exited, status=2/INVALIDARGUMENT'),
      )[0],
    ).toMatchObject({ how: 'panic', code: 2 });
  });

  it("is the watchdog's, though the process dumps its stacks and exits by itself", () => {
    expect(
      endings(
        ...LIFE,
        systemd('30', 'kubelet.service: Watchdog timeout (limit 10s)!'),
        systemd('30', 'kubelet.service: Killing process 100 (kubelet) with signal SIGABRT.'),
        'Nov 21 00:00:30 n kubelet[100]: SIGABRT: abort',
        systemd('30', 'kubelet.service: Main process exited, code=exited, status=2/INVALIDARGUMENT'),
        systemd('30', "kubelet.service: Failed with result 'watchdog'."),
      )[0],
    ).toMatchObject({ how: 'watchdog', code: 2 });
  });

  it("is the signal that its own words name, though Go's runtime aborts itself after its stacks", () => {
    expect(
      endings(
        ...LIFE,
        'Nov 21 00:00:30 n kubelet[100]: SIGQUIT: quit',
        systemd('30', 'kubelet.service: Main process exited, code=killed, status=6/ABRT'),
        systemd('30', "kubelet.service: Failed with result 'signal'."),
      )[0],
    ).toMatchObject({ how: 'killed', signal: 3 });
  });

  it("is the kernel's where it killed that very process for want of memory", () => {
    const kill = (pid: number): string =>
      `Nov 21 00:00:20 n kernel: Out of memory: Killed process ${pid} (kubelet) total-vm:1kB, anon-rss:1kB`;
    expect(
      endings(...LIFE, kill(100), systemd('20', 'kubelet.service: Main process exited, code=killed, status=9/KILL'))[0],
    ).toMatchObject({ how: 'out-of-memory', signal: 9 });
    expect(endings(...LIFE, kill(4711))[0]).toBeUndefined();
  });

  it("is for lack of memory where systemd gives the service that result, which may be for another process's sake", () => {
    const failed = systemd('20', "kubelet.service: Failed with result 'oom-kill'.");
    expect(endings(...LIFE, failed)[0]?.how).toBe('out-of-memory');
    expect(endings(...LIFE, failed)[0]?.signal).toBeUndefined();
    const killed = systemd('20', 'kubelet.service: Main process exited, code=killed, status=9/KILL');
    expect(endings(...LIFE, killed, failed)[0]).toMatchObject({ how: 'out-of-memory', signal: 9 });
  });

  it('is a reboot at a boot mark, also after the stop of a shutdown', () => {
    expect(
      endings(
        ...LIFE,
        '-- Boot 0123456789abcdef0123456789abcdef --',
        kubelet('50.000000', '"Kubelet version" kubeletVersion="v1.30.0"', 90, 'I', 'server.go:1'),
      )[0],
    ).toMatchObject({ how: 'reboot' });
    expect(
      endings(
        ...LIFE,
        systemd('20', 'Stopping kubelet.service - kubelet: The Kubernetes Node Agent...'),
        '-- Reboot --',
        kubelet('50.000000', '"Kubelet version" kubeletVersion="v1.30.0"', 90, 'I', 'server.go:1'),
      )[0],
    ).toMatchObject({ how: 'reboot' });
  });

  it('is not told by lines of another unit, nor by those of a start that came to nothing', () => {
    expect(
      endings(...LIFE, systemd('20', 'containerd.service: Main process exited, code=killed, status=9/KILL'))[0],
    ).toBeUndefined();
    const [ending] = endings(
      ...LIFE,
      systemd('20', 'kubelet.service: Main process exited, code=exited, status=1/FAILURE'),
      systemd('30', 'Started kubelet.service - kubelet: The Kubernetes Node Agent.'),
      systemd('30', 'kubelet.service: Main process exited, code=exited, status=203/EXEC'),
    );
    expect(ending).toMatchObject({ how: 'exited', code: 1, evidence: [{ line: 4 }] });
  });

  it('is unknown where the log just ends or another process follows without a word', () => {
    expect(endings(...LIFE)[0]).toBeUndefined();
    expect(
      endings(...LIFE, kubelet('50.000000', '"Kubelet version" kubeletVersion="v1.30.0"', 200, 'I', 'server.go:1'))[0],
    ).toBeUndefined();
  });
});
