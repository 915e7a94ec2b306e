/** Whose line this is: the editor, which looks for a log to colour, and the analysis, which looks for a kubelet, say the same. */
import { describe, expect, it } from 'vitest';
import { looksLikeKubeletLog } from '../../../src/journal/detect.ts';
import { sessionOf } from './analyse.ts';

const HEAD = 'I1121 00:27:32.000000    2100';
const JOURNAL = 'Nov 21 00:27:32 worker-2';

const LINES: readonly (readonly [what: string, line: string, isKubelets: boolean])[] = [
  ["a file of the kubelet's own", `${HEAD} kubelet.go:2329] "Starting kubelet main sync loop"`, true],
  ['PLEG', `${HEAD} generic.go:334] "Generic (PLEG): container finished" podID="1" containerID="2" exitCode=0`, true],
  ['a flag that only a kubelet has', `${HEAD} flags.go:64] FLAG: --max-pods="110"`, true],
  ['a flag of any component', `${HEAD} flags.go:64] FLAG: --log-flush-frequency="5s"`, false],
  ['a file of all components', `${HEAD} reflector.go:140] Starting reflector *v1.Node (0s) from factory.go:150`, false],
  ['the scheduler', `${HEAD} schedule_one.go:286] "Successfully bound pod to node" pod="a/b"`, false],
  ['the API server', `${HEAD} genericapiserver.go:78] Starting`, false],
  ['a program that nobody knows', `${HEAD} mine.go:12] hello`, false],
  ['the same under the name of a kubelet', `${JOURNAL} kubelet[2100]: ${HEAD} mine.go:12] hello`, true],
  ['a kubelet in k3s', `${JOURNAL} k3s[2100]: ${HEAD} kubelet.go:2329] "Starting kubelet main sync loop"`, true],
  ['the scheduler by its name', `${JOURNAL} kube-scheduler[2100]: ${HEAD} mine.go:12] hello`, false],
  ['containerd', `${JOURNAL} containerd[811]: time="2026-11-21T00:27:32Z" level=info msg="ok"`, false],
];

describe('a line', () => {
  it.each(LINES)('of %s is a kubelet’s for both, or for none', (_what, line, isKubelets) => {
    const text = `${line}\n`;
    expect(looksLikeKubeletLog(text)).toBe(isKubelets);
    const result = sessionOf(text).result();
    expect(result.ok && result.analysis.reconstruction.history.processes.length > 0).toBe(isKubelets);
  });
});
