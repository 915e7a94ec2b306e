/** The panel in the four default themes of a real VS Code, changed while it is shown: its colours follow, and all can be told from their grounds. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Colour, contrast } from '../../webview/contrast.ts';
import { COLOUR_ROLES, type Theme } from '../../webview/theme.ts';
import { projectRoot } from '../support/shared.ts';
import { sampleLog, useWorkbench } from '../support/workbench.ts';
import { faintTexts } from '../webview/looksInPage.ts';
import { THEMES } from '../webview-harness/themes.mjs';

const WINDOW_THEMES = [
  ['Default Light Modern', 'vscode-light', 'light'], ['Default High Contrast', 'vscode-high-contrast', 'hc-black'],
  ['Default High Contrast Light', 'vscode-high-contrast-light', 'hc-light'], ['Default Dark Modern', 'vscode-dark', 'dark'],
] as const;

const workbench = useWorkbench({ open: basename(sampleLog), viewport: { width: 1800, height: 1000 } });
let readTheme = '';

beforeAll(async () => {
  const { outputFiles } = await build({ entryPoints: [join(projectRoot, 'webview/theme.ts')], bundle: true, write: false, format: 'iife', globalName: 'theme', logLevel: 'error' });
  readTheme = `(() => { ${outputFiles[0]?.text ?? ''}; return theme.readTheme(); })()`;
  await workbench().runCommand('Kubelet: Show Timeline');
  await workbench().timeline().locator('.answer h1').waitFor();
});

describe.each(WINDOW_THEMES)('%s', (name, style, inHarness) => {
  it('is followed at once', async () => {
    const drawn = (): Promise<string> => workbench().timeline().locator('.lanes canvas').evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ''));
    const before = await drawn();
    mkdirSync(join(workbench().folder, '.vscode'), { recursive: true });
    writeFileSync(join(workbench().folder, '.vscode/settings.json'), JSON.stringify({ 'workbench.colorTheme': name }));
    await expect.poll(() => workbench().timeline().locator('body').getAttribute('class')).toMatch(new RegExp(`(?:^| )${style}(?: |$)`));
    await expect.poll(drawn).not.toBe(before);
  });

  it('has texts and marks that can be told from what they stand on', async () => {
    const theme: Theme = await workbench().timeline().locator('body').evaluate(readTheme);
    expect(theme.highContrast).toBe(style.startsWith('vscode-high-contrast'));
    const least = (colour: Colour): number => Math.min(...theme.grounds.map((ground) => contrast(colour, ground)));
    for (const role of COLOUR_ROLES) {
      expect(least(theme.roles[role]), role).toBeGreaterThanOrEqual(theme.highContrast ? 4.5 : 3);
      expect(least(theme.faint[role]), `faint ${role}`).toBeGreaterThanOrEqual(theme.highContrast ? 4.5 : 3);
    }
    expect(least(theme.foreground)).toBeGreaterThanOrEqual(4.5);
    expect(least(theme.muted)).toBeGreaterThanOrEqual(4.5);
    expect(await workbench().timeline().locator('body').evaluate(faintTexts)).toEqual([]);
  });

  it('has the variables that the tests without VS Code give the page', async () => {
    const { variables } = THEMES[inHarness];
    const names = [...new Set(Object.values(THEMES).flatMap((theme) => Object.keys(theme.variables)))];
    const real = await workbench().timeline().locator('body').evaluate((body, wanted) => {
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
