import { describe, expect, it } from 'vitest';
import type { InputProblem } from '../../../src/analysis/analysis.ts';
import { analysisJson } from '../../../src/analysis/outputs/formatJson.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import { problemText } from '../../../src/analysis/outputs/problemText.ts';
import { analysisOf, fixture, HANG, sessionOf } from './analyse.ts';

const SKIP =
  'E1121 00:32:44.553642    2100 kubelet.go:2412] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 4m2.166611941s ago; threshold is 3m0s"\n';

describe('reading', () => {
  it('gives the same analysis in chunks of 100 bytes as in one piece', () => {
    const bytes = fixture(HANG);
    const whole = sessionOf(bytes, bytes.length);
    const pieces = sessionOf(bytes, 100);
    expect(analysisJson(analysisOf(pieces), pieces.lineText)).toEqual(analysisJson(analysisOf(whole), whole.lineText));
  });

  it('takes a source that grows after it was analysed', () => {
    const bytes = fixture(HANG);
    const half = bytes.indexOf(10, bytes.length / 2) + 1;
    const session = sessionOf(bytes.slice(0, half));
    const before = analysisOf(session).reconstruction.history.counts;
    session.push(bytes.slice(half));
    session.end();
    const whole = sessionOf(bytes);
    expect(before.lines).toBeLessThan(477);
    expect(analysisJson(analysisOf(session), session.lineText).episodes).toEqual(
      analysisJson(analysisOf(whole), whole.lineText).episodes,
    );
    expect(analysisOf(session).reconstruction.history.counts.skips).toBe(21);
  });

  it('does not analyse again when nothing was read since', () => {
    const session = sessionOf(SKIP);
    expect(session.result()).toBe(session.result());
  });

  it('reads several sources in the order given', () => {
    const session = createAnalysisSession();
    for (const [name, text] of [
      ['a.log', SKIP],
      ['b.log', SKIP.replace('00:32:44', '00:32:49')],
    ] as const) {
      session.open(name, { year: 2026 });
      session.push(new TextEncoder().encode(text));
      session.end();
    }
    const { history } = analysisOf(session).reconstruction;
    expect(history.sources.map((source) => source.name)).toEqual(['a.log', 'b.log']);
    expect(history.skips.map(({ source, line }) => [source, line])).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(session.lineIndex(1)?.recordAt(1)?.line).toBe(1);
    expect(session.lineIndex(2)).toBeUndefined();
  });

  it('counts bytes and lines for the progress', () => {
    const session = createAnalysisSession();
    session.open('a', { year: 2026 });
    session.push(new TextEncoder().encode(SKIP + SKIP));
    expect(session.progress('reading', 1000)).toEqual({
      bytes: SKIP.length * 2,
      lines: 2,
      phase: 'reading',
      totalBytes: 1000,
    });
  });
});

describe('input without a kubelet', () => {
  it.each([
    ['nothing', '', { kind: 'empty' }],
    ['blank lines', '\n \n\r\n', { kind: 'empty' }],
    [
      'a web server',
      '10.0.0.1 - - [21/Nov/2026:00:27:32 +0000] "GET / HTTP/1.1" 200 12\n'.repeat(3),
      { kind: 'no-kubelet-records', lines: 3 },
    ],
    [
      'the journal of a runtime',
      'Nov 21 00:27:32 worker-2 containerd[811]: time="2026-11-21T00:27:32Z" level=info msg="ok"\n',
      { kind: 'no-kubelet-records', lines: 1, looksLike: { kind: 'log', program: 'containerd' } },
    ],
    [
      'the API server without an envelope',
      'I1121 00:27:36.100000       1 server.go:182] Version: v1.28.4\nI1121 00:27:36.200000       1 flags.go:64] FLAG: --etcd-servers="https://127.0.0.1:2379"\nI1121 00:27:38.100000       1 controller.go:78] Starting OpenAPI AggregationController\n',
      { kind: 'no-kubelet-records', lines: 3, looksLike: { kind: 'log', program: 'kube-apiserver' } },
    ],
    [
      'the API server that does not accept certificates',
      'E1121 00:28:07.208359       1 authentication.go:65] Unable to authenticate the request due to an error: x509: certificate has expired or is not yet valid\n',
      { kind: 'no-kubelet-records', lines: 1, looksLike: { kind: 'log', program: 'kube-apiserver' } },
    ],
    [
      'a scheduler that could not start',
      'E1121 00:27:36.100000       1 run.go:74] "command failed" err="failed to get leader election client"\n',
      { kind: 'no-kubelet-records', lines: 1 },
    ],
    [
      'the API server',
      'Nov 21 00:27:32 m1 kube-apiserver[811]: I1121 00:27:32.000000       1 httplog.go:132] "HTTP" verb="GET"\n',
      { kind: 'no-kubelet-records', lines: 1, looksLike: { kind: 'log', program: 'kube-apiserver' } },
    ],
  ])('says of %s what it is', (_what, text, problem) => {
    expect(sessionOf(text).result()).toEqual({ ok: false, problem });
  });

  it('says of a binary file that it is one', () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256);
    expect(sessionOf(bytes).result()).toEqual({ ok: false, problem: { kind: 'binary' } });
  });

  it('still analyses a log with some garbage in it', () => {
    const garbage = new TextDecoder('latin1').decode(Uint8Array.from({ length: 300 }, (_, index) => index % 32));
    expect(sessionOf(`${garbage}\n${SKIP}`).result().ok).toBe(true);
  });

  it('has words for every problem, with something to do', () => {
    for (const problem of [
      { kind: 'empty' },
      { kind: 'binary' },
      { kind: 'cancelled' },
      { kind: 'no-kubelet-records', lines: 1 },
    ] as const) {
      const { title, whatToDo } = problemText(problem, 'node.log');
      expect(title).toContain('node.log');
      expect(whatToDo.length).toBeGreaterThan(20);
    }
  });

  it('speaks of several files as of several', () => {
    const titleOf = (problem: InputProblem): string => problemText(problem, 'a.log', 'b.log').title;
    expect(titleOf({ kind: 'empty' })).toBe('a.log and b.log are empty.');
    expect(titleOf({ kind: 'binary' })).toBe('a.log and b.log hold no log, and one of them is a binary file.');
    expect(titleOf({ kind: 'no-kubelet-records', lines: 2 })).toMatch(/^a\.log and b\.log hold no kubelet records/);
    expect(titleOf({ kind: 'nothing-in-window', records: 2 })).toMatch(/^a\.log and b\.log hold no kubelet records in/);
  });
});

it('is cancelled for good', () => {
  const session = sessionOf(SKIP);
  session.cancel();
  session.push(new TextEncoder().encode(SKIP));
  expect(session.result()).toEqual({ ok: false, problem: { kind: 'cancelled' } });
  expect(session.progress('reading').bytes).toBe(SKIP.length);
});

describe('evidence', () => {
  it("is the log's own line, for every finding", () => {
    const bytes = fixture(HANG);
    const lines = new TextDecoder().decode(bytes).split('\n');
    const { findings } = analysisOf(sessionOf(bytes));
    expect(findings.length).toBeGreaterThan(0);
    for (const line of findings.flatMap((finding) => finding.evidence)) expect(lines[line.line - 1]).toBe(line.text);
  });

  it('stays within bounds for a line of a megabyte', () => {
    const session = sessionOf(SKIP.replace('"Skipping', `"${'x'.repeat(1_000_000)} Skipping`) + SKIP);
    expect(session.lineText({ source: 0, line: 2 })).toBe(SKIP.trimEnd());
    expect((session.lineText({ source: 0, line: 1 }) ?? '').length).toBeLessThanOrEqual(400);
  });
});

describe('a source of which nothing was read', () => {
  const said = (kind: 'damage' | 'unread'): string => {
    const session = createAnalysisSession();
    session.open('node.log.zst', { year: 2026 });
    session.warn('It is packed.', kind);
    session.end();
    const result = session.result();
    if (result.ok) throw new Error('something was read');
    return problemText(result.problem, 'node.log.zst').whatToDo;
  };

  it('is to be fetched again where it is damaged', () => {
    expect(said('damage')).toContain('fetch or write the file again');
  });

  it('is to be unpacked where it may be whole, not fetched again', () => {
    expect(said('unread')).toMatch(/nothing is known to be wrong with the file/);
    expect(said('unread')).not.toContain('again');
  });
});
