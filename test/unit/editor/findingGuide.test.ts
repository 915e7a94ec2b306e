import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { FINDING_IDS } from '../../../src/diagnosis/finding.ts';
import { findingGuide, findingLink } from '../../../src/editor/features/findingGuide.ts';
import { projectRoot } from '../../support/shared.ts';

vi.mock('vscode', () => import('./fakeVscode.ts'));

const sections = [
  '<section id="a-b"><p>It hangs. Its sign: a <code>line</code>.</p><ol><li>Wait.</li></ol></section>',
  '<section id="c"><p>It is slow.</p></section>',
].join('\n');

describe('the guide to a finding', () => {
  it('shows the one that was asked for, and leads to all', () => {
    const page = findingGuide(sections, 'a-b');
    expect(page).toContain('<h1>a-b</h1>');
    expect(page).toContain('<li>Wait.</li>');
    expect(page).toContain(
      `<li><a href="command:kubeletTimeline.showFinding?${encodeURIComponent('["c"]')}">c</a>: It is slow.</li>`,
    );
    expect(page).toContain('>a-b</a>: It hangs.</li>');
  });

  it.each([undefined, '"><script>', 'nothing', 7, ['c']])('lists them where %j was asked for', (asked) => {
    const page = findingGuide(sections, asked);
    expect(page).not.toContain('<h1>');
    expect(page).not.toContain('script');
    expect(page.match(/<li><a/g)).toHaveLength(2);
  });

  it('leads to a section that the user guide has, for each finding there is', () => {
    const guide = readFileSync(join(projectRoot, 'docs/guide/findings.md'), 'utf8');
    for (const id of FINDING_IDS) expect(guide).toContain(`\n## ${id}\n`);
    expect(decodeURIComponent(findingLink(FINDING_IDS[0] ?? '').split('?')[1] ?? '')).toBe(`["${FINDING_IDS[0]}"]`);
  });
});
