import { describe, expect, it } from 'vitest';
import { sessionOf } from './analyse.ts';

const isOfKubelet = (call: string): boolean =>
  sessionOf(
    `E0730 12:28:47.324059     223 remote_runtime.go:248] "${call} from runtime service failed" err="rpc error: code = Unknown desc = ttrpc: closed" containerID="6e3e87f5ccf69f3ded74f375a43c2b7084a61da6169c96808a2e300bcb73bfd3"`,
  ).result().ok;

describe('a failed call to the runtime alone, without the name of its program', () => {
  it.each(['StartContainer', 'ExecSync cmd'])('is of a kubelet where nobody makes it by hand: %s', (call) => {
    expect(isOfKubelet(call)).toBe(true);
  });

  it.each(['RemoveContainer', 'StopContainer'])('may be of crictl: %s', (call) => {
    expect(isOfKubelet(call)).toBe(false);
  });
});
