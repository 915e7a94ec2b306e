/** Simulated incidents for what-ifs, analysed. */
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { Reconstruction } from '../../../src/replay/reconstruction.ts';
import { simulated } from '../simulator/scenarios.ts';

export function reconstructionOf(log: string): Reconstruction {
  const session = createAnalysisSession({});
  session.open('kubelet.log', { year: 2026 });
  session.push(new TextEncoder().encode(log));
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error(result.problem.kind);
  return result.analysis.reconstruction;
}

/** The inspection of one pod of 1.28 hangs for thirteen minutes. */
export const HUNG_POD = {
  version: '1.28.4',
  duration: '20m',
  pods: [{ name: 'web', count: 4, added: '3s', containers: [{ name: 'app' }, { name: 'sidecar' }] }],
  faults: [{ from: '119s', to: '15m', effect: 'hang', methods: ['PodSandboxStatus'], pods: ['web-2'] }],
  actions: [
    { at: '119.5s', do: 'exit', pod: 'web-2', container: 'app', code: 1 },
    { at: '500s', do: 'exit', pod: 'web-3', container: 'app', code: 2 },
  ],
};

/** The list calls hang for five minutes. */
export const HUNG_LISTS = {
  version: '1.31.1',
  duration: '10m',
  pods: [{ name: 'web', count: 3, added: '3s' }],
  faults: [{ from: '100s', to: '400s', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
  // The log goes on to its end.
  actions: [{ at: '590s', do: 'exit', pod: 'web-1', code: 0 }],
};

/** The socket of the runtime refuses for two minutes, as while it is restarted. */
export const REFUSED = {
  version: '1.28.4',
  duration: '10m',
  pods: [{ name: 'web', count: 3, added: '3s' }],
  faults: [{ from: '100s', to: '220s', effect: 'refuse' }],
  actions: [{ at: '590s', do: 'exit', pod: 'web-1', code: 0 }],
};

export function incident(scenario: unknown): Reconstruction {
  return reconstructionOf(simulated(scenario).log);
}
