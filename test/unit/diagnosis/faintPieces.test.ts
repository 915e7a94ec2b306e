/** What the first paragraph says of a few pasted lines, of which nothing is sure, and of a kubelet that was stopped. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const at = (time: string, rest: string): string =>
  `Mar 11 ${time.slice(0, 8)} worker-b kubelet[3120]: ${rest.replace('%', `0311 ${time}    3120`)}`;
const headOf = (...lines: readonly string[]): string =>
  plain(diagnoseText(`${lines.join('\n')}\n`).answer).split('\n')[0] ?? '';

const WORKING = at('10:01:00.100000', 'I% kubelet.go:2414] "SyncLoop ADD" source="api" pods=["default/web-1"]');
const LATE = at(
  '10:02:10.113781',
  'E% pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"CreatePodSandbox\\" for \\"web-1\\" with CreatePodSandboxError: \\"rpc error: code = DeadlineExceeded desc = context deadline exceeded\\"" pod="default/web-1" podUID="2f0c5a4f-7a61-4d3c-8f3a-2b8f0a6a1c11"',
);

describe('a few lines', () => {
  it('lead with what they tell, and with how unsure that is', () => {
    const head = headOf(WORKING, LATE);
    expect(head).toContain('Worth a look: ');
    expect(head).toContain('(low confidence)');
    expect(head).toContain('Next: ');
  });

  it('do not lead with it where the node was reported NotReady', () => {
    const down = at(
      '10:02:00.113781',
      'I% kubelet_node_status.go:379] Recording NodeNotReady event message for node worker-b',
    );
    expect(headOf(WORKING, down, LATE)).not.toContain('low confidence');
  });

  it('do not lead with what hurts neither the node nor a pod', () => {
    const stats = ['10:02:10', '10:02:20'].map((time) =>
      at(
        `${time}.113781`,
        'E% summary_sys_containers.go:83] "Failed to get system container stats" err="failed to get cgroup stats for \\"/system.slice/docker.service\\": failed to get container info for \\"/system.slice/docker.service\\": unknown container \\"/system.slice/docker.service\\"" containerName="/system.slice/docker.service"',
      ),
    );
    expect(headOf(WORKING, ...stats)).not.toContain('low confidence');
  });

  it('are not many: in a longer log what is unsure does not lead', () => {
    const more = Array.from({ length: 60 }, (_, index) =>
      WORKING.replaceAll('10:01:00', `10:01:${String(index).padStart(2, '0')}`),
    );
    expect(headOf(...more, LATE)).not.toContain('low confidence');
  });
});

describe('a kubelet that was stopped', () => {
  const dns = (second: string): string =>
    at(`11:26:${second}.547797`, 'E% dns.go:156] "Nameserver limits exceeded" err="Nameserver limits were exceeded"');
  const stop = [
    'Mar 11 11:26:41 worker-b systemd[1]: Stopping kubelet: The Kubernetes Node Agent...',
    'Mar 11 11:26:41 worker-b systemd[1]: Stopped kubelet: The Kubernetes Node Agent.',
  ];

  it('is to be started first, whatever else is worth a look', () => {
    const head = headOf(dns('01'), dns('12'), dns('23'), dns('34'), ...stop);
    expect(head).toContain('Next: start it again, unless it is down for a purpose: `systemctl start kubelet`.');
    expect(head.match(/Next: /g)).toHaveLength(1);
  });

  it('is started as its distribution does it', () => {
    const k3s = [dns('01'), dns('12'), dns('23'), dns('34'), ...stop].map((line) =>
      line
        .replace(' kubelet[3120]', ' k3s[3120]')
        .replace(' kubelet: The Kubernetes Node Agent', ' k3s.service - Lightweight Kubernetes'),
    );
    expect(headOf(...k3s)).toContain('`systemctl start k3s`');
  });
});
