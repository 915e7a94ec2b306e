/** Runs of the embedded kubelet for the charts of docs/what-if.md. */
import type { Instant } from '../../src/kubelet/time.ts';
import { checkScenario } from '../../src/simulator/scenario/readScenario.ts';
import { stalenessCurve } from '../../src/whatIf/outputs/whatIfAnswer.ts';
import { predictedCourse, type PredictedCourse } from '../../src/whatIf/predictedCourse.ts';

export type Points = readonly (readonly [x: number, y: number])[];

function runOf(scenario: unknown): PredictedCourse {
  const checked = checkScenario(scenario);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return predictedCourse(checked.scenario, 0 as Instant);
}

/** Minutes and seconds of staleness. */
function curveOf(scenario: { readonly duration: string }, minutes: number): Points {
  const { times, seconds } = stalenessCurve(runOf(scenario).listed, {
    from: 0 as Instant,
    to: (minutes * 60e6) as Instant,
  });
  return [...times].map((time, index) => [time / 60e6, seconds[index] ?? Number.NaN] as const);
}

const SETTLED = { startup: '1s', registered: true };

/** The most pods of which a container can end at one moment without an unhealthy PLEG, where the inspection of one takes so long. */
export function mostPods(version: string, inspection: number): number {
  const isHealthy = (pods: number): boolean =>
    runOf({
      version,
      duration: '330s',
      kubelet: SETTLED,
      pods: [{ name: 'web', count: pods, running: true, restartPolicy: 'Never' }],
      faults: [
        {
          from: '30s',
          effect: 'takes',
          takes: inspection,
          methods: ['PodSandboxStatus'],
          callers: ['relist', 'pod-relist'],
        },
      ],
      actions: [{ at: '31s', do: 'exit', pod: 'web-*', code: 1 }],
    }).unhealthy.length === 0;
  let [low, high] = [0, Math.ceil(200 / inspection) + 2];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isHealthy(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The inspection of one of four pods hangs from minute 2 on. */
export function hungPod({ version, timeout = '2m' }: { readonly version: string; readonly timeout?: string }): Points {
  return curveOf(
    {
      version,
      duration: '20m',
      kubelet: { ...SETTLED, runtimeRequestTimeout: timeout },
      pods: [{ name: 'web', count: 4, running: true }],
      faults: [{ from: '2m', effect: 'hang', methods: ['PodSandboxStatus'], pods: ['web-1'] }],
      actions: [{ at: '2m', do: 'exit', pod: 'web-1', code: 1 }],
    } as { readonly duration: string },
    20,
  );
}

/** The list calls hang from minute 2 to 8; the kubelet is restarted at minute 6. */
export function hungLists({ restart = false }: { readonly restart?: boolean }): Points {
  return curveOf(
    {
      version: '1.31.1',
      duration: '12m',
      kubelet: SETTLED,
      pods: [{ name: 'web', count: 4, running: true }],
      faults: [{ from: '2m', to: '8m', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
      actions: restart ? [{ at: '6m', do: 'restart-kubelet', signal: 'term', after: '1s' }] : [],
    } as { readonly duration: string },
    12,
  );
}
