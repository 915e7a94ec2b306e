/** What a name in a line stands for, and where else it is written. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identityAt, linesOfPod, type LogIdentity } from '../../../src/analysis/insight/identity.ts';
import { findSpellings } from '../../../src/analysis/insight/spellings.ts';
import { analysisOf, fixture, HANG, sessionOf } from './analyse.ts';

const { history } = analysisOf(sessionOf(fixture(HANG))).reconstruction;
const lines = new TextDecoder().decode(fixture(HANG)).split('\n');
const CRASHER = 'd7903411-34f9-4c17-ac8e-fccf57b97ecd';
const ID = 'ef9909183514b0c5f8a4c1d2e3f405162738495a6b7c8d9e0f1a2b3c4d5e6f70';

const at = (text: string, words: string): LogIdentity | undefined => identityAt(text, text.indexOf(words) + 2, history);
const found = (text: string, identity: LogIdentity | undefined): readonly string[] =>
  findSpellings(text, identity?.spellings ?? []).map(({ from, to }) => text.slice(from, to));

describe('a pod', () => {
  it('is the same by its uid, its name with a slash and its name with an underscore', () => {
    for (const [text, words] of [
      [`pod="default/crasher-1" x`, 'default/'],
      [`pod=crasher-1_default(${CRASHER})`, 'crasher'],
      [`podUID="${CRASHER}"`, 'd7903'],
      [`kubepods-burstable-pod${CRASHER.replaceAll('-', '_')}.slice`, 'd7903'],
    ] as const)
      expect(at(text, words)?.pod).toEqual({ uid: CRASHER, namespace: 'default', name: 'crasher-1' });
  });

  it('is found in all of its spellings, and not in the names of others', () => {
    const identity = at('pod="default/crasher-1"', 'default/');
    expect(
      found(
        `default/crasher-1 crasher-1_default(${CRASHER}) pod${CRASHER.replaceAll('-', '_')}.slice k8s_app_crasher-1_default_${CRASHER}_0`,
        identity,
      ),
    ).toEqual([
      'default/crasher-1',
      'crasher-1_default',
      CRASHER,
      CRASHER.replaceAll('-', '_'),
      'crasher-1_default',
      CRASHER,
    ]);
    expect(
      found(
        'default/crasher-10 my-default/crasher-1 default/crasher-1.a my-crasher-1_default crasher-1_default-b',
        identity,
      ),
    ).toEqual([]);
  });

  it('is none where the log knows no such pod: a path is no name', () => {
    expect(at('cgroup="/var/lib/kubelet" file=a/b', 'lib/')).toBeUndefined();
    expect(at('Skipping pod synchronization', 'pod')).toBeUndefined();
  });

  it('has events, each on a line that names it', () => {
    const pod = at('pod="default/crasher-1"', 'default/')?.pod ?? {};
    const own = [...linesOfPod(history, 0, pod)];
    expect(own.length).toBeGreaterThan(5);
    expect(own).toEqual(own.toSorted((a, b) => a - b));
    for (const line of own) expect(lines[line - 1]).toMatch(/crasher-1|d7903411/);
    expect(linesOfPod(history, 1, pod)).toHaveLength(0);
  });

  it('is the first that a line names when no column is given', () => {
    expect(identityAt('"x" pod="default/crasher-1" pod="default/web-1"', undefined, history)?.pod?.name).toBe(
      'crasher-1',
    );
    expect(identityAt(`id=${ID}`, undefined, history)).toBeUndefined();
  });
});

describe('a container', () => {
  it('is found by more or fewer digits of its id', () => {
    const identity = at(`containerID="containerd://${ID}"`, ID.slice(0, 12));
    expect(identity?.pod).toBeUndefined();
    expect(found(`${ID} ${ID.slice(0, 13)} x${ID.slice(0, 12)}`, identity)).toEqual([
      ID,
      ID.slice(0, 13),
      ID.slice(0, 12),
    ]);
    expect(found(`${ID.slice(0, 13)}f 0${ID} ${ID.slice(0, 11)}`, identity)).toEqual([]);
    expect(found(ID, at(`id=${ID.slice(0, 13)}`, ID.slice(0, 12)))).toEqual([ID]);
  });
});

it('takes any line and any column', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(400), (text, column) => {
      const identity = identityAt(text, column, history);
      for (const { from, to } of findSpellings(text, identity?.spellings ?? []))
        expect(from >= 0 && to > from && to <= text.length).toBe(true);
    }),
  );
});
