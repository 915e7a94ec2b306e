import { describe, expect, it } from 'vitest';
import { analysisAnswer, findingsAnswer } from '../../../src/assistant/answers.ts';
import { fitted, SMALL_ANSWER } from '../../../src/assistant/limits.ts';
import { ASSISTANT_TOOLS, readToolCall } from '../../../src/assistant/tools.ts';
import { analysisOf, fixture, HANG, sessionOf } from '../analysis/analyse.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../support/shared.ts';

const incidents = join(projectRoot, 'test/fixtures/incidents');
const analysis = analysisOf(sessionOf(fixture(HANG)));

interface Answer {
  readonly headline: string;
  readonly more?: string;
  readonly findings: readonly {
    readonly id: string;
    readonly nextSteps: readonly string[];
    readonly evidence: readonly { readonly line: string; readonly text: string }[];
  }[];
}
const read = (json: string): Answer => JSON.parse(json) as Answer;
const size = (json: string): number => Buffer.byteLength(json);

describe('an answer for an assistant', () => {
  it.each(readdirSync(incidents).filter((name) => name.endsWith('.log')))(
    'of %s fits into 4 KB and has headline, cause and evidence',
    (name) => {
      const one = analysisOf(sessionOf(readFileSync(join(incidents, name), 'utf8')));
      for (const json of [analysisAnswer(one, false), findingsAnswer(one, false)])
        expect(size(json)).toBeLessThanOrEqual(SMALL_ANSWER);
      const small = read(analysisAnswer(one, false));
      expect(small.headline).not.toBe('');
      expect(small.findings.map(({ id }) => id)).toEqual(
        one.findings.slice(0, small.findings.length).map(({ id }) => id),
      );
      if (one.findings.length > 0) expect(small.findings[0]?.evidence.length).toBeGreaterThan(0);
    },
  );

  it('has the unhealthy times before the normal starts, which a small answer can do without', () => {
    const nodes = readFileSync(join(incidents, 'three-nodes-after-kernel-change-1.21.log'), 'utf8');
    const { episodes, more } = JSON.parse(findingsAnswer(analysisOf(sessionOf(nodes)), false)) as {
      readonly episodes: readonly { readonly title: string }[];
      readonly more?: string;
    };
    expect(more).toContain('full: true');
    expect(episodes.slice(0, 3).map(({ title }) => title)).toEqual(
      [3100, 3107, 3114].map((pid) => expect.stringMatching(`^PLEG not healthy .*${pid}`) as unknown),
    );
  });

  it('is whole when that is asked for, with lines as they stand in the log', () => {
    const full = read(findingsAnswer(analysis, true));
    expect(full.more).toBeUndefined();
    expect(full.findings.map(({ id }) => id)).toEqual(analysis.findings.map(({ id }) => id));
    const [first] = full.findings;
    expect(first?.nextSteps).toEqual(analysis.findings[0]?.nextSteps);
    const lines = new TextDecoder().decode(fixture(HANG)).split('\n');
    for (const { line, text } of first?.evidence ?? []) expect(lines[Number(line.split(':')[1]) - 1]).toBe(text);
    expect(read(findingsAnswer(analysis, false)).more).toContain('full: true');
  });

  it('fits whatever its texts hold', () => {
    const long = '\u{1f980}"\\'.repeat(5000);
    const json = fitted(
      (cut) => ({
        a: cut.text(long),
        b: cut.list(Array.from({ length: 500 }, () => long)).map((text) => cut.text(text)),
      }),
      false,
    );
    expect(size(json)).toBeLessThanOrEqual(SMALL_ANSWER);
    expect(read(json).more).toContain('full: true');
  });
});

describe('a call', () => {
  const [analyze, findings, explain] = ASSISTANT_TOOLS.map(({ name }) => name);

  it('is read', () => {
    expect(readToolCall(analyze ?? '', { file: 'a' })).toEqual({ file: 'a', question: { tool: 'analyze' } });
    expect(readToolCall(findings ?? '', { file: 'a', full: true })).toEqual({
      file: 'a',
      question: { tool: 'findings', full: true },
    });
    expect(readToolCall(explain ?? '', { file: 'a', line: 3, source: 1 })).toEqual({
      file: 'a',
      question: { tool: 'explain', line: 3, source: 1 },
    });
  });

  it.each([
    [analyze, {}],
    [analyze, { file: 7 }],
    [analyze, { file: 'a', full: 'yes' }],
    [explain, { file: 'a' }],
    [explain, { file: 'a', line: 0 }],
    [explain, { file: 'a', line: 1.5 }],
    [explain, { file: 'a', line: 1, source: -1 }],
    ['rm', { file: 'a' }],
  ])('%s %j says why it cannot be', (name, input) => {
    expect(readToolCall(name ?? '', input)).toHaveProperty('why');
  });
});
