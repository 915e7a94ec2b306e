import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packagedReadme } from '../../../scripts/lib/packagedReadme.mjs';
import { projectRoot } from '../../support/shared.ts';

describe('the README in the package', () => {
  it('leads nowhere that is not there', () => {
    const text = readFileSync(join(projectRoot, 'README.md'), 'utf8');
    const page = packagedReadme(text);
    expect(page).not.toMatch(/docs\/|media\/|npm |<!--/);
    expect(page).toContain('**Kubelet: Show Timeline**');
  });

  it('is without what needs a clone, in a line and in several', () => {
    expect(
      packagedReadme(
        'a<!-- repository --> ([b](c.md))<!-- /repository -->.\n\n<!-- repository -->\nd\n<!-- /repository -->\n\n[e](https://e.org) [f](#g)\n',
      ),
    ).toBe('a.\n\n[e](https://e.org) [f](#g)\n');
  });

  it.each([
    ['<!-- repository -->a', 'without <!-- /repository -->'],
    ['a<!-- /repository -->', 'without <!-- repository -->'],
    ['[a](docs/a.md)', 'docs/a.md is not in the package'],
  ])('is not made of %s', (text, why) => {
    expect(() => packagedReadme(text)).toThrow(why);
  });
});
