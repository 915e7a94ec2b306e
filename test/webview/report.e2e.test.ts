/** The HTML report as whoever gets it opens it: a file in a browser without a network. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import { build } from 'esbuild';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firstOf } from '../support/effort.ts';
import { PAGE_OPTIONS } from '../../scripts/lib/page.mjs';
import { makeReportTemplate } from '../../scripts/lib/reportTemplate.mjs';
import { fillShell, type Hashed, scriptInElement } from '../../src/report/fillShell.ts';
import { htmlReport } from '../../src/report/htmlReport.ts';
import { reportParts } from '../../src/report/reportParts.ts';
import { linkModules } from '../../src/report/linkModules.ts';
import { hostileLog, HOSTILE_TEXTS } from '../support/hostileLogs.ts';
import { laneBrowser } from '../support/laneBrowser.ts';
import { textOfPieces } from '../support/pieces.ts';
import { projectRoot } from '../support/shared.ts';
import { analysisOf, fixture, HANG, sessionOf } from '../unit/analysis/analyse.ts';

const folder = mkdtempSync(join(tmpdir(), 'kubelet-report-'));
let template = '';
let linked = '';
let context: BrowserContext | undefined;
let trouble: string[] = [];

function write(name: string, log: Uint8Array | string, from = template): string {
  const session = sessionOf(log);
  const file = join(folder, name);
  writeFileSync(file, textOfPieces(htmlReport(from, reportParts(analysisOf(session), session.lineText))));
  return file;
}

async function open(
  file: string,
  options: { readonly colorScheme?: 'light' | 'dark'; readonly contrast?: 'more' } = {},
): Promise<{ page: Page; charts: Frame }> {
  const browser = await laneBrowser();
  context = await browser.newContext({ viewport: { width: 1400, height: 1000 }, reducedMotion: 'reduce', ...options });
  await context.setOffline(true);
  const page = await context.newPage();
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(?:file|about|data):/.test(request.url())) trouble.push(`asked the network for ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href);
  const charts = page.frames()[1];
  if (charts === undefined) throw new Error('the report has no frame');
  await charts.locator('.lanes-plot canvas').first().waitFor();
  return { page, charts };
}

/** `isFrame`: its contrast is measured elsewhere, and its heading is that of the file around it. */
async function violations(frame: Frame, isFrame: boolean): Promise<string[]> {
  await frame.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  return frame.evaluate(async (inner) => {
    const { axe } = globalThis as unknown as {
      axe: { run(context: Document, options: RunOptions): Promise<AxeResults> };
    };
    const { violations: found } = await axe.run(document, {
      resultTypes: ['violations'],
      iframes: false,
      rules: { 'color-contrast': { enabled: !inner }, 'page-has-heading-one': { enabled: !inner } },
    });
    return found.flatMap(({ id, impact, nodes }) => nodes.map(({ html }) => `${impact ?? ''} ${id}: ${html}`));
  }, isFrame);
}

/** Pixels of the lanes' canvas that differ from its first one. */
async function inked(charts: Frame): Promise<number> {
  return charts
    .locator('.lanes-plot canvas')
    .first()
    .evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      let count = 0;
      for (let at = 4; at < data.length; at += 4) if (data[at] !== data[0] || data[at + 1] !== data[1]) count += 1;
      return count;
    });
}

let report = '';
beforeAll(async () => {
  const made = await makeReportTemplate();
  template = made.text;
  const { outputFiles } = await build({
    ...PAGE_OPTIONS,
    absWorkingDir: projectRoot,
    bundle: true,
    minify: true,
    write: false,
    legalComments: 'none',
    outdir: 'page',
  });
  const modules = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const script = scriptInElement(linkModules('webview.js', modules));
  const hashed = (text: string): Hashed => ({ text, hash: createHash('sha256').update(text).digest('base64') });
  linked = fillShell(made.shell, hashed(script), hashed(made.style));
  report = write('report.html', fixture(HANG));
});
afterEach(async () => {
  await context?.close();
  const seen = trouble;
  trouble = [];
  if (seen.length > 0) throw new Error(seen.join('\n'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a report', () => {
  it('is one file of less than a megabyte besides its data', () => {
    expect(statSync(report).size).toBeLessThan(1_000_000);
    expect(template.length).toBeLessThan(1_000_000);
    expect(template).not.toMatch(/(?:src|href)="(?!#)/);
  });

  it('has the text and the charts, without a network and against no policy', async () => {
    const { page, charts } = await open(report);
    expect(await page.locator('h1').textContent()).toMatch(/^PLEG unhealthy/);
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(5);
    expect(await inked(charts)).toBeGreaterThan(500);
    expect(await charts.locator('.lane-name').count()).toBeGreaterThan(5);
    expect(await charts.locator('#tab-moment').count()).toBe(0);
    expect(await page.locator('#said').textContent()).toBe('');
  });

  it('of one line says so, and offers no reading to cancel', async () => {
    const line =
      'E0823 09:39:22.104000   27556 file.go:187] "Could not process manifest file" err="/etc/kubernetes/manifests/kube-apiserver.yaml: couldn\'t parse as pod"\n';
    const { charts } = await open(write('one-line.html', line));
    expect(await charts.locator('.toolbar-fact').allInnerTexts()).toContain('1 line');
    const reading = await charts.evaluate(() => {
      const status = document.createElement('main');
      status.className = 'status';
      status.append(document.createElement('progress'));
      document.body.append(status);
      return getComputedStyle(status).display;
    });
    expect(reading).toBe('none');
  });

  it.each(['the command line', 'the extension'])('of %s zooms, and shows tips', async (maker) => {
    const { charts } = await open(maker === 'the extension' ? write('linked.html', fixture(HANG), linked) : report);
    const clock = (): Promise<string> => charts.locator('.page').innerText();
    const before = await charts.locator('.lanes-plot canvas').first().screenshot();
    await charts.locator('vscode-button', { hasText: '+' }).click();
    await expect
      .poll(async () => (await charts.locator('.lanes-plot canvas').first().screenshot()).equals(before))
      .toBe(false);
    const plot = await charts.locator('.lanes-plot').boundingBox();
    if (plot === null) throw new Error('there are no lanes');
    const { page } = { page: charts.page() };
    for (let x = plot.x + 20; x < plot.x + plot.width && !(await charts.locator('.tip').isVisible()); x += 6)
      await page.mouse.move(x, plot.y + 14);
    expect(await charts.locator('.tip').textContent()).not.toBe('');
    expect(await clock()).toContain('worker-2');
  });

  it('leads from a line in the charts to its text, and back', async () => {
    const { page, charts } = await open(report);
    await page.locator('button[data-line]:visible').first().click();
    await expect.poll(() => charts.locator('.crosshair.is-cursor').first().isVisible()).toBe(true);
    const { source, line } = await page
      .locator('button[data-line]:visible')
      .first()
      .evaluate((button) => ({ source: button.dataset['source'], line: button.dataset['line'] }));
    await charts.evaluate(
      ([at, number]) => window.parent.postMessage({ type: 'openLine', source: at, line: number, beside: false }, '*'),
      [Number(source), Number(line)] as const,
    );
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`line-${source}-${line}`);
    await charts.evaluate(() =>
      window.parent.postMessage({ type: 'openLine', source: 0, line: 99_999, beside: false }, '*'),
    );
    await expect.poll(() => page.locator('#said').textContent()).toContain('line 99999 of kubelet.log is not in');
  });

  it.each(
    firstOf(
      [
        { colorScheme: 'light' as const },
        { colorScheme: 'dark' as const, contrast: 'more' as const },
        { colorScheme: 'dark' as const },
        { colorScheme: 'light' as const, contrast: 'more' as const },
      ],
      2,
    ),
  )('is accessible in %j, and takes its theme', async (theme) => {
    const { page, charts } = await open(report, theme);
    expect(await violations(page.mainFrame(), false)).toEqual([]);
    expect(await violations(charts, true)).toEqual([]);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const inner = await charts.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(inner).toBe(ground);
    expect(ground).toBe(
      theme.colorScheme === 'light'
        ? 'rgb(255, 255, 255)'
        : theme.contrast === 'more'
          ? 'rgb(0, 0, 0)'
          : 'rgb(31, 31, 31)',
    );
    // The toolkit's buttons stand on the page's ground, or on one of their own: their text must not have its colour.
    const [text, below] = await charts
      .locator('vscode-button', { hasText: 'All' })
      .first()
      .evaluate((button) => {
        const inside = button.shadowRoot?.querySelector('.control') ?? button;
        const own = getComputedStyle(inside);
        const around = getComputedStyle(button).backgroundColor;
        return [own.color, [own.backgroundColor, around].find((colour) => !/, 0\)$|transparent/.test(colour))];
      });
    expect(text).not.toBe(below ?? ground);
  });

  it.each(
    firstOf(
      [
        '</script><script>window.hacked = 1</script>',
        '\'"><img src=x onerror="window.hacked=1"><!--report:document-->',
        ...HOSTILE_TEXTS.slice(0, 2),
      ],
      2,
    ),
  )('shows %j and does not obey it', async (hostile) => {
    const file = write('hostile.html', hostileLog(new TextDecoder().decode(fixture(HANG)), hostile));
    const { page, charts } = await open(file);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await page.locator('script').count()).toBe(2);
    expect(await page.locator('img, svg, object, embed, form').count()).toBe(0);
    expect(await charts.locator('.lanes-plot canvas').count()).toBeGreaterThan(0);
  });
});
