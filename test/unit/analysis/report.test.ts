import { describe, expect, it } from 'vitest';
import { formatForChat } from '../../../src/analysis/outputs/copyText.ts';
import { formatMarkdown } from '../../../src/analysis/outputs/formatMarkdown.ts';
import { analysisJson } from '../../../src/analysis/outputs/formatJson.ts';
import { formatText } from '../../../src/analysis/outputs/formatText.ts';
import { buildInsightIndex } from '../../../src/analysis/insight/insightIndex.ts';
import { insightText, lineInsight } from '../../../src/analysis/insight/lineInsight.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import { simulated } from '../simulator/scenarios.ts';
import { analysisOf, fixture, HANG, sessionOf } from './analyse.ts';

const analysis = analysisOf(sessionOf(fixture(HANG), 65_536, 'kubelet.log'));
const text = formatText(analysis);
const markdown = formatMarkdown(analysis);

describe('the text output', () => {
  it('begins with the line for somebody on call and says where, when and how much', () => {
    const lines = text.split('\n');
    expect(lines[0]).toMatch(
      /^worker-2: PLEG was unhealthy for about 2m10s \(2m8\.6s–2m1\d\.\ds\), from 00:31:42\.387 until/,
    );
    const about = lines.indexOf('') + 1;
    expect(lines.slice(about, about + 3)).toEqual([
      'kubelet.log: 477 lines, 477 records',
      'node worker-2: kubelet v1.36.2, 1 process',
      '2026-11-21 00:27:32 – 00:35:03 (as logged, time zone unknown)',
    ]);
  });

  it('gives a time of days also in hours, as it stands in the log', () => {
    const log =
      'Jan 02 06:42:00 n1 kubelet[77]: I0102 06:42:00.569834      77 kubelet.go:1771] skipping pod synchronization - [PLEG is not healthy: pleg was last seen active 66h20m49.039936615s ago; threshold is 3m0s]\n';
    expect(formatText(analysisOf(sessionOf(log)))).toContain(
      'longest "last seen active": 2d18h (in the log: 66h20m49s)',
    );
  });

  it('calls no unhealthy time ended of which no line tells the end', () => {
    const skip =
      'E1121 11:20:59.245243    4711 kubelet.go:1823] skipping pod synchronization - PLEG is not healthy: pleg was last seen active 3m57.1s ago; threshold is 3m0s\n';
    const cut = `${skip}...\nW1121 11:21:50.993186    4711 dns.go:1] Nameserver limits exceeded\n`;
    const [open, missing] = [skip, cut].map((log) => formatText(analysisOf(sessionOf(log))).replace(/\n +/g, ' '));
    expect(open).toContain(' not over when the log ends 1 skip: line 1 ');
    expect(missing).toContain('; its end is not known, for lines are missing 1 skip: line 1 ');
    expect(`${open}${missing}`).not.toContain('ended by');
  });

  it('calls a begin open that nothing bounds from below, as the hover and the JSON do', () => {
    const line = (clock: string, body: string): string => `E1121 ${clock}    2168 ${body}`;
    const other = (clock: string): string => line(clock, 'summary.go:102] "Failed to get cgroup stats" err="x"');
    const log = [
      other('10:00:00.000000'),
      ...[1, 2, 4].map((tenth) =>
        line(
          `10:05:00.${tenth}00000`,
          `kubelet.go:2345] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 4m2.${tenth}s ago; threshold is 3m0s"`,
        ),
      ),
      ...[2, 3, 4, 5, 6].map((second) => other(`10:05:0${second}.000000`)),
    ].join('\n');
    const session = sessionOf(`${log}\n`, 65_536, '/tmp/open.log');
    const open = analysisOf(session);
    expect(formatText(open).replace(/\n +/g, ' ')).toMatch(
      /10:03:58 or earlier until 10:05:0[\d.]+–10:05:0[\d.]+, at least 1m2\.4s, ended by: recovery/,
    );
    expect(analysisJson(open, () => '').episodes[0]).toMatchObject({ beginOpen: true, beginsBeforeLog: false });
    const record = session.lineIndex(0)?.recordAt(3);
    expect(record === undefined ? '' : insightText(lineInsight(record, 0, buildInsightIndex(open)))).toMatch(
      /unhealthy since 10:03:58 or earlier/,
    );
  });

  it('has the answer, episodes, findings with next steps, and the replay, in this order', () => {
    const places = [
      'It has recovered',
      'EPISODES',
      'episode-2: PLEG not healthy (kubelet 20595)',
      'FINDINGS',
      '[high] ',
      'What to do next:',
      'REPLAY',
      '21 of 21 skips explained by the replay',
    ].map((part) => text.replace(/\n +/g, ' ').replace(/\n/g, ' ').indexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
  });

  it('names the lines of its one file by number, and they say what is claimed', () => {
    const [, line, quoted] = /^ +(\d+) {2}(Nov 21 .*Unable to retrieve pods.*)$/m.exec(text) ?? [];
    expect(new TextDecoder().decode(fixture(HANG)).split('\n')[Number(line) - 1]).toBe(quoted);
    expect(text).toContain('    19 skips: lines 408 to 430\n');
  });

  it('names lines of several files as FILE:LINE, with the folder only where the names are alike', () => {
    const ofTwo = (first: string, second: string): string => {
      const session = createAnalysisSession();
      for (const name of [first, second]) {
        session.open(name, { year: 2026 });
        session.push(fixture(HANG));
        session.end();
      }
      return formatText(analysisOf(session));
    };
    expect(ofTwo('/var/log/a.log', '/var/log/b.log')).toMatch(/lines a\.log:\d+ to [ab]\.log:\d+/);
    expect(ofTwo('/node-1/kubelet.log', '/node-2/kubelet.log')).toMatch(/lines \/node-1\/kubelet\.log:\d+ to/);
  });

  it('does not count the minute before the first line of a raw log as start-up', () => {
    const raw = new TextDecoder()
      .decode(fixture(HANG))
      .split('\n')
      .flatMap((line) => / kubelet\[\d+\]: (.*)$/.exec(line)?.[1] ?? [])
      .join('\n');
    const out = formatText(analysisOf(sessionOf(`${raw}\n`, 65_536, '/tmp/raw.log')));
    expect(out.replace(/\n +/g, ' ')).toContain(
      ' from the start of the process (first line at 00:27:33.829) until 00:27:36.6–00:27:37.1, 2.8s–3.3s, ended by: recovery',
    );
    expect(out).toContain('node worker-2: kubelet v1.36.2');
    expect(out.split('/tmp/')).toHaveLength(2);
  });

  it('is wrapped, but for quoted lines', () => {
    expect(text.split('\n').filter((line) => line.length > 110 && !/^ +\d+ {2}/.test(line))).toEqual([]);
  });
});

describe('the Markdown output', () => {
  it('has a title, the sections, and quoted lines in code spans', () => {
    expect(markdown.startsWith('# PLEG unhealthy for about 2m10s, recovered\n')).toBe(true);
    for (const section of ['## Episodes', '## Findings', '## Replay']) expect(markdown).toContain(`\n${section}\n`);
    expect(markdown).toMatch(/^- `kubelet\.log:\d+` `Nov 21 .*`$/m);
  });

  it('lets no log line out of its code span', () => {
    const hostile =
      'Nov 21 00:27:40 w kubelet[9]: E1121 00:27:40.000000       9 kubelet.go:2661] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 4m0s ago; threshold is 3m0s` <img src=x> [a](http://x) `"\n';
    const out = formatMarkdown(analysisOf(sessionOf(hostile, 1000, 'k.log')));
    const outside = out
      .split('\n')
      .map((line) => line.replace(/(`+)(?:(?!\1).)*\1/g, ''))
      .join('\n');
    expect(outside).not.toMatch(/(?<!\\)<img|(?<!\\)\[a\]\(/);
  });
});

describe('what is copied for a chat', () => {
  it('has node, version, first line, times, cause, three lines and next steps, and no backslash of ours', () => {
    const lines = formatForChat(analysis).split('\n');
    expect(lines).toContain('node worker-2: kubelet v1.36.2, 1 process');
    expect(lines.find((line) => line.startsWith('worker-2: PLEG was unhealthy for about 2m10s'))).toContain(
      'It has recovered. Likely cause',
    );
    expect(lines).toContain('- unhealthy from 00:31:42.387 until 00:33:50.9–00:33:52.9');
    expect(
      lines.filter((line) => /^- node (?:Not)?Ready at 00:3\d:\d\d\.\d+ \(`kubelet\.log:\d+`\)$/.test(line)),
    ).toHaveLength(2);
    expect(lines).toContain("Cause (high confidence): The container runtime's list calls hung");
    expect(lines.filter((line) => line.startsWith('- `kubelet.log:'))).toHaveLength(3);
    expect(lines.some((line) => line.startsWith('1. Try the same calls by hand'))).toBe(true);
    expect(lines.filter((line) => !line.startsWith('- `')).join('\n')).not.toMatch(/[\\*#]/);
  });

  it('lists what restarts cut, with how each kubelet ended, and lines of different places', () => {
    const restart = (at: string, signal: string): object => ({ at, do: 'restart-kubelet', signal, after: '2s' });
    const { log } = simulated({
      version: '1.31.2',
      start: '2026-03-14T09:00:00Z',
      duration: '900s',
      node: 'n',
      pods: [{ name: 'web', count: 2, added: '5s', containers: [{ name: 'nginx' }] }],
      faults: [{ from: '100s', to: '700s', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
      actions: [restart('400s', 'kill'), restart('560s', 'term')],
    });
    const text = formatForChat(analysisOf(sessionOf(log)));
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('- unhealthy'))
        .map((line) => line.replaceAll(/\d\d:\d\d:\d\d\.\d+/g, 'T')),
    ).toEqual([
      expect.stringMatching(/^- unhealthy from T until T–T, when the kubelet was killed by SIGKILL$/),
      expect.stringMatching(/^- unhealthy from T–T until T–T, when the kubelet was stopped by systemd$/),
      '- unhealthy from T–T until T–T',
    ]);
    const places = text
      .split('\n')
      .filter((line) => line.startsWith('- `'))
      .map((line) => /\w+\.go:\d+/.exec(line)?.[0]);
    expect(new Set(places).size).toBe(3);
  });

  it('puts words that a chat would format or link into code', () => {
    const hostile =
      'Nov 21 00:27:40 w kubelet[9]: E1121 00:27:40.000000       9 kubelet.go:2661] "Skipping pod synchronization" err="*bold* @all <img src=x> [a](http://x) `"\n';
    const outside = formatForChat(analysisOf(sessionOf(hostile, 1000, 'k.log')))
      .split('\n')
      .map((line) => line.replace(/(`+)(?:(?!\1).)*\1/g, ''))
      .join('\n');
    expect(outside).not.toMatch(/\*bold|@all|<img|\[a\]|http:/);
  });
});

it('says of a healthy log that nothing happened', () => {
  const healthy = formatText(analysisOf(sessionOf(fixture('incidents/healthy-with-everyday-noise-1.27.log'))));
  expect(healthy).not.toContain('episode-1: PLEG');
  expect(healthy).toContain('REPLAY');
});
