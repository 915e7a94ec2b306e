/** The text of a log with all that stands around it, for the README: hover, lenses, outline and problems in one picture of each theme. */
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { it } from 'vitest';
import { projectRoot } from '../support/shared.ts';
import { sampleLog, Workbench } from '../support/workbench.ts';

const folder = join(projectRoot, 'out/screenshots');
const lines = readFileSync(sampleLog, 'utf8').split('\n');
const skip = lines.findIndex((line) => line.includes('Skipping') && line.includes('last seen active')) + 1;
/** Far enough below the lens that its hover does not lie over it. */
const hovered = lines.findIndex((line, at) => at > skip + 10 && line.includes('Skipping')) + 1;

it.each([
  ['dark', 'Default Dark Modern'],
  ['light', 'Default Light Modern'],
  ['high-contrast-dark', 'Default High Contrast'],
  ['high-contrast-light', 'Default High Contrast Light'],
])('the editor in %s', async (name, theme) => {
  mkdirSync(folder, { recursive: true });
  const workbench = await Workbench.open({
    open: basename(sampleLog),
    settings: { 'workbench.colorTheme': theme, 'editor.stickyScroll.enabled': true },
    viewport: { width: 1500, height: 950 },
  });
  try {
    await workbench.page.locator('.codelens-decoration, .statusbar').first().waitFor();
    await workbench.runCommand('View: Toggle Problems');
    await workbench.page.locator('.markers-panel .monaco-list-row').first().waitFor();
    await workbench.runCommand('Explorer: Focus on Outline View');
    await workbench.page.locator('.outline-pane .monaco-list-row').first().waitFor();
    // The files make room for the outline.
    await workbench.page.locator('.explorer-viewlet .pane-header').first().click();
    await workbench.goToLine(skip);
    await workbench.page.locator('.codelens-decoration a', { hasText: 'PLEG unhealthy' }).first().waitFor();
    await workbench.hover(lines[hovered - 1]?.slice(0, 90) ?? '', 'kubelet.go');
    await workbench.screenshot(`editor-${name}`, folder);
    // What a right click on a line offers, beside the marks of the overview ruler.
    await workbench.page.mouse.move(5, 5);
    await workbench.line(lines[hovered - 1]?.slice(0, 60) ?? '').click({ button: 'right', position: { x: 300, y: 8 } });
    await workbench.page.locator('.monaco-menu .action-label', { hasText: 'Timeline' }).first().waitFor();
    await workbench.screenshot(`menu-${name}`, folder);
    await workbench.page.keyboard.press('Escape');
  } finally {
    await workbench.close();
  }
});
