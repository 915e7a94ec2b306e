import { existsSync, readFileSync } from 'node:fs';
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

  it('has pictures and links by their addresses, where it is known where the repository is', () => {
    const text =
      'a<!-- repository --> ([b](c.md)) ![d](e.png)<!-- /repository -->\n\n<!-- clone -->\nf\n<!-- /clone -->\n\n[g](https://e.org)\n';
    expect(packagedReadme(text, 'https://github.com/o/r')).toBe(
      'a ([b](https://github.com/o/r/blob/HEAD/c.md)) ![d](https://github.com/o/r/raw/HEAD/e.png)\n\n[g](https://e.org)\n',
    );
    expect(packagedReadme(text, 'https://gitlab.com/o/r')).toContain('![d](https://gitlab.com/o/r/-/raw/HEAD/e.png)');
    expect(packagedReadme(text, 'https://e.org/o/r')).toBe('a\n\n[g](https://e.org)\n');
  });

  it('leads to files that are there', () => {
    const page = packagedReadme(readFileSync(join(projectRoot, 'README.md'), 'utf8'), 'https://github.com/o/r');
    const files = [...page.matchAll(/\(https:\/\/github\.com\/o\/r\/(?:raw|blob)\/HEAD\/([^)#]+)/g)].map(
      ([, file]) => file,
    );
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) expect(existsSync(join(projectRoot, file ?? '')), file).toBe(true);
    expect(page).not.toContain('Nothing is published yet');
  });

  it.each([
    ['<!-- clone -->a', 'without <!-- /clone -->'],
    ['<!-- repository -->a', 'without <!-- /repository -->'],
    ['a<!-- /repository -->', 'without <!-- repository -->'],
    ['[a](docs/a.md)', 'docs/a.md is not in the package'],
  ])('is not made of %s', (text, why) => {
    expect(() => packagedReadme(text)).toThrow(why);
  });
});
