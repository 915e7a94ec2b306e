/** What the error of a call to the runtime says about it. */
import { describe, expect, it } from 'vitest';
import { classifyRuntimeError } from '../../../src/diagnosis/signs/runtimeErrors.ts';
import { runtimeErrorOrEmpty } from '../../../src/messages/texts/runtimeError.ts';

describe('an error of a runtime call', () => {
  it('is sorted by its code, and without one by its words, whichever came before', () => {
    const text = 'rpc error: code = Unavailable desc = the server is stopping';
    for (let round = 0; round < 2; round += 1) {
      expect(classifyRuntimeError({ text })).toBe('refused');
      expect(classifyRuntimeError({ text, code: 'Unavailable' })).toBe('unreachable');
    }
    expect(classifyRuntimeError({ text: 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock' })).toBe(
      'unreachable',
    );
    expect(classifyRuntimeError({ text: 'operation timeout: context deadline exceeded' })).toBe('timed-out');
  });

  it.each(['i/o timeout', 'connect: connection refused', 'context deadline exceeded'])(
    'is an answer where the registry of the sandbox image is what failed: %s',
    (reason) => {
      const text = `failed to get sandbox image "registry.k8s.io/pause:3.9": failed to pull image "registry.k8s.io/pause:3.9": dial tcp 10.0.0.5:443: ${reason}`;
      expect(classifyRuntimeError({ text, code: 'Unknown' })).toBe('refused');
      expect(classifyRuntimeError({ text, code: 'DeadlineExceeded' })).toBe('refused');
    },
  );

  it('is an answer also where docker could not have the image of the sandbox', () => {
    const text =
      'failed pulling image "registry.k8s.io/pause:3.1": Error response from daemon: Get https://registry.k8s.io/v2/: net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)';
    expect(classifyRuntimeError({ text, code: 'Unknown' })).toBe('refused');
    expect(classifyRuntimeError({ text: text.replace('failed pulling', 'failed listing'), code: 'Unknown' })).toBe(
      'timed-out',
    );
  });

  it.each([
    ['', 'cut-off'],
    ['rp', 'cut-off'],
    ['rpc error: code', 'cut-off'],
    ['rpc error: code = D', 'cut-off'],
    ['rpc error: code = De', 'timed-out'],
    ['rpc error: code = DeadlineExceeded', 'timed-out'],
    ['rpc error: code = DeadlineExceeded de', 'timed-out'],
    ['rpc error: code = Un', 'cut-off'],
    ['rpc error: code = Unava', 'unreachable'],
    ['rpc error: code = Unknown desc =', 'cut-off'],
    ['rpc error: code = Unknown desc = d', 'refused'],
    ['rpc error…', 'cut-off'],
    ['rpc error: co$', 'cut-off'],
    ['rpc error: code = Unknown de...', 'cut-off'],
    ['rpc error: code = Unava>', 'unreachable'],
    ['rpc error: code = Dead...line exceeded', 'timed-out'],
    ['rpc error: code = Un…', 'cut-off'],
    ['rpc error: code...is not running', 'cut-off'],
    ['error', 'refused'],
  ])('of which the line has only "%s" is told by what it has: %s', (text, sort) => {
    expect(classifyRuntimeError(runtimeErrorOrEmpty(text))).toBe(sort);
  });

  it('is sorted alike however many others were', () => {
    const all = Array.from({ length: 1000 }, (_, number) => ({
      text: `no such container ${number}`,
      sort: 'not-found',
    })).concat(Array.from({ length: 1000 }, (_, number) => ({ text: `disk ${number} is full`, sort: 'refused' })));
    for (const { text, sort } of [...all, ...all.toReversed()]) expect(classifyRuntimeError({ text })).toBe(sort);
  });
});
