/** *Save Incident Report…* as its user meets it: the form, VS Code's own dialog for the file, and what lies there then. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { recordInk } from '../support/inkedTexts.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const NAME = basename(sampleLog);
const sample = readFileSync(sampleLog, 'utf8');
const workbench = useWorkbench({ open: NAME });

/** The text of a file once all of it is there. */
async function saved(name: string, end: string): Promise<string> {
  const path = join(workbench().folder, name);
  await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8').trimEnd().endsWith(end)).toBe(true);
  return readFileSync(path, 'utf8');
}

it('saves the web page with the charts, which opens in a browser', async () => {
  await workbench().runCommand('Kubelet: Show Timeline');
  await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor();
  await workbench().runCommand('Kubelet: Save Incident Report…');
  await workbench().pickFromList('Web page');
  await workbench().answerFileDialog();
  const html = await saved('kubelet-report.html', '</html>');
  expect(html).toContain('PLEG was unhealthy for');
  await expect
    .poll(async () => (await workbench().notifications().allInnerTexts()).join('\n'))
    .toContain('The report is saved.');
  const page = await workbench().page.context().newPage();
  try {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(pathToFileURL(join(workbench().folder, 'kubelet-report.html')).href);
    await page.frameLocator('iframe').locator('.lanes-plot canvas').first().waitFor();
    await expect.poll(() => page.getByText('It has recovered', { exact: false }).first().isVisible()).toBe(true);
    expect(errors).toEqual([]);
  } finally {
    await page.close();
  }
});

it('saves a picture of what is in sight', async () => {
  await workbench().runCommand('Kubelet: Save Picture of Timeline…');
  await workbench().answerFileDialog();
  const path = join(workbench().folder, 'kubelet-timeline.png');
  await expect.poll(() => existsSync(path) && readFileSync(path).length, { timeout: 30_000 }).toBeGreaterThan(20_000);
  expect(readFileSync(path).subarray(1, 4).toString()).toBe('PNG');
});

it('saves a picture without the names of the log, and the timeline keeps its own', async () => {
  const path = join(workbench().folder, 'kubelet-timeline.png');
  rmSync(path, { force: true });
  await workbench().runCommand('Kubelet: Show Timeline');
  const timeline = workbench().timeline();
  await timeline.getByText('It has recovered', { exact: false }).first().waitFor();
  // What is drawn from now on, with whose names.
  await timeline.locator('body').evaluate(recordInk);
  await workbench().runCommand('Kubelet: Save Incident Report…');
  await workbench().pickFromList('Picture without names');
  await workbench().answerFileDialog();
  await expect.poll(() => existsSync(path) && readFileSync(path).length, { timeout: 30_000 }).toBeGreaterThan(20_000);
  expect(readFileSync(path).subarray(1, 4).toString()).toBe('PNG');
  const inked = await timeline
    .locator('body')
    .evaluate(() => (window as unknown as { inkedTexts: string[] }).inkedTexts.join('\n'));
  expect(inked).toContain('node-1');
  expect(inked).not.toContain('worker-2');
  expect(await timeline.locator('body').textContent()).toContain('worker-2');
});

it('saves Markdown without the names of the log', async () => {
  await workbench().openFile(NAME);
  await workbench().runCommand('Kubelet: Save Incident Report…');
  await workbench().pickFromList('Text for a ticket without names');
  await workbench().answerFileDialog();
  await expect.poll(() => existsSync(join(workbench().folder, 'kubelet-report.md'))).toBe(true);
  await expect
    .poll(() => readFileSync(join(workbench().folder, 'kubelet-report.md'), 'utf8'))
    .toContain('PLEG was unhealthy for');
  const text = readFileSync(join(workbench().folder, 'kubelet-report.md'), 'utf8');
  expect(text).toContain('](kubelet-report-chart.svg)');
  const picture = await saved('kubelet-report-chart.svg', '</svg>');
  expect(picture).toContain('node-1');
  expect(picture).not.toContain('worker-2');
  expect(sample).toContain('worker-2');
  expect(text).not.toContain('worker-2');
  expect(text).toContain('node-1');
});
