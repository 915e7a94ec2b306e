import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOCS_FILE, docsText } from '../../../scripts/inference-docs.mjs';
import { RULE_SECTIONS } from '../../../src/inference/rules/index.ts';
import { HandMadeLog, RUNTIME_DOWN, stale, START_REASONS } from '../../support/facts.ts';
import { projectRoot } from '../../support/shared.ts';

const rules = RULE_SECTIONS.flatMap((section) => section.rules);

describe('the rules', () => {
  it('are what docs/inference.md shows: run scripts/inference-docs.mjs after a change', () => {
    expect(readFileSync(join(projectRoot, DOCS_FILE), 'utf8')).toBe(docsText(RULE_SECTIONS));
  });

  it('have an id of their own, a reason, a condition and a source', () => {
    expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
    for (const rule of rules)
      for (const text of [rule.title, rule.reason, rule.condition, rule.source])
        expect(text.length, rule.id).toBeGreaterThan(3);
  });

  it('have a file each, and every file with a rule is listed', () => {
    const folder = join(projectRoot, 'src/inference/rules');
    const files = readdirSync(folder).filter((file) =>
      /: RuleText = \{/.test(readFileSync(join(folder, file), 'utf8')),
    );
    expect(files.length).toBeGreaterThanOrEqual(18);
    const ids = files.flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/: RuleText = \{\s*id: '([a-z-]+)'/g)].map(
        (match) => match[1],
      ),
    );
    expect(new Set(ids)).toEqual(new Set(rules.map((rule) => rule.id)));
    expect(ids).toHaveLength(rules.length);
  });

  it('stand with their code: a file of a rule has a function that somebody calls', () => {
    const room = join(projectRoot, 'src');
    const code = readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [file, readFileSync(join(room, file), 'utf8')] as const);
    const unused = code
      .filter(([, text]) => /: RuleText = \{/.test(text))
      .filter(([file, text]) => {
        const functions = [...text.matchAll(/^export function (\w+)/gm)].map(([, name = '']) => name);
        return !functions.some((name) => code.some(([other, used]) => other !== file && used.includes(`${name}(`)));
      });
    expect(unused.map(([file]) => file)).toEqual([]);
  });

  it('are named by every constraint', () => {
    const error = { text: 'x', code: 'Unavailable' };
    const log = new HandMadeLog()
      .start()
      .skips(0.2, 2, START_REASONS)
      .turn(50)
      .relistFailed(190)
      .condition(253, stale(184))
      .relistFailed(311)
      .skips(311.1, 12, { relist: 69 })
      .add(344, { kind: 'node-event', event: 'NodeReady' })
      .turn(400)
      .add(466, { kind: 'status-failed', error })
      .add(471, { kind: 'status-failed', error })
      .skips(491.1, 9, RUNTIME_DOWN)
      .add(600);
    const { constraints } = log.history();
    expect(constraints.length).toBeGreaterThan(10);
    const ids = RULE_SECTIONS.flatMap(({ rules }) => rules.map(({ id }) => id));
    for (const constraint of constraints) expect(ids).toContain(constraint.rule);
  });
});
