import { describe, expect, it } from 'vitest';
import { mostNamed, type Reason, reasonOf } from '../../../src/diagnosis/signs/reasons.ts';
import { diagnoseText } from './diagnoseLog.ts';

const NAME: Reason = [['not registered'], 'it has no name', 'Name it.'];
const PATH: Reason = [[/at \/[a-z]{1,9}: gone/, 'missing'], 'it is not there', 'Put it back.'];
const REASONS = [NAME, PATH];

describe('the reason of a text', () => {
  it('is the first of the table that has a word or a pattern in it', () => {
    expect(reasonOf(REASONS, 'missing, and not registered')).toBe(NAME);
    expect(reasonOf(REASONS, 'at /proc: gone')).toBe(PATH);
    expect(reasonOf(REASONS, 'at 5: gone')).toBeUndefined();
  });

  it('is of several texts the one that most lines name', () => {
    const said = [
      { text: 'not registered', count: 2 },
      { text: 'missing', count: 3 },
    ];
    expect(mostNamed(REASONS, said)).toBe(PATH);
    expect(mostNamed(REASONS, said.slice(0, 1))).toBe(NAME);
    expect(mostNamed(REASONS, [{ text: 'other', count: 9 }])).toBeUndefined();
  });
});

describe('why volumes fail', () => {
  const line = (minute: number, volume: string, pod: string, text: string): string =>
    `E1124 10:${String(minute).padStart(2, '0')}:10.100000    1200 nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/csi/x^${volume} podName: nodeName:}" failed. No retries permitted until 2026-11-24 10:30:12.1 +0000 UTC m=+121.1 (durationBeforeRetry 2m2s). Error: MountVolume.MountDevice failed for volume "${volume}" : ${text} pod "${pod}" (UID: "aaa")`;

  it('is said with the words of the volume for which it is the reason', () => {
    const [finding] = diagnoseText(
      [
        line(0, 'a', 'web-1', 'object "shop"/"web" not registered'),
        ...[1, 3, 5, 7].map((minute) => line(minute, 'b', 'db-1', 'mount error: could not resolve address for nas')),
      ].join('\n'),
    ).findings;
    expect(finding?.explanation).toContain('the name of the server could not be resolved on this node: "');
    expect(finding?.explanation).toContain('could not resolve address for nas');
    expect(finding?.explanation).not.toContain('not registered');
  });

  it.each([
    ['iscsiadm: cannot make connection to 10.0.0.9: No route to host', 'the server of the storage cannot be reached'],
    ['rbd: map failed with error an error (exit status 110) occurred', 'Ceph did not answer or refused'],
    ['an operation with the given Volume ID 0001 already exists', 'the CSI driver still works on an earlier try'],
    ['wrong fs type, bad option, bad superblock on /dev/sdb', 'the file system on the disk is damaged'],
    ['mount failed: exit status 32', 'the command `mount` failed'],
    ['unmount failed: exit status 32, umount: target is busy.', 'something on this node still uses it'],
    ['Unmount failed: exit status 32\\nOutput: umount: /x：Target is busy.', 'something on this node still uses it'],
    ['Unmount failed: exit status 32\\nOutput: umount: /x：目标忙。', 'something on this node still uses it'],
    ['Unmount failed: exit status 32\\nOutput: umount: /x: must be superuser', 'the command that unmounts it failed'],
    [
      'error processing PVC a/b: failed to fetch PVC from API server: context deadline exceeded',
      'the API server did not',
    ],
    [
      'failed to fetch PVC from API server: persistentvolumeclaims "b" not found',
      'its claim is not bound or not there',
    ],
  ])('%s', (text, meaning) => {
    const [finding] = diagnoseText([1, 3, 5].map((minute) => line(minute, 'a', 'web-1', text)).join('\n')).findings;
    expect(finding?.explanation).toContain(meaning);
  });

  it.each([
    ['target is busy', 'grep a /proc/*/mountinfo`, and what is left'],
    ['must be superuser', 'grep a /proc/*/mountinfo`, `fuser'],
  ])('asks once who still uses a volume: %s', (said, words) => {
    const fails = (minute: number): string =>
      `E1124 10:0${minute}:10.100000    1200 nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/nfs/a podName:1 nodeName:}" failed. No retries permitted until 2026-11-24 10:30:12.1 +0000 UTC m=+121.1 (durationBeforeRetry 2m2s). Error: UnmountVolume.TearDown failed for volume "a" (UniqueName: "kubernetes.io/nfs/a") pod "1" (UID: "1") : Unmount failed: exit status 32 Output: umount: /x: ${said}`;
    const [finding] = diagnoseText([fails(1), fails(3), fails(5)].join('\n')).findings;
    const asked = finding?.nextSteps.filter((step) => step.includes('who still uses it')) ?? [];
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain(words);
  });

  it('is counted from the first line of a volume on, to which the worker of the pod comes later', () => {
    const uid = '0f4d5b6e-7a08-4c39-9d21-3b1c2a5e6f70';
    const fails = (minute: number): string =>
      `E1124 10:0${minute}:10.100000    1200 nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/nfs/${uid}-a podName:${uid} nodeName:}" failed. No retries permitted until 2026-11-24 10:30:12.1 +0000 UTC m=+121.1 (durationBeforeRetry 2m2s). Error: MountVolume.SetUp failed for volume "a" (UniqueName: "kubernetes.io/nfs/${uid}-a") pod "web-1" (UID: "${uid}") : mount failed: exit status 1`;
    const waits = `E1124 10:03:15.100000    1200 pod_workers.go:1300] "Error syncing pod, skipping" err="unmounted volumes=[a], unattached volumes=[], failed to process volumes=[]: context deadline exceeded" pod="shop/web-1" podUID="${uid}"`;
    const [finding] = diagnoseText([fails(1), fails(3), waits].join('\n')).findings;
    expect(finding?.explanation).toContain(
      '3 lines from 10:01:10.100 to 10:03:15.100 (on average every 1m2.5s) say that volumes of 1 pod could not be attached or mounted: shop/web-1 (3 lines).',
    );
  });

  it('is no reason where the node only has to tell first that it uses the volume', () => {
    const told = "Volume has not been added to the list of VolumesInUse in the node's volume status";
    expect(diagnoseText(line(1, 'a', 'web-1', told)).findings).toEqual([]);
    expect(diagnoseText([1, 3, 5].map((minute) => line(minute, 'a', 'web-1', told)).join('\n')).findings).toMatchObject(
      [{ id: 'volumes-failing' }],
    );
  });
});

describe('why an image is not pulled', () => {
  it.each([
    [
      'parsing signature https://r.example/store/web@sha256=f968/signature-9: unrecognized signature format, starting with binary 0x3c',
      'what answered is a web page, not a registry',
    ],
    ['Source image rejected: Signature for identity r.example/web is not accepted', 'its signature is missing'],
    ['Source image rejected: A signature was required, but no signature exists', 'its signature is missing'],
  ])('%s', (text, meaning) => {
    const [finding] = diagnoseText(
      [1, 3, 5]
        .map(
          (minute) =>
            `E1124 10:0${minute}:10.100000    1200 pod_workers.go:965] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"web\\" with ErrImagePull: \\"rpc error: code = Unknown desc = copying system image from manifest list: ${text}\\"" pod="shop/web-1" podUID="aaa"`,
        )
        .join('\n'),
    ).findings;
    expect(finding?.id).toBe('image-pull-failing');
    expect(finding?.explanation).toContain(meaning);
  });
});
