import { describe, expect, it } from 'vitest';
import { firstOf } from '../support/effort.ts';
import { fullView, timeAt, type View } from '../../webview/charts/viewport.ts';
import { type HarnessPage, incident, type PageOptions, useHarness, THEME_NAMES } from './harnessPage.ts';

const harness = useHarness();

const openPage = (options?: PageOptions): Promise<HarnessPage> => harness.open(options);
const showIncident = (options?: PageOptions): Promise<HarnessPage> => harness.showInTurn('incident', options);

describe('the conversation', () => {
  it('begins with ready, once', async () => {
    const page = await openPage();
    expect(await page.page.evaluate(() => window.harness.posted)).toEqual([{ type: 'ready' }]);
  });

  it('loads what draws the timeline once the page is painted', async () => {
    const { page } = await openPage();
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/webview-app-')),
    );
    const [painted, times] = await page.evaluate(
      () =>
        [
          performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
          performance
            .getEntriesByType('resource')
            .filter(({ name }) => /[/]webview[\w-]*\.js$/.test(name))
            .map(({ name, startTime }) => [name.replace(/^.*[/]/, ''), startTime] as const),
        ] as const,
    );
    // Into how many chunks the bundler cuts what comes first is its own matter; their size has a budget.
    const before = times.filter(([, at]) => at < painted).map(([name]) => name.replace(/-[A-Z0-9]{8}\./, '.'));
    expect([...new Set(before)].sort()).toEqual(['webview-chunk.js', 'webview.js']);
    expect(times.find(([name]) => name.startsWith('webview-app-'))?.[1]).toBeGreaterThanOrEqual(painted);
  });

  it('says so when the timeline cannot be loaded, at once and for each document', async () => {
    const page = await openPage({ without: /webview-app-/ });
    page.expectsErrors = true;
    await page.page.getByRole('alert').waitFor();
    expect(await page.page.getByRole('alert').innerText()).toContain('The timeline could not be loaded');
    await page.send({ type: 'progress', title: 'kubelet.log', bytes: 5, lines: 1, phase: 'reading' });
    expect(await page.page.locator('.status').innerText()).toContain('Reading kubelet.log');
    await page.page.evaluate(() => window.harness.show('incident'));
    await page.page.getByRole('alert').waitFor();
    expect((await page.posted('pageError')).length).toBe(2);
  });

  it('shows progress with Cancel, then a problem with what to do and Try again', async () => {
    const page = await openPage();
    await page.send({
      type: 'progress',
      title: 'kubelet.log',
      bytes: 5_000_000,
      totalBytes: 20_000_000,
      lines: 12_345,
      phase: 'reading',
    });
    expect(await page.page.locator('.status').innerText()).toContain('12,345 lines, 5.0 MB of 20.0 MB');
    expect(
      await page.page.locator('progress').evaluate((bar) => (bar instanceof HTMLProgressElement ? bar.position : -1)),
    ).toBe(0.25);
    await page.page.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.posted('cancel')).toHaveLength(1);
    await page.send({
      type: 'problem',
      title: 'The file is empty',
      whatToDo: 'Save the journal again: `journalctl -u kubelet > kubelet.log`',
      canRetry: true,
    });
    expect(await page.page.getByRole('alert').innerText()).toContain('Save the journal again:');
    expect(await page.page.getByRole('alert').locator('code').innerText()).toBe('journalctl -u kubelet > kubelet.log');
    await page.page.getByRole('button', { name: 'Try again' }).click();
    expect(await page.posted('retry')).toHaveLength(1);
    expect(await page.page.getByRole('button', { name: 'How to get a log' }).count()).toBe(0);
    await page.send({
      type: 'problem',
      title: 'x holds no kubelet records',
      whatToDo: 'Get it.',
      canRetry: true,
      isOther: true,
    });
    await page.page.getByRole('button', { name: 'How to get a log' }).click();
    expect(await page.posted('gettingLogs')).toHaveLength(1);
    await page.page.getByRole('button', { name: 'Open sample incident' }).click();
    expect(await page.posted('openSample')).toHaveLength(1);
  });

  it('lets no malformed message in, and says so', async () => {
    const page = await showIncident();
    page.expectsErrors = true;
    await page.send({ type: 'document', document: { title: 'x' } });
    await page.send({ type: 'cursor', source: 0, line: 'x', time: 0 });
    expect((await page.posted('pageError')).map((message) => JSON.stringify(message))).toEqual([
      expect.stringContaining('type document is malformed'),
      expect.stringContaining('type cursor is malformed'),
    ]);
    expect(await page.page.locator('.answer h1').innerText()).toBe(incident.headline);
  });

  it('moves the crosshair with the cursor of the editor, and asks for nothing in return', async () => {
    const page = await showIncident();
    await page.send({ type: 'cursor', source: 0, line: 400, time: incident.origin + 260.5e6 });
    const line = await page.page.locator('.crosshair.is-cursor').boundingBox();
    const point = await page.pointOf('node-ready', 260.5);
    expect(Math.abs((line?.x ?? 0) - point.x)).toBeLessThan(3);
    expect(await page.openedLines()).toEqual([]);
  });
});

describe('the answer', () => {
  it('leads to its lines', async () => {
    const page = await showIncident();
    expect(await page.page.locator('.answer').innerText()).toContain('PLEG unhealthy for about 2m10s, recovered');
    await page.page.getByRole('link', { name: '00:30:43.391' }).click();
    await page.page.getByRole('link', { name: '00:31:52.501' }).press('Enter');
    expect(await page.openedLines()).toEqual([385, 400]);
  });

  it('opens findings with what to do and the lines that say so', async () => {
    const page = await harness.show('incident');
    await page.page.locator('.finding summary', { hasText: "The container runtime's list calls hung" }).click();
    expect(await page.page.locator('.finding[open] ol li').count()).toBe(incident.findings[0]?.nextSteps.length);
    await page.page.locator('.finding[open] .evidence .link').first().click();
    expect(await page.openedLines()).toEqual([incident.findings[0]?.evidence[0]?.line]);
  });

  it('zooms to an episode and is copied by the extension', async () => {
    const page = await showIncident();
    const whole = await page.span();
    await page.page.locator('.chip', { hasText: 'Start-up' }).click();
    expect(await page.span()).toBeLessThan(whole / 40);
    await page.page.getByRole('button', { name: 'Copy the answer as Markdown' }).click();
    expect(await page.posted('copyAnswer')).toHaveLength(1);
    await page.page.getByRole('button', { name: 'Save the report' }).click();
    expect(await page.posted('saveReport')).toHaveLength(1);
  });
});

describe('a command', () => {
  it('of the answer, of a finding and of the details is copied by its own button, by mouse and by key', async () => {
    const { page, posted } = await openCommands();
    const inAnswer = page.locator('.answer-text .copy-command').first();
    const command = (await inAnswer.locator('xpath=ancestor::code').innerText()).trim();
    expect(command).toMatch(/^(journalctl|time crictl) /);
    expect(await inAnswer.getAttribute('aria-label')).toBe(`Copy command: ${command}`);
    await inAnswer.click();
    expect(await posted()).toEqual([command]);
    expect(await inAnswer.innerText()).toBe('Copied');
    expect(await page.locator('[aria-live=polite]', { hasText: 'Command copied.' }).count()).toBe(1);
    await expect.poll(() => inAnswer.innerText(), { timeout: 4000 }).toBe('');
    await page.locator('.finding summary').first().click();
    const ofFinding = page.locator('.finding[open] .copy-command');
    const commands = (incident.findings[0]?.nextSteps ?? []).flatMap((step) =>
      step.split('`').filter((_, place) => place % 2 === 1),
    );
    expect(
      await ofFinding.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label'))),
    ).toEqual(commands.map((text) => `Copy command: ${text}`));
    await ofFinding.last().focus();
    await page.keyboard.press('Enter');
    await ofFinding.first().focus();
    await page.keyboard.press('Space');
    expect(await posted()).toEqual([command, commands.at(-1), commands[0]]);
  });

  it('stands in the details of a finding, with what to do', async () => {
    const { page, posted } = await openCommands();
    await page.locator('.lane-name', { hasText: 'findings' }).first().click();
    await page.locator('.lanes').focus();
    await page.keyboard.press('.');
    const details = page.locator('.details-pane');
    expect(await details.innerText()).toMatch(/what to do/i);
    const button = details.locator('.copy-command').first();
    await button.click();
    expect(await posted()).toEqual([(await button.getAttribute('aria-label'))?.replace('Copy command: ', '')]);
  });

  it('makes no line of the answer higher', async () => {
    const { page } = await openCommands();
    const heights = await page.evaluate(() => {
      const body = document.querySelector<HTMLElement>('.answer-text');
      const before = body?.scrollHeight;
      for (const button of document.querySelectorAll<HTMLElement>('.copy-command')) button.style.display = 'none';
      return [before, body?.scrollHeight];
    });
    expect(heights[0]).toBe(heights[1]);
  });

  it('of a stranger has no button, and is not set as one', async () => {
    const page = await openPage();
    await page.page.evaluate(() => {
      const made = window.harness.documents.incident();
      return window.harness.send({
        type: 'document',
        document: {
          ...made,
          answer: [[{ text: 'the log says "run `rm -rf / --no-preserve-root` now"' }]],
          findings: [],
        },
      });
    });
    await page.page.locator('.answer-text').waitFor();
    expect(await page.page.locator('.answer-text').innerText()).toContain('`rm -rf / --no-preserve-root`');
    expect(await page.page.locator('.answer-text code, .copy-command').count()).toBe(0);
  });

  it('lead to what the user guide says of a finding', async () => {
    const open = await harness.show('incident');
    const finding = open.page.locator('details.finding').first();
    await finding.locator('summary').click();
    await finding.getByRole('link', { name: 'What this means in general' }).press('Enter');
    expect(await open.posted('guide')).toEqual([{ type: 'guide', finding: 'list-calls-hang' }]);
  });
});

/** The incident, and the commands that were asked for on the clipboard. */
async function openCommands(): Promise<{ page: HarnessPage['page']; posted: () => Promise<string[]> }> {
  const open = await harness.show('incident');
  return {
    page: open.page,
    posted: async () =>
      (await open.posted('copyCommand')).map((message) => (message as { readonly command: string }).command),
  };
}

describe('the charts', () => {
  it('are drawn, and have names for screen readers', async () => {
    const page = await showIncident();
    for (const chart of ['.overview canvas', '.staleness canvas', '.lanes canvas']) {
      expect(await page.colours(chart), chart).toBeGreaterThan(20);
      const canvas = page.page.locator(chart);
      expect(await canvas.getAttribute('role')).toBe('img');
      expect(((await canvas.getAttribute('aria-label')) ?? '').length).toBeGreaterThan(10);
    }
    expect(await page.page.locator('.staleness canvas').getAttribute('aria-label')).toContain('threshold 3m. 21 skips');
  });

  it('begin at the same edge from the first picture on, with their times', async () => {
    const page = await harness.show('incident');
    await page.frames();
    const gutter = await page.page
      .locator('.page')
      .evaluate((node) => Number.parseFloat(getComputedStyle(node).getPropertyValue('--gutter')));
    // Of each chart: the first column with a bar of the log rate or with the edge of the plot, and whether times stand beside the plot.
    const edges = (): Promise<{ first: number; labelled: boolean }[]> =>
      page.page.evaluate(() =>
        ['.overview canvas', '.staleness canvas'].map((selector) => {
          const canvas = document.querySelector(selector);
          if (!(canvas instanceof HTMLCanvasElement)) return { first: -1, labelled: false };
          const { data, width, height } =
            canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? new ImageData(1, 1);
          const row = selector.startsWith('.overview') ? height - 19 : 24;
          const isInked = (x: number, y: number): boolean => (data[(y * width + x) * 4 + 3] ?? 0) > 40;
          const first = Array.from({ length: width }, (_, x) => x).findIndex((x) => isInked(x, row));
          const band = selector.startsWith('.overview') ? [height - 13, height - 4] : [4, 18];
          let labelled = false;
          for (let y = band[0] ?? 0; y < (band[1] ?? 0); y += 1)
            for (let x = Math.round(width / 2); x < width; x += 1) labelled ||= isInked(x, y);
          return { first, labelled };
        }),
      );
    const inked = await edges();
    for (const { first } of inked) {
      expect(first).toBeGreaterThanOrEqual(gutter - 1);
      expect(first).toBeLessThan(gutter + 40);
    }
    // While the whole log is in view the times stand once.
    expect(inked.map(({ labelled }) => labelled)).toEqual([false, true]);
    await page.page.keyboard.press('w');
    await page.frames();
    expect((await edges()).map(({ labelled }) => labelled)).toEqual([true, true]);
    await page.page.keyboard.press('0');
    await page.frames();
    expect((await edges()).map(({ labelled }) => labelled)).toEqual([false, true]);
  });

  it.each(THEME_NAMES)('follow the theme %s live', async (name) => {
    const page = await showIncident({ theme: name === 'dark' ? 'light' : 'dark' });
    const hash = (): Promise<string> =>
      page.page
        .locator('.lanes canvas')
        .evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ''));
    const before = await hash();
    await page.theme(name);
    expect(await hash()).not.toBe(before);
    expect(await page.colours('.lanes canvas')).toBeGreaterThan(20);
  });

  it('select a mark by a click and do not leave the panel', async () => {
    const page = await showIncident();
    const point = await page.pointOf('node-ready', 304);
    await page.page.mouse.click(point.x, point.y);
    expect(await page.page.locator('.details-pane').innerText()).toContain('Node NotReady');
    expect(await page.openedLines()).toEqual([]);
    await page.page.keyboard.press('Enter');
    await page.page.getByRole('button', { name: 'Open line in the log' }).click();
    expect(await page.openedLines()).toEqual([400, 400]);
    await page.page.locator('#tab-table').click();
    expect(await page.page.locator('.facts tr.is-selected').innerText()).toContain('400');
  });

  it('light the mark under the pointer, without drawing anything anew', async () => {
    const page = await showIncident();
    const drawn = (): Promise<string> =>
      page.page
        .locator('.lanes canvas')
        .evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ''));
    const frame = page.page.locator('.lanes .pointed');
    const before = await drawn();
    expect(await frame.isHidden()).toBe(true);
    // NotReady from line 400 on, as far as the bar goes.
    const [from, inside, to] = [
      await page.pointOf('node-ready', 260.5),
      await page.pointOf('node-ready', 304),
      await page.pointOf('node-ready', 383),
    ];
    await page.page.mouse.move(inside.x, inside.y);
    const box = await frame.boundingBox();
    expect(Math.abs((box?.x ?? 0) - from.x)).toBeLessThan(8);
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) - to.x)).toBeLessThan(8);
    expect(box?.y).toBeLessThan(inside.y);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(inside.y);
    expect(await drawn()).toBe(before);
    // It stays on its mark while the mark moves.
    await page.page.keyboard.press('w');
    await page.frames();
    expect((await frame.boundingBox())?.width ?? 0).toBeGreaterThan((box?.width ?? 0) * 1.2);
    await page.page.mouse.move(inside.x, inside.y - 22 * 4);
    expect(await frame.isHidden()).toBe(true);
    await page.page.keyboard.press('0');
    const skip = await page.pointOf('sync-loop', 312.554);
    const chart = await page.page.locator('.staleness').boundingBox();
    await page.page.mouse.move(skip.x, (chart?.y ?? 0) + 60);
    expect(
      Math.abs(((await page.page.locator('.staleness .pointed').boundingBox())?.x ?? 0) + 7 - skip.x),
    ).toBeLessThan(3);
    await page.page.mouse.move(1, 1);
    expect(await page.page.locator('.pointed:visible').count()).toBe(0);
  });

  it('open the line by a double click or with Ctrl', async () => {
    const page = await showIncident();
    const error = await page.pointOf('runtime-errors', 191.39);
    await page.page.mouse.dblclick(error.x, error.y);
    const ready = await page.pointOf('node-ready', 424);
    await page.page.keyboard.down('Control');
    await page.page.mouse.click(ready.x, ready.y);
    await page.page.keyboard.up('Control');
    expect(await page.openedLines()).toEqual([384, 434]);
  });

  it('select a skip on the staleness chart', async () => {
    const page = await showIncident();
    const at = await page.pointOf('sync-loop', 312.554);
    const chart = await page.page.locator('.staleness').boundingBox();
    await page.page.mouse.click(at.x, (chart?.y ?? 0) + 60);
    expect(await page.page.locator('.details-pane').innerText()).toContain('last seen active');
  });

  it('zoom to the episode by a double click beside a mark, to all outside', async () => {
    const page = await showIncident();
    const whole = await page.span();
    const inside = await page.pointOf('housekeeping', 340);
    await page.page.mouse.dblclick(inside.x, inside.y);
    expect(await page.span()).toBeLessThan(whole);
    await page.page.keyboard.press('0');
    expect(await page.span()).toBeCloseTo(whole, 3);
  });

  it('hold the moment under the pointer when zoomed by the wheel', async () => {
    const page = await showIncident();
    const point = await page.pointOf('node-ready', 260.5);
    // A wheel tells whole pixels only.
    const x = Math.round(point.x);
    await page.page.mouse.move(x, point.y);
    const plot = await page.page.locator('.lanes-plot').boundingBox();
    const momentAt = (view: View): number => timeAt(view, x - (plot?.x ?? 0), plot?.width ?? 1) / 1e6;
    const before = momentAt(fullView(incident.length));
    expect(before).toBeCloseTo(260.5, 0);
    await page.page.keyboard.down('Control');
    await page.page.mouse.wheel(0, -300);
    await page.page.keyboard.up('Control');
    const { from, to } = await page.state();
    expect(momentAt({ from: Number(from), to: Number(to) })).toBeCloseTo(before, 3);
    expect(Number(to) - Number(from)).toBeLessThan(incident.length / 2);
  });

  it('move by dragging and measure with Shift', async () => {
    const page = await showIncident();
    await page.page.keyboard.press('w');
    await page.page.keyboard.press('w');
    const before = await page.state();
    const from = await page.pointOf('processes', 100);
    await page.page.mouse.move(from.x, from.y);
    await page.page.mouse.down();
    await page.page.mouse.move(from.x - 100, from.y, { steps: 4 });
    await page.page.mouse.up();
    const after = await page.state();
    expect(Number(after['from'])).toBeGreaterThan(Number(before['from']));
    expect(Number(after['to']) - Number(after['from'])).toBeCloseTo(Number(before['to']) - Number(before['from']), 0);
    await page.page.keyboard.down('Shift');
    await page.page.mouse.down();
    await page.page.mouse.move(from.x + 100, from.y, { steps: 4 });
    expect(await page.page.locator('.measure-label').innerText()).toMatch(/^\d+(?:m[\d.]+)?s?/);
    await page.page.mouse.up();
    await page.page.keyboard.up('Shift');
    await page.page.keyboard.press('Escape');
    expect(await page.page.locator('.measure').isHidden()).toBe(true);
  });

  it('are brushed on the overview', async () => {
    const page = await showIncident();
    const box = await page.page.locator('.overview-plot').boundingBox();
    if (box === null) throw new Error('no overview');
    await page.page.mouse.move(box.x + 600, box.y + 15);
    await page.page.mouse.down();
    await page.page.mouse.move(box.x + 800, box.y + 15, { steps: 4 });
    await page.page.mouse.up();
    const whole = (incident.length / 1e6) * 1.04;
    expect(await page.span()).toBeCloseTo((200 / (box.width - 172)) * whole, 0);
  });
});

describe('the keys', () => {
  it('zoom, move, select, step back, as the key table says', async () => {
    const page = await showIncident();
    const whole = await page.span();
    await page.page.keyboard.press('w');
    const zoomed = await page.span();
    expect(zoomed).toBeCloseTo(whole / 1.6, 3);
    const { from } = await page.state();
    await page.page.keyboard.press('d');
    expect(Number((await page.state())['from'])).toBeCloseTo(Number(from) + zoomed * 0.2e6, -3);
    await page.page.keyboard.press('a');
    await page.page.keyboard.press('s');
    expect(await page.span()).toBeCloseTo(whole, 3);

    await page.page.keyboard.press('e');
    expect(await page.page.locator('.details-pane .level').getAttribute('aria-label')).toBe('error');
    await page.page.keyboard.press('f');
    expect(await page.span()).toBeLessThan(whole / 4);
    await page.page.keyboard.press('Escape');
    expect((await page.state())['selection']).toBe(-1);
    await page.page.keyboard.press('Escape');
    expect(await page.span()).toBeCloseTo(whole, 3);
  });

  it('walk through lanes and their marks', async () => {
    const page = await showIncident();
    await page.page.locator('.lanes').focus();
    for (let press = 0; press < 3; press += 1) await page.page.keyboard.press('ArrowDown');
    await page.frames();
    expect(await page.page.locator('.lane-name.is-focused').innerText()).toContain('node Ready');
    const said: string[] = [];
    for (const key of ['.', '.', ',', '.']) {
      await page.page.keyboard.press(key);
      await page.frames();
      said.push(await page.page.locator('.details-pane h2').innerText());
    }
    expect(said).toEqual(['Node Ready', 'Node NotReady', 'Node Ready', 'Node NotReady']);
    await page.page.keyboard.press('Enter');
    expect(await page.openedLines()).toEqual([400]);
    expect(await page.page.locator('[aria-live]').allInnerTexts()).toContainEqual(
      expect.stringContaining('Node NotReady'),
    );
  });

  it('fold lanes', async () => {
    const page = await harness.show('incident');
    const names = (): Promise<string[]> => page.page.locator('.lane-name:visible .lane-label').allInnerTexts();
    expect(await names()).not.toContain('ListPodSandbox');
    await page.page.locator('.lane-name', { hasText: 'runtime errors' }).click();
    await page.frames();
    expect(await names()).toContain('ListPodSandbox');
    await page.page.locator('.lanes').focus();
    await page.page.keyboard.press(' ');
    await page.frames();
    expect(await names()).not.toContain('ListPodSandbox');
  });

  it('filter lanes and table, and belong to the text field while it is typed in', async () => {
    const page = await showIncident();
    await page.page.keyboard.press('/');
    await page.page.keyboard.type('sidecar');
    const named = [...incident.marks.container].filter((text) => incident.strings[text] === 'sidecar').length;
    await page.frames();
    expect(await page.page.locator('.lane-name:visible .lane-label').allInnerTexts()).toEqual(
      expect.arrayContaining(['default', 'web-3', 'sidecar']),
    );
    expect(await page.page.locator('.lane-name:visible .lane-label').allInnerTexts()).not.toContain('web-2');
    expect(await page.page.locator('.table-count').innerText()).toBe(`${named} of ${incident.marks.count} rows`);
    expect(await page.span()).toBeCloseTo((incident.length / 1e6) * 1.04, 1);
    await page.page.keyboard.press('Escape');
    await page.frames();
    expect(await page.page.locator('.table-count').innerText()).toBe(`${incident.marks.count} rows`);
  });

  it('show the help sheet, made from the key table, and give the focus back', async () => {
    const page = await showIncident();
    await page.page.locator('.lanes').focus();
    await page.page.keyboard.press('?');
    const sheet = page.page.getByRole('dialog');
    // Its script comes when it is opened for the first time.
    await sheet.locator('.legend li').first().waitFor();
    expect(await sheet.innerText()).toContain('Select the next error of any lane');
    expect(await sheet.locator('.legend li').count()).toBeGreaterThan(10);
    // Of ten calls, each also on the lane above its method's.
    expect(await sheet.locator('.legend li', { hasText: 'runtime error' }).innerText()).toBe('runtime error\u00A010');
    await page.page.keyboard.press('Escape');
    expect(await sheet.isHidden()).toBe(true);
    expect(await page.page.evaluate(() => document.activeElement?.className)).toBe('lanes');
  });
});

describe('the table', () => {
  it('holds exactly the marks of the lanes', async () => {
    const page = await showIncident();
    const table = page.page.getByRole('grid');
    expect(await table.getAttribute('aria-rowcount')).toBe(String(incident.marks.count + 1));
    // All in the page: to ask for each cell from outside takes twenty times as long.
    const rows = await page.page.evaluate(
      async (height) => {
        const scroller = document.querySelector('.table-scroll');
        const found: [number, string][] = [];
        for (let top = 0; scroller !== null && top < height; top += 100) {
          scroller.scrollTop = top;
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          for (const row of document.querySelectorAll('[role=grid] tbody tr[aria-rowindex]'))
            found.push([Number(row.getAttribute('aria-rowindex')) - 2, row.lastElementChild?.textContent ?? '']);
        }
        return found;
      },
      (incident.marks.count + 2) * 22,
    );
    const seen = new Map(rows);
    expect([...seen.keys()].sort((a, b) => a - b)).toEqual(
      Array.from({ length: incident.marks.count }, (_, index) => index),
    );
    expect([...seen].sort(([a], [b]) => a - b).map(([, line]) => line)).toEqual(
      [...incident.marks.line].map((line) => (line > 0 ? String(line) : '')),
    );
  });

  it('is walked by keyboard; the selection and the charts follow', async () => {
    const page = await showIncident();
    const table = page.page.getByRole('grid');
    await table.focus();
    await page.page.keyboard.press('End');
    await page.page.keyboard.press('ArrowUp');
    await page.frames();
    const row = table.locator('tr.is-selected');
    expect(await row.getAttribute('aria-rowindex')).toBe(String(incident.marks.count));
    expect(await table.getAttribute('aria-activedescendant')).toBe(await row.getAttribute('id'));
    await page.page.keyboard.press('Enter');
    expect(await page.openedLines()).toEqual([incident.marks.line[incident.marks.count - 2]]);
  });

  it('sorts and keeps errors only', async () => {
    const page = await harness.show('incident');
    await page.page.getByRole('button', { name: 'Line' }).click();
    await page.page.getByRole('button', { name: 'Line' }).click();
    expect(await page.page.locator('.facts tbody tr[aria-rowindex="2"] td').last().innerText()).toBe(
      String(Math.max(...incident.marks.line)),
    );
    expect(await page.page.locator('th.col-line').getAttribute('aria-sort')).toBe('descending');
    await page.page.getByRole('checkbox', { name: 'Errors' }).click();
    const errors = [...incident.marks.level].filter((level) => level === 2).length;
    expect(await page.page.locator('.table-count').innerText()).toBe(`${errors} of ${incident.marks.count} rows`);
  });
});

describe('a log without any event', () => {
  it('has no controls that could do nothing, and says what to do next', async () => {
    const page = await harness.showInTurn('withoutMarks');
    for (const control of ['.search', '.toolbar-zoom', '.facts-controls'])
      expect(await page.page.locator(control).isVisible(), control).toBe(false);
    expect(await page.page.locator('.table-empty').innerText()).toContain('journalctl -u kubelet');
    await page.show('incident');
    for (const control of ['.search', '.toolbar-zoom', '.facts-controls'])
      expect(await page.page.locator(control).isVisible(), control).toBe(true);
  });

  it('but with some lines is called neither healthy nor unhealthy', async () => {
    const page = await harness.showInTurn('empty');
    expect(await page.page.locator('.answer').innerText()).toMatch(/Too little to tell[^]*journalctl -u kubelet/);
    expect(await page.page.locator('.overview .chart-caption').innerText()).toContain('peak 149 lines in 600µs');
  });
});

describe('the times', () => {
  it('are shown as logged or from the episode on, everywhere at once', async () => {
    const page = await harness.show('incident');
    const first = page.page.locator('.facts tbody tr[aria-rowindex="2"] td').first();
    expect(await first.innerText()).toBe('00:27:32');
    await page.page.locator('vscode-dropdown').nth(1).click();
    await page.page.getByRole('option', { name: 'From the episode' }).click();
    await page.frames();
    expect(await first.innerText()).toBe('-4m10.386s');
    expect(await page.page.locator('.toolbar-clock').innerText()).toBe('since the episode');
    expect((await page.state())['timeFormat']).toBe('relative');
  });
});

describe('what stays', () => {
  it('is zoom, selection, filter and folding after the page was thrown away', async () => {
    const page = await harness.show('incident');
    await page.page.locator('.lane-name', { hasText: 'runtime errors' }).click();
    await page.page.keyboard.press('e');
    await page.page.keyboard.press('f');
    await page.page.keyboard.press('m');
    const before = await page.state();
    await page.page.reload();
    await page.theme('dark');
    await page.show('incident');
    const after = await page.state();
    expect(after).toEqual(before);
    expect(await page.page.locator('.lane-name:visible .lane-label').allInnerTexts()).toContain('ListPodSandbox');
    expect(await page.page.locator('.details-pane .level').getAttribute('aria-label')).toBe('error');
  });
});

describe('a hostile log', () => {
  it('is shown as text and runs nothing', async () => {
    const page = await openPage();
    await page.show('hostile');
    await page.page.locator('.answer-more').click();
    await page.page.locator('.finding summary').first().click();
    await page.page.keyboard.press('e');
    await page.page.locator('#tab-table').click();
    await page.page.locator('.facts tr.is-selected').hover();
    await page.page.waitForTimeout(200);
    expect(
      await page.page
        .locator('#kubelet-timeline img, #kubelet-timeline script, #kubelet-timeline b, #kubelet-timeline a')
        .count(),
    ).toBe(0);
    expect(await page.page.evaluate(() => window.harness.hacked)).toBe(0);
    const text = await page.page.locator('.page').innerText();
    expect(text).toContain('<img src=x onerror=');
    for (const hidden of ['\u202e', '\u0007', '\u001b']) expect(text).not.toContain(hidden);
  });
});

describe('long names', () => {
  it('have no hole between their beginning and their end', async () => {
    const page = await harness.show('manyPods');
    await page.page.keyboard.press('/');
    await page.page.keyboard.type('ns:observability');
    await page.page.waitForTimeout(300);
    await page.frames();
    const names = await page.page.locator('.is-long-name:visible').evaluateAll((nodes) =>
      nodes.flatMap((node) => {
        const [start, end] = [...node.children];
        const context = document.createElement('canvas').getContext('2d');
        if (start === undefined || end === undefined || context === null || start.scrollWidth <= start.clientWidth)
          return [];
        context.font = getComputedStyle(start).font;
        const text = start.textContent ?? '';
        const widths = Array.from(
          { length: text.length },
          (_, letters) => context.measureText(`${text.slice(0, letters)}…`).width,
        );
        const { width } = start.getBoundingClientRect();
        return [
          {
            hole: Math.min(...widths.map((one) => width - one).filter((rest) => rest >= 0)),
            beyond: end.getBoundingClientRect().right - (node.parentElement?.getBoundingClientRect().right ?? 0),
          },
        ];
      }),
    );
    expect(names.length).toBeGreaterThan(8);
    for (const { hole, beyond } of names) {
      expect(hole).toBeLessThan(1);
      expect(beyond).toBeLessThanOrEqual(0);
    }
  });
});

describe('names of pods beside the log', () => {
  it('show their ends, which tell them apart', async () => {
    const page = await harness.show('manyPods', { width: 400, height: 1400 });
    const ends = await page.page.locator('.lane-name:visible', { hasText: /\w-service-\d/ }).evaluateAll((nodes) =>
      nodes.map((node) => {
        const end = node.querySelector('.lane-label > :last-child');
        return {
          text: end?.textContent ?? '',
          hidden: (end?.getBoundingClientRect().right ?? 0) - node.getBoundingClientRect().right,
        };
      }),
    );
    expect(ends.length).toBeGreaterThan(2);
    expect(new Set(ends.map(({ text }) => text)).size).toBe(ends.length);
    for (const { hidden } of ends) expect(hidden).toBeLessThanOrEqual(0);
  });
});

describe('the layout', () => {
  it.each(
    firstOf(
      [
        ['incident', 400, 1200],
        ['hostile', 1400, 900],
        ['incident', 1400, 900],
        ['incident', 3840, 2160],
        ['hostile', 400, 1200],
      ] as const,
      2,
    ),
  )('of %s at %d × %d gives each part its room', async (name, width, height) => {
    const page = await harness.showInTurn(name, { width, height });
    await page.page.locator('#tab-table').click();
    for (const part of ['.overview', '.staleness', '.lanes', '.dock', '.table-pane'])
      expect((await page.page.locator(part).boundingBox())?.height ?? 0, part).toBeGreaterThan(40);
  });
});
