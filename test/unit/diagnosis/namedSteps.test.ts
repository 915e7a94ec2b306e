/** Names of the log in commands: where they are known, and never more than a name. */
import { describe, expect, it } from 'vitest';
import { namedSteps } from '../../../src/diagnosis/tools/namedSteps.ts';
import { diagnoseText } from './diagnoseLog.ts';

const LOGS = '`kubectl -n <namespace> logs <pod> -c <container>`';

describe('names in the steps', () => {
  it('are filled in where they are known', () => {
    expect(namedSteps([LOGS], { pod: 'shop/web-1', container: 'nginx' })).toEqual([
      '`kubectl -n shop logs web-1 -c nginx`',
    ]);
    expect(namedSteps([LOGS], { pod: 'shop/web-1' })).toEqual(['`kubectl -n shop logs web-1 -c <container>`']);
    expect(namedSteps(['`kubectl describe node <node>`, `oc debug node/<node>`'], { node: 'worker-b' })).toEqual([
      '`kubectl describe node worker-b`, `oc debug node/<node>`',
    ]);
  });

  it.each(['web', 'shop/', '/web', 'shop/web/1', 'shop/$(id)', 'shop/-rf', 'shop/a`b', 'sh op/web', 'unknown pod'])(
    'do not take %j for a pod',
    (pod) => {
      expect(namedSteps([LOGS], { pod, container: 'nginx' })).toEqual([LOGS]);
    },
  );

  it.each(['a b', '-x', 'a;id', 'a$(id)', 'a`'])('do not take %j for an image', (image) => {
    expect(namedSteps(['`crictl pull <image>`'], { image })).toEqual(['`crictl pull <image>`']);
  });

  it('are those of the log', () => {
    const line = (second: number, image: string): string =>
      `E0311 09:14:0${second}.221940    3120 pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with ImagePullBackOff: \\"Back-off pulling image \\\\\\"${image}\\\\\\"\\"" pod="shop/web-1" podUID="1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01"`;
    const steps = diagnoseText(`${[1, 3, 5].map((second) => line(second, 'reg.example/app:1')).join('\n')}\n`)
      .findings.find(({ id }) => id === 'image-pull-failing')
      ?.nextSteps.join('\n');
    expect(steps).toContain('crictl pull reg.example/app:1');
    expect(steps).toContain('kubectl -n shop describe pod web-1');
  });
});
