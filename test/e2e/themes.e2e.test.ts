/** The panel in the four default themes of a real VS Code, changed while it is shown: its colours follow, all can be told from their grounds, and nothing lies over something else. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Theme } from '../../webview/page/theme.ts';
import { projectRoot } from '../support/shared.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';
import { expectStrongColours } from '../webview/strongColours.ts';
import type { Looks } from '../webview-harness/looks/index.ts';
import { THEMES } from '../webview-harness/themes.mjs';

const WINDOW_THEMES = [
  ['Default Light Modern', 'vscode-light', 'light'],
  ['Default High Contrast', 'vscode-high-contrast', 'hc-black'],
  ['Default High Contrast Light', 'vscode-high-contrast-light', 'hc-light'],
  ['Default Dark Modern', 'vscode-dark', 'dark'],
] as const;

const workbench = useWorkbench({ open: basename(sampleLog), viewport: { width: 1800, height: 1000 } });
let looks = '';

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(projectRoot, 'test/webview-harness/looks/index.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'looks',
    logLevel: 'error',
  });
  looks = outputFiles[0]?.text ?? '';
  await workbench().runCommand('Kubelet: Show Timeline');
  await workbench().timeline().locator('.answer h1').waitFor();
});

describe.each(WINDOW_THEMES)('%s', (name, style, inHarness) => {
  it('is followed at once', async () => {
    const drawn = (): Promise<string> =>
      workbench()
        .timeline()
        .locator('.lanes canvas')
        .evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ''));
    const before = await drawn();
    mkdirSync(join(workbench().folder, '.vscode'), { recursive: true });
    writeFileSync(join(workbench().folder, '.vscode/settings.json'), JSON.stringify({ 'workbench.colorTheme': name }));
    await expect
      .poll(() => workbench().timeline().locator('body').getAttribute('class'))
      .toMatch(new RegExp(`(?:^| )${style}(?: |$)`));
    await expect.poll(drawn).not.toBe(before);
  });

  it('has texts and marks that can be told from what they stand on', async () => {
    const { theme, look }: { theme: Theme; look: Looks } = await workbench()
      .timeline()
      .locator('body')
      .evaluate(`(() => { ${looks}; return { theme: looks.readTheme(), look: looks.look() }; })()`);
    expect(theme.highContrast).toBe(style.startsWith('vscode-high-contrast'));
    expectStrongColours(theme);
    expect(look.texts.seen).toBeGreaterThan(50);
    expect([...look.texts.faults, ...look.graphics.faults, ...look.layout.faults]).toEqual([]);
  });

  it('has the variables that the tests without VS Code give the page', async () => {
    const { variables } = THEMES[inHarness];
    const names = [...new Set(Object.values(THEMES).flatMap((theme) => Object.keys(theme.variables)))];
    const real = await workbench()
      .timeline()
      .locator('body')
      .evaluate((body, wanted) => {
        const computed = getComputedStyle(body);
        const values: Record<string, string> = {};
        for (const one of wanted) {
          const value = computed.getPropertyValue(`--vscode-${one}`);
          if (value !== '') values[one] = value;
        }
        return values;
      }, names);
    expect(real).toEqual(variables);
  });
});
