import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { formatMarkdown } from '../../../src/analysis/outputs/formatMarkdown.ts';
import { happeningsOf } from '../../../src/analysis/outputs/happenings.ts';
import { analysisOf, fixture, HANG, sessionOf } from './analyse.ts';

const analysis = analysisOf(sessionOf(fixture(HANG)));

describe('what happened when', () => {
  it('tells the turns of the story in order, with how they are known', () => {
    const { rows, more } = happeningsOf(analysis.reconstruction.history);
    expect(more).toBe(0);
    expect(rows.map(({ when, what, known }) => `${when} ${what} ${known}`)).toEqual(
      expect.arrayContaining([
        '00:28:42.387 the last relist that listed the containers began exact',
        '00:31:42.387 unhealthy: PLEG not healthy exact',
        '00:31:52.501 node reported NotReady exact',
        '00:32:44.553 first of 19 skips exact',
        '00:33:55.120 node reported Ready exact',
      ]),
    );
    expect(rows.find(({ what }) => what === 'healthy again')?.known).toBe('bounded');
  });

  it('tells from when on no kubelet ran, and when the machine began to shut down', () => {
    const rowsOf = (text: string): readonly string[] =>
      happeningsOf(analysisOf(sessionOf(new TextEncoder().encode(text))).reconstruction.history).rows.map(
        ({ when, what, at }) => `${when} ${what} ${at?.line}`,
      );
    const said = (time: string, pid: number, text: string): string =>
      `Nov 21 ${time} worker-1 kubelet[${pid}]: I1121 ${time}.000000    ${pid} ${text}\n`;
    const killed = 'systemd[1]: kubelet.service: Main process exited, code=killed, status=9/KILL\n';
    const first = `${said('00:27:29', 801, 'flags.go:64] FLAG: --v="2"')}${said('00:30:00', 801, 'kubelet.go:2] "SyncLoop ADD" source="api" pods=["a/b"]')}Nov 21 00:32:50 worker-1 ${killed}`;
    const second = said('00:52:29', 902, 'flags.go:64] FLAG: --v="2"');
    expect(rowsOf(`${first}${second}`)).toContainEqual(
      '00:32:49.0–00:32:51.0 kubelet 801 was killed by SIGKILL; no kubelet ran until 00:52:29 3',
    );
    expect(rowsOf(`${first}Nov 21 02:50:00 worker-1 kernel: nothing\n`)).toContainEqual(
      '00:32:49.0–00:32:51.0 kubelet 801 was killed by SIGKILL; no later one is in this log 3',
    );
    const down = said(
      '00:40:00',
      801,
      'nodeshutdown_manager_linux.go:265] "Shutdown manager detected new shutdown event, isNodeShuttingDownNow" event=true',
    );
    expect(rowsOf(`${first.slice(0, first.indexOf('Nov 21 00:32'))}${down}${down}`)).toContainEqual(
      '00:40:00 the machine began to shut down 3',
    );
  });

  it('is not spoken of where there is none', () => {
    const short = analysisOf(
      sessionOf(
        new TextEncoder().encode(
          'E0116 16:52:03.819472  175650 client.go:88] "ListAndWatch ended unexpectedly for device plugin" err="rpc error: code = Unavailable desc = closing" resource="a.io/b"\n',
        ),
      ),
    );
    expect(formatMarkdown(short)).toContain('## What is proven');
    expect(formatMarkdown(short)).not.toContain('the times above');
    expect(formatMarkdown(analysis)).toContain('the times above');
  });

  it('is a table in Markdown, whose cells a name of a file cannot break', () => {
    const named = analysisOf(sessionOf(fixture(HANG), 65_536, 'a|b.log'));
    const html = new MarkdownIt().render(formatMarkdown(named));
    const rows = [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(
      ([, row = '']) => [...row.matchAll(/<t[dh]>/g)].length,
    );
    expect(rows.length).toBeGreaterThan(6);
    expect(new Set(rows)).toEqual(new Set([4]));
    expect(html).toContain('<code>a|b.log:');
  });
});
