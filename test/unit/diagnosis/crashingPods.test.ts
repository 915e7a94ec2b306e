import { describe, expect, it } from 'vitest';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText, incidentText, plain } from './diagnoseLog.ts';

const BASE = { start: '2026-03-14T09:00:00Z', duration: '12m', node: 'worker-1', verbosity: 2 };
const CRASHER = { name: 'crasher', added: '8s', containers: [{ name: 'app', exits: { after: '9s', code: 3 } }] };
const WEB = {
  name: 'web',
  count: 4,
  added: '5s',
  every: '200ms',
  containers: [{ name: 'nginx' }, { name: 'sidecar' }],
};
const NOT_OURS = 'kubectl logs --previous';

function answerOf(scenario: object): string {
  return plain(diagnoseText(simulated({ ...BASE, ...scenario }).log).answer);
}

describe('containers that do not stay up', () => {
  it('are named in the answer for a healthy log, with their deaths, codes and times', () => {
    const { log, truth } = simulated({ ...BASE, version: '1.28.4', pods: [WEB, CRASHER] });
    const { answer, findings } = diagnoseText(log);
    const deaths = truth.filter(({ ev, state }) => ev === 'container_state' && state === 'EXITED').length;
    expect(deaths).toBeGreaterThan(3);
    expect(plain(answer)).toContain(
      `The container app of pod default/crasher did not stay up: ${deaths} deaths reported in this pod from 09:00:`,
    );
    expect(plain(answer)).toContain('with exit code 3, and the kubelet said ');
    const [said] = log.split('\n').filter((line) => line.includes('CrashLoopBackOff'));
    expect(findings.find(({ id }) => id === 'pods-crashing')?.explanation).toMatch(
      new RegExp(String.raw`^\d+ lines from ${/\d\d:\d\d:\d\d\.\d{3}/.exec(said ?? '')?.[0] ?? 'none'} to `),
    );
    expect(plain(answer)).toContain(NOT_OURS);
    expect(answer.state).toBe('healthy');
    expect(answer.headline).toBe('No unhealthy time');
    expect(findings.filter(({ confidence }) => confidence !== 'low').map(({ id }) => id)).toEqual([
      'pods-crashing',
      'startup-normal',
    ]);
    const cited = answer.paragraphs.flat().find(({ text }) => text === `${deaths} deaths reported in this pod`);
    expect(log.split('\n')[(cited?.at?.line ?? 0) - 1]).toContain('container finished');
  });

  it('are told from events where the kubelet logs no exits', () => {
    expect(answerOf({ version: '1.13.5', pods: [WEB, CRASHER] })).toMatch(
      /container app of pod default\/crasher did not stay up: \d+ deaths reported in this pod from 09:00:\d\d\.\d+ to 09:\d\d:\d\d\.\d+, and the kubelet said/,
    );
  });

  it('are counted, and the worst is named', () => {
    const slow = { ...CRASHER, name: 'slow', containers: [{ name: 'app', exits: { after: '200s', code: 1 } }] };
    const text = answerOf({ version: '1.31.2', pods: [slow, CRASHER] });
    expect(text).toContain('of pod default/crasher did not stay up');
    expect(text).toContain('The same is true of default/');
  });

  it('are not told where all stay up', () => {
    expect(answerOf({ version: '1.28.4', pods: [WEB] })).not.toContain(NOT_OURS);
  });

  it('are not told beside an unhealthy time', () => {
    const text = answerOf({
      version: '1.28.4',
      pods: [WEB, CRASHER],
      faults: [{ from: '120s', to: '460s', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
    });
    expect(text).toContain('PLEG was unhealthy');
    expect(text).not.toContain(NOT_OURS);
  });

  it('take a back-off line or three deaths of one container', () => {
    const healthy = incidentText('healthy-with-everyday-noise-1.27');
    expect(plain(diagnoseText(healthy).answer)).toContain(
      'The container app of pod default/web-1 did not stay up: 1 death reported in this pod at 09:01:41, and the kubelet said once that it waits before the next start (CrashLoopBackOff, up to 10s)',
    );
    const without = healthy
      .split('\n')
      .filter((line) => !line.includes('CrashLoopBackOff'))
      .join('\n');
    expect(plain(diagnoseText(without).answer)).not.toContain(NOT_OURS);
  });

  it('are told once where the lines tell no deaths, as the finding says the same', () => {
    const putOff = (second: string): string =>
      `E0719 20:55:${second}.470155     914 pod_workers.go:1298] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"proxy\\" with CrashLoopBackOff: \\"back-off 5m0s restarting failed container=proxy pod=web_shop(790ba9bd-b211-4463-a6cf-07600d898af5)\\"" pod="shop/web" podUID="790ba9bd-b211-4463-a6cf-07600d898af5"`;
    const text = plain(diagnoseText(['00', '12', '27'].map(putOff).join('\n')).answer);
    expect(text).toContain('starts a container again (CrashLoopBackOff): proxy of shop/web (3 lines)');
    expect(text.match(/CrashLoopBackOff/g)).toHaveLength(1);
  });

  it('of which lines tell the name are not mixed with others of their pod', () => {
    const text = plain(diagnoseText(deathsOf(['app', 'app', 'helper', 'app'])).answer);
    expect(text).toContain(
      'The container app of pod default/web-1 did not stay up: it died 3 times from 09:00:10 to 09:00:40, with exit codes 1, 2 and 4 (the last one 4);',
    );
    expect(plain(diagnoseText(deathsOf(['app', 'app', 'helper', 'other'])).answer)).not.toContain(NOT_OURS);
  });

  it('are read on their node where kubectl has no answer without them', () => {
    const stepsFor = (container: string): string =>
      diagnoseText(
        `E0619 13:44:31.088622   88050 pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"${container}\\" with CrashLoopBackOff: \\"back-off 1m20s restarting failed container=${container} pod=x_kube-system(1)\\"" pod="kube-system/x" podUID="1"`,
      ).findings[0]?.nextSteps.join('\n') ?? '';
    expect(stepsFor('etcd')).toMatch(/^Read what it said .*crictl ps -a --name etcd/);
    expect(stepsFor('etcd')).not.toMatch(/`kubectl/);
    expect(stepsFor('scheduler')).toMatch(/`kubectl .* --previous`/);
  });
});

/** One death every ten seconds, each of a container whose name a line tells. */
function deathsOf(names: readonly string[]): string {
  const uid = '11111111-2222-3333-4444-555555555555';
  const lines = ['I0314 09:00:00.000000     100 server.go:1] "Kubelet version" kubeletVersion="v1.28.4"'];
  for (const [index, name] of names.entries()) {
    const id = String(index + 1).repeat(64);
    const second = (index + 1) * 10;
    lines.push(
      `I0314 09:00:${second}.000000     100 generic.go:334] "Generic (PLEG): container finished" podID="${uid}" containerID="${id}" exitCode=${index + 1}`,
      `I0314 09:00:${second}.000100     100 kubelet.go:2457] "SyncLoop (PLEG): event for pod" pod="default/web-1" event={"ID":"${uid}","Type":"ContainerDied","Data":"${id}"}`,
      `I0314 09:00:${second + 1}.000000     100 kuberuntime_container.go:742] "Killing container with a grace period" pod="default/web-1" podUID="${uid}" containerName="${name}" containerID="containerd://${id}" gracePeriod=30`,
    );
  }
  return lines.join('\n');
}
