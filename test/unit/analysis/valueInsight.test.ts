/** What the hover says of a duration and of a stamp, and where it finds the line of Kubernetes' source. */
import { describe, expect, it } from 'vitest';
import { sourceLink } from '../../../src/analysis/insight/sourceLink.ts';
import { type ValueInsight, valueInsight } from '../../../src/analysis/insight/valueInsight.ts';
import { callerPath } from '../../../src/kubelet/callerPaths.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { recordAt } from '../../../src/worker/explainLine.ts';
import { analysisOf, sessionOf } from './analyse.ts';

const SKIP =
  'Nov 21 00:32:44 n1 kubelet[7]: E1121 00:32:44.553642       7 kubelet.go:2661] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 4m2.166611941s ago; threshold is 3m0s"';
const TIME = instant(Date.UTC(2026, 10, 21, 0, 32, 44, 553) * 1000);

function at(line: string, words: string, zoneKnown = true): ValueInsight | undefined {
  const record = recordAt([line], 0, { year: 2026 });
  if (record === undefined) throw new Error('no record');
  return valueInsight(record, line, line.indexOf(words) + 1, TIME, zoneKnown);
}

describe('a duration', () => {
  it('is said in plain words, with the moment that it points back to', () => {
    const value = at(SKIP, '4m2.16');
    expect(value?.text).toBe(
      '4m2.166611941s: 4 minutes and 2.2 seconds. That long before this line it was 00:28:42.386.',
    );
    expect(SKIP.slice(value?.from, value?.to)).toBe('4m2.166611941s');
  });

  it('is the whole of its text and no part of a word or a name', () => {
    expect(at(SKIP, '3m0s"')?.text).toContain('3 minutes.');
    expect(at(SKIP, 'Skipping')).toBeUndefined();
    expect(at(SKIP.replace('3m0s', 'web-3m0s'), '3m0s')?.text ?? '').not.toContain('web');
    expect(at(SKIP.replace('3m0s', 'v3m0s'), '3m0s')).toBeUndefined();
  });
});

describe('what a duration points back to', () => {
  it('is told of an age and of what something took, not of a limit or a pause', () => {
    const slow = SKIP.replace(
      /"Skipping.*/,
      '"Housekeeping took longer than expected" expected="1s" actual="2m0.001s"',
    );
    expect(at(slow, '2m0.001s')?.text).toContain('That long before this line it was 00:30:44.552.');
    expect(at(slow, '1s"')?.text).toBe('1s: 1 second.');
    expect(at(SKIP, '3m0s"')?.text).toBe('3m0s: 3 minutes.');
  });

  it('has its day where that is another', () => {
    expect(at(SKIP.replace('4m2.166611941s', '66h20m49.04s'), '66h20')?.text).toContain(
      'it was 2026-11-18 06:11:55.513.',
    );
  });

  it('is never, for the age of what never was', () => {
    expect(at(SKIP.replace('4m2.166611941s', '2562047h47m16.854775807s'), '2562047h')?.text).toBe(
      '2562047h47m16.854775807s: the longest duration that there is. It stands for never.',
    );
  });
});

describe('a stamp', () => {
  it('says whose it is and what lies between the two', () => {
    expect(at(SKIP, 'Nov 21')?.text).toContain('journal took this line. Journal and kubelet agree to the second');
    expect(at(SKIP.replace('00:32:44 n1', '00:32:51 n1'), 'E1121')?.text).toContain(
      'The journal took it 6.4s after the kubelet wrote it.',
    );
    expect(at(SKIP.replace('Nov 21 00:32:44', 'Nov 21 02:32:44'), 'E1121')?.text).toContain('another time zone');
  });

  it('says where the zone is not known', () => {
    expect(at(SKIP, 'E1121', false)?.text).toContain('does not say its time zone');
    expect(at(SKIP, 'E1121')?.text).not.toContain('zone:');
  });
});

describe('the line of the source', () => {
  const linkOf = (version: string | undefined, identifier = 'kubelet'): string | undefined => {
    const said =
      version === undefined
        ? ''
        : `Nov 21 00:32:40 n1 kubelet[7]: I1121 00:32:40.000001       7 server.go:545] "Kubelet version" kubeletVersion="${version}"\n`;
    const text = `${said}${SKIP}\n`.replaceAll(' kubelet[7]', ` ${identifier}[7]`);
    const record = recordAt([SKIP.replace(' kubelet[7]', ` ${identifier}[7]`)], 0, { year: 2026 });
    if (record === undefined) throw new Error('no record');
    const link = sourceLink(analysisOf(sessionOf(text)).reconstruction.history, record, {
      source: 0,
      line: version === undefined ? 1 : 2,
    });
    return link === undefined ? undefined : `${link.isAbout ? 'about ' : ''}${link.url}`;
  };

  it('is that of the version that the log tells', () => {
    expect(linkOf('v1.29.3')).toBe(
      'https://github.com/kubernetes/kubernetes/blob/v1.29.3/pkg/kubelet/kubelet.go#L2661',
    );
    expect(linkOf('v1.31.0-rc.1')).toContain('/v1.31.0-rc.1/');
  });

  it('is none for a build of a vendor, nor for a kubelet inside another program', () => {
    for (const version of ['v1.29.3+k3s1', 'v1.23.5-eks-0c1b2', 'v1.30.1-gke.12'])
      expect(linkOf(version)).toBeUndefined();
    expect(linkOf('v1.29.3', 'k3s')).toBeUndefined();
  });

  it('is about there where the version is a guess', () => {
    const link = linkOf(undefined);
    if (link !== undefined) expect(link).toMatch(/^about /);
    expect(linkOf('v1.29.3')).not.toMatch(/^about /);
  });

  it('is none where the guess leaves open how old the kubelet is', () => {
    const line =
      'E0229 18:31:47.064312    3429 generic.go:164] GenericPLEG: Unable to retrieve pods: cannot connect to Docker endpoint';
    const record = recordAt([line], 0, { year: 2026 });
    const { history } = analysisOf(sessionOf(`${line}\n`)).reconstruction;
    expect(history.processes[0]).toMatchObject({ versionKnown: 'caller-lines', assumedVersion: { major: 1 } });
    expect(history.processes[0]?.versionRange?.min).toBeUndefined();
    if (record === undefined) throw new Error('no record');
    expect(sourceLink(history, record, { source: 0, line: 1 })).toBeUndefined();
  });

  it('follows files that moved, and says nothing where two have the name or nobody looked', () => {
    expect(callerPath('remote_runtime.go', { major: 1, minor: 24 })).toBe('pkg/kubelet/cri/remote/remote_runtime.go');
    expect(callerPath('remote_runtime.go', { major: 1, minor: 36 })).toMatch(/^staging\//);
    expect(callerPath('remote_runtime.go', { major: 1, minor: 15 })).toBeUndefined();
    expect(callerPath('server.go', { major: 1, minor: 30 })).toBeUndefined();
    expect(callerPath('constructor', { major: 1, minor: 30 })).toBeUndefined();
  });
});
