import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLinePage } from '../../../scripts/guide/commandLinePage.ts';
import { findingsPage, meaningsIn } from '../../../scripts/guide/findingsPage.ts';
import { COMMANDS } from '../../../src/cli/usage/commands.ts';
import { FINDING_IDS, type PrintableFinding } from '../../../src/diagnosis/finding.ts';
import { printable } from '../../../src/kubelet/printable.ts';
import { projectRoot } from '../../support/shared.ts';

const folder = join(projectRoot, 'docs/guide');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('the user guide', () => {
  it('explains every finding with an example and next steps, and none that is gone', () => {
    const sections = textOf('findings.md').split(/^## /m).slice(1);
    expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(FINDING_IDS);
    for (const section of sections) expect(section.includes('**Example**'), section.slice(0, 40)).toBe(true);
  });

  it('knows every command', () => {
    for (const { name } of COMMANDS) expect(textOf('command-line.md')).toContain(`\n## ${name}\n`);
  });

  it.each(pages)('%s leads only to what is there', (name) => {
    const links = [...textOf(name).matchAll(/\]\((?!https:)([^)#\s]*)(?:#([^)\s]*))?\)/g)];
    for (const [, target = '', anchor] of links) {
      const file = target === '' ? join(folder, name) : join(dirname(join(folder, name)), target);
      expect(existsSync(file), `${name}: ${target}`).toBe(true);
      if (anchor !== undefined) expect(readFileSync(file, 'utf8')).toContain(`\n## ${anchor}\n`);
    }
  });

  it('is led to from its first page', () => {
    const first = textOf('README.md');
    expect(pages.filter((name) => name !== 'README.md' && !first.includes(`(${name})`))).toEqual([]);
  });
});

describe('what makes its pages', () => {
  it('reads meanings from the table of causes, of every finding', () => {
    const meanings = meaningsIn(readFileSync(join(projectRoot, 'docs/diagnosis.md'), 'utf8'));
    expect(FINDING_IDS.filter((id) => !meanings.has(id))).toEqual([]);
  });

  it('writes what a finding says, and says where there is no example', () => {
    const finding = {
      id: 'panic',
      title: printable('It panicked'),
      confidence: 'high',
      explanation: printable('Look.'),
      nextSteps: [printable('Read it: `a`.')],
      evidence: [{ line: 3, text: printable('panic: x') }],
    } as unknown as PrintableFinding;
    const page = findingsPage(
      ['panic', 'swap-on'],
      new Map([['panic', { means: 'a bug', sign: '`panic:`' }]]),
      new Map([['panic', { log: 'a.log', finding }]]),
    );
    expect(page).toContain(
      '## panic\n\nA bug. Its sign: `panic:`.\n\n**Example** (`a.log`): *high*, It panicked. Look.',
    );
    expect(page).toContain('```text\n3: panic: x\n```\n\nWhat to do:\n\n1. Read it: `a`.');
    expect(page).toContain('## swap-on\n\nThere is no small log that shows it.');
  });

  it('prints the table of the command line', () => {
    expect(commandLinePage()).toContain('--fail-on WHAT');
  });
});
