/** Search, the inner state, copying, several nodes, themes and strangers' texts, in the browser. */
import { describe, expect, it } from 'vitest';
import { momentAt } from '../webview-harness/moments.ts';
import { type HarnessPage, incident, type PageOptions, useHarness } from './harnessPage.ts';

const harness = useHarness();

const showDocument = (
  name: Parameters<HarnessPage['show']>[0] = 'incident',
  options?: PageOptions,
): Promise<HarnessPage> => harness.showInTurn(name, options);

/** Microseconds since the epoch: the moment that is asked for first. */
const firstAsked = incident.origin + (incident.episodes.find(({ startup }) => !startup)?.beginMax ?? 0);
const firstMoment = momentAt('incident', firstAsked);

async function search(page: HarnessPage, text: string): Promise<void> {
  await page.page.keyboard.press('/');
  await page.page.keyboard.type(text);
  await page.page.waitForTimeout(60);
  await page.frames();
}

describe('the search', () => {
  it('counts what it finds and goes from one to the next, round at the end', async () => {
    const page = await showDocument();
    await search(page, 'severity:error ns:default');
    const count = page.page.locator('.search-count');
    expect(await count.innerText()).toMatch(/^\d+ matches$/);
    const all = Number.parseInt(await count.innerText(), 10);
    const seen: string[] = [];
    for (let step = 0; step <= all; step += 1) {
      await page.page.keyboard.press('Enter');
      seen.push(await count.innerText());
    }
    expect(seen).toEqual([...Array.from({ length: all }, (_, index) => `${index + 1} of ${all}`), `1 of ${all}`]);
    await page.page.locator('.lanes').focus();
    await page.page.keyboard.press('p');
    expect(await count.innerText()).toBe(`${all} of ${all}`);
    await page.page.keyboard.press('n');
    expect(await count.innerText()).toBe(`1 of ${all}`);
    expect(await page.page.locator('[aria-live]').allInnerTexts()).toContainEqual(
      expect.stringContaining(`Match 1 of ${all}`),
    );
    expect(await page.page.locator('.facts .table-count').innerText()).toBe(`${all} of ${incident.marks.count} rows`);
  });

  it('dims what it did not find', async () => {
    const page = await showDocument();
    const strong = await page.colours('.lanes canvas');
    await search(page, 'nosuchthing');
    expect(await page.colours('.lanes canvas')).toBeLessThan(strong);
    expect(await page.page.locator('.search-count').innerText()).toBe('no matches');
    expect(await page.page.locator('.lane-name:visible.is-unlit').count()).toBe(
      await page.page.locator('.lane-name:visible').count(),
    );
    await page.page.keyboard.press('Escape');
    await page.frames();
    expect(await page.page.locator('.lane-name:visible.is-unlit').count()).toBe(0);
  });

  it('shows what it cannot read at its place, and keeps the terms before it', async () => {
    const page = await showDocument();
    await search(page, 'pod:web-1 severity:eror');
    const error = page.page.locator('.search-error');
    expect(await error.innerText()).toContain('eror is not a severity');
    expect(await error.locator('mark').innerText()).toBe('eror');
    expect(await page.page.locator('.search vscode-text-field').getAttribute('aria-invalid')).not.toBeNull();
    expect(await page.page.locator('.search-count').innerText()).toMatch(/matches$/);
    for (let letter = 0; letter < 4; letter += 1) await page.page.keyboard.press('Backspace');
    await page.page.keyboard.type('error');
    await page.page.waitForTimeout(60);
    expect(await error.isHidden()).toBe(true);
  });

  it('offers fields and values, takes one by key, and says no error of what is half typed', async () => {
    const page = await showDocument();
    await search(page, 'sev');
    const offered = page.page.locator('.search-list [role=option]:visible');
    // What searches comes on demand, with the first letter.
    await expect.poll(() => offered.allInnerTexts()).toEqual([expect.stringContaining('severity:')]);
    await page.page.keyboard.press('Tab');
    await expect.poll(() => offered.allInnerTexts()).toEqual(['error', 'warning', 'info']);
    expect(await page.page.locator('.search-error').isHidden()).toBe(true);
    await page.page.keyboard.press('ArrowDown');
    await page.page.keyboard.press('ArrowDown');
    await expect.poll(() => page.page.locator('.search-list [aria-selected=true]').innerText()).toBe('warning');
    await page.page.keyboard.press('Enter');
    const field = page.page.locator('.search vscode-text-field');
    expect(await field.evaluate((node) => ('value' in node ? node.value : ''))).toBe('severity:warning ');
    await expect.poll(() => page.page.locator('.search-count').innerText()).toMatch(/match/);
    expect(await offered.count()).toBe(0);
    await page.page.keyboard.type('ns:');
    await expect.poll(() => offered.count()).toBeGreaterThan(0);
    await page.page.keyboard.press('Escape');
    expect(await offered.count()).toBe(0);
    expect(await field.evaluate((node) => ('value' in node ? node.value : ''))).toBe('severity:warning ns:');
    expect(await page.page.locator('.search-error').isHidden()).toBe(true);
  });

  it('goes on from what was taken, however soon one types', async () => {
    const page = await showDocument();
    await search(page, 'sev');
    const offered = page.page.locator('.search-list [role=option]:visible');
    await expect.poll(() => offered.count()).toBe(1);
    const field = page.page.locator('.search vscode-text-field');
    await field.evaluate((node) => {
      node.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true }));
      document.execCommand('insertText', false, 'err'); // in the same frame
    });
    expect(await field.evaluate((node) => ('value' in node ? node.value : ''))).toBe('severity:err');
    await expect.poll(() => offered.allInnerTexts()).toEqual(['error']);
  });

  it('stays after the page was thrown away', async () => {
    const page = await harness.show('incident');
    await search(page, 'kind:relist');
    await page.state();
    const count = await page.page.locator('.table-count').innerText();
    await page.page.reload();
    await page.theme('dark');
    await page.show('incident');
    expect(
      await page.page.locator('.search vscode-text-field').evaluate((field) => ('value' in field ? field.value : '')),
    ).toBe('kind:relist');
    await expect.poll(() => page.page.locator('.table-count').innerText()).toBe(count); // what searches comes on demand
  });
});

describe('the state at a moment', () => {
  it('is asked for once it is shown, of the first episode, then of the pointer, then of the click', async () => {
    const page = await showDocument();
    expect(await page.posted('momentRequest')).toEqual([]);
    await page.page.keyboard.press('m');
    await page.page.locator('.moment-headline').waitFor();
    expect(await page.posted('momentRequest')).toEqual([{ type: 'momentRequest', time: firstAsked }]);
    const point = await page.pointOf('node-ready', 330);
    await page.page.mouse.move(point.x, point.y);
    await page.page.waitForTimeout(200);
    const asked = (await page.posted('momentRequest')) as { time: number }[];
    expect(((asked.at(-1)?.time ?? 0) - incident.origin) / 1e6).toBeCloseTo(330, 0);
    await page.page.mouse.click(point.x, point.y);
    await page.page.mouse.move(5, 5);
    await page.page.waitForTimeout(200);
    expect(await page.page.locator('.crosshair.is-pinned').isVisible()).toBe(true);
    expect(Number((await page.state())['pinned']) / 1e6).toBeGreaterThan(250);
  });

  it('loads its code when it is opened for the first time', async () => {
    const page = await harness.show('incident');
    const scripts: string[] = [];
    page.page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    await page.page.keyboard.press('w');
    await page.frames();
    expect(scripts).toEqual([]);
    await page.page.keyboard.press('m');
    await page.page.locator('.moment-headline').waitFor();
    await page.page.getByRole('tab', { name: 'Details' }).click();
    await page.page.keyboard.press('m');
    await page.page.locator('.moment-headline').waitFor();
    expect(scripts).toEqual([expect.stringMatching(/^\/webview-onDemand-\w+\.js$/)]);
  });

  it('says so when its code cannot be loaded, and the rest goes on', async () => {
    const page = await harness.show('incident');
    page.expectsErrors = true;
    await page.page.route(/webview-onDemand-/, (route) => route.abort());
    await page.page.getByRole('tab', { name: 'State at this moment' }).click();
    const pane = page.page.locator('.moment-pane');
    await pane.getByText('could not be loaded').waitFor();
    expect(await page.posted('pageError')).toHaveLength(1);
    await page.page.keyboard.press('e');
    await page.page.locator('#tab-table').click();
    expect(await page.page.locator('.facts tr.is-selected').count()).toBe(1);
  });

  it('says how each field is known, explains it, and leads to its line', async () => {
    const page = await showDocument();
    await page.page.getByRole('tab', { name: 'State at this moment' }).click();
    const pane = page.page.locator('.moment-pane');
    await pane.locator('.moment-fields').waitFor();
    expect(await pane.locator('.moment-fields .known.is-proven').count()).toBeGreaterThan(4);
    expect(await pane.locator('.moment-fields .known.is-likely').first().getAttribute('aria-label')).toContain(
      'likely',
    );
    await pane.getByRole('button', { name: 'Explain' }).click();
    expect(await pane.locator('.moment-explanation').count()).toBe(await pane.locator('.moment-fields dt').count());
    await page.page.keyboard.press('Escape');
    expect(await pane.locator('.moment-explanation').count()).toBe(0);
    await pane.locator('.moment-fields .link').first().click();
    expect(await page.openedLines()).toEqual([firstMoment?.fields.find(({ line }) => line !== undefined)?.line]);
  });

  it('says what is not known: where lines are missing the model is not believed', async () => {
    const page = await showDocument('partial');
    await page.page.keyboard.press('m');
    const fields = page.page.locator('.moment-fields');
    await fields.waitFor();
    const origin = await page.page.evaluate(() => window.harness.documents.partial().origin);
    // In the middle of the lines that the journal dropped.
    await page.send({ type: 'cursor', source: 0, line: 8, time: origin + 15e6 });
    await expect.poll(() => fields.innerText()).toContain('not known');
    expect(await page.page.locator('.moment-caveat').innerText()).toBe('Lines are missing from the log here.');
  });

  it('draws the call path with the call that hangs, and opens its line', async () => {
    const page = await showDocument();
    await page.page.keyboard.press('m');
    const calls = page.page.locator('.call-path .call');
    await calls.first().waitFor();
    expect(await calls.count()).toBe(firstMoment?.callPath?.steps.length);
    const hung = page.page.locator('.call.is-hung').last();
    expect(await hung.getAttribute('aria-label')).toMatch(/^ListPodSandbox: hangs for .* \(proven/);
    await hung.press('Enter');
    expect(await page.openedLines()).toEqual([402]);
    const boxes = await Promise.all((await calls.all()).map((call) => call.boundingBox()));
    boxes
      .slice(1)
      .forEach((box, index) =>
        expect(box?.y ?? 0).toBeGreaterThan((boxes[index]?.y ?? 0) + (boxes[index]?.height ?? 0)),
      );
  });

  it('steps to the change before and after', async () => {
    const page = await showDocument();
    await page.page.keyboard.press('m');
    await page.page.getByRole('button', { name: /^Next change: the node is reported NotReady/i }).click();
    await page.page.waitForTimeout(200);
    const asked = (await page.posted('momentRequest')) as { time: number }[];
    expect(asked.at(-1)?.time).toBe(firstMoment?.nextChange?.time);
  });
});

describe('the table', () => {
  it('copies picked rows with Ctrl+C and all with the button', async () => {
    const page = await harness.show('incident');
    await page.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const table = page.page.getByRole('grid');
    await table.focus();
    await page.page.keyboard.press('ArrowDown');
    await page.page.keyboard.press('Shift+ArrowDown');
    await page.page.keyboard.press('Shift+ArrowDown');
    await page.page.keyboard.press('Control+c');
    const read = (): Promise<string> => page.page.evaluate(() => navigator.clipboard.readText());
    const picked = (await read()).trimEnd().split('\n');
    expect(picked).toHaveLength(4);
    expect(picked[0]?.startsWith('Time\tSeverity\tWhat')).toBe(true);
    expect(picked.slice(1).map((row) => Number(row.split('\t').at(-1)))).toEqual([...incident.marks.line].slice(1, 4));
    await page.page.keyboard.press('Home');
    await page.page.getByRole('button', { name: 'Copy rows: the selected ones' }).click();
    expect((await read()).trimEnd().split('\n')).toHaveLength(incident.marks.count + 1);
  });

  it('go to a file for spreadsheets by a button of the table', async () => {
    const page = await showDocument();
    await page.page.getByRole('button', { name: 'Save CSV: the selected rows' }).click();
    const [message] = (await page.posted('saveTable')) as readonly { readonly csv: string }[];
    const lines = message?.csv.trimEnd().split('\r\n') ?? [];
    expect(lines[0]).toBe('\ufeffTime,Severity,What,Detail,Pod,Container,Lane,Source,Line');
    expect(lines).toHaveLength(incident.marks.count + 1);
  });
});

describe('the charts', () => {
  it('tell the elapsed that a skip prints, not the staleness beside it', async () => {
    const page = await showDocument();
    const box = await page.page.locator('.staleness .plot').boundingBox();
    const { x } = await page.pointOf('sync-loop', 323.939);
    await page.page.mouse.move(x + 3, (box?.y ?? 0) + 40);
    expect((await page.page.locator('.tip').innerText()).split('\n')).toEqual([
      '00:32:55.939',
      'Skipping pod synchronization',
      'line 415',
      'staleness 4m13.552s',
    ]);
  });

  it('show likely teeth close up and say how far the pointer is from the selection', async () => {
    const page = await showDocument();
    const ready = await page.pointOf('node-ready', 304);
    await page.page.mouse.click(ready.x, ready.y);
    const there = await page.pointOf('node-ready', 370);
    await page.page.mouse.move(there.x, there.y);
    expect(await page.page.locator('.pointer-label').innerText()).toMatch(/^00:33:4\d\.\d{3} +Δ \+1m49\.\d+s$/);
    expect((await page.page.locator('.tip').innerText()).split('\n')).toEqual([
      expect.stringMatching(/^00:3\d:\d\d\.\d{3}–00:3\d:\d\d\.\d{3} \(\d+m[\d.]+s\)$/),
      'Node NotReady',
      expect.stringMatching(/^line \d+$/),
    ]);
    const early = await page.pointOf('node-ready', 30);
    await page.page.mouse.move(early.x, early.y);
    const whole = await page.colours('.staleness canvas');
    for (let press = 0; press < 7; press += 1) await page.page.keyboard.press('w');
    await page.frames();
    expect(await page.colours('.staleness canvas')).not.toBe(whole);
    await page.page.mouse.move(early.x, (await page.page.locator('.staleness').boundingBox())?.y ?? 0 + 60);
    expect(await page.page.locator('.tip').innerText()).toMatch(/staleness .* \(likely\)/);
  });

  it('step by episodes on the sync loop, by errors among errors', async () => {
    const page = await showDocument();
    await page.page.locator('.lane-name', { hasText: 'sync loop' }).click();
    await page.page.keyboard.press('.');
    await page.page.keyboard.press('.');
    expect(await page.page.locator('.details-pane h2').innerText()).toContain('Sync loop blocked');
    expect(await page.page.locator('[aria-live]').allInnerTexts()).toContainEqual(
      expect.stringContaining('Episode 2 of 2'),
    );
  });

  it('stand several nodes below each other on one axis, each under its name', async () => {
    const page = await harness.show('severalNodes');
    const names = (): Promise<string[]> => page.page.locator('.lane-name:visible .lane-label').allInnerTexts();
    // One row each, those with trouble first; then each with its lanes.
    const overview = ['worker-2', 'worker-1', 'worker-3'];
    expect((await names()).slice(0, 6)).toEqual([...overview, 'worker-2', 'sync loop', 'relists']);
    for (const node of overview) {
      await page.page.locator('.lane-name:not(.is-group)', { hasText: node }).click();
      await page.frames();
      expect((await names()).slice(0, 6)).toEqual([...overview, node, 'sync loop', 'relists']);
    }
    for (const node of overview) {
      await page.page.locator('.lane-name:not(.is-group)', { hasText: node }).click();
      await page.frames();
      await page.page.locator('.lane-name.is-group', { hasText: node }).click();
      await page.frames();
    }
    expect(await names()).toEqual([...overview, ...overview]);
    expect(await page.page.locator('.node-legend').innerText()).toContain('worker-3');
  });
});

describe('the page', () => {
  it('moves nothing for people who asked for less motion', async () => {
    const page = await harness.show('incident');
    await page.page.keyboard.press('m');
    await page.page.locator('.moment-fields').waitFor();
    expect(await page.page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.page.evaluate(() => window.harness.forget()); // beside a timeline no progress is shown
    await page.send({ type: 'progress', title: 'kubelet.log', bytes: 1, totalBytes: 2, lines: 1, phase: 'reading' });
    // Within the toolkit's control too, where style sheets of the page do not reach.
    const turning = (): Promise<string | undefined> =>
      page.page.locator('vscode-progress-ring').evaluate((ring) => {
        const circle = ring.shadowRoot?.querySelector('.indeterminate-indicator-1') ?? null;
        return circle === null ? undefined : getComputedStyle(circle).animationName;
      });
    expect(await turning()).toBe('none');
    await page.page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await turning()).toBe('spin-infinite');
    await page.page.evaluate(() => document.body.classList.add('vscode-reduce-motion')); // as VS Code does by its own setting
    expect(await turning()).toBe('none');
  });
});

describe('texts', () => {
  it('of a megabyte do not stop the page', async () => {
    const page = await harness.show('hostile');
    const began = Date.now();
    await page.page.evaluate(() => {
      const document = window.harness.documents.hostile();
      const long = `<b>\u202e${'x'.repeat(1_000_000)}`;
      return window.harness.send({
        type: 'document',
        document: {
          ...document,
          title: 'long',
          headline: long,
          strings: document.strings.map((text, index) => (index === 0 ? '' : index % 3 === 0 ? long : text)),
          lanes: document.lanes.map((lane) => ({ ...lane, label: long })),
        },
      });
    });
    await page.page.keyboard.press('e');
    await page.page.keyboard.press('w');
    await search(page, 'img');
    expect(Date.now() - began).toBeLessThan(15_000);
    expect(await page.page.locator('#kubelet-timeline b, #kubelet-timeline img').count()).toBe(0);
    expect(await page.page.evaluate(() => document.body.innerHTML.length)).toBeLessThan(2_000_000);
  });

  it('of the inner state are texts too', async () => {
    const page = await showDocument('hostile');
    await page.page.keyboard.press('m');
    await page.page.locator('.moment-fields').waitFor();
    await page.page.evaluate(() => window.harness.send({ type: 'moment', document: window.harness.hostileMoment() }));
    await page.page.locator('.moment-section').last().waitFor();
    const closed = page.page.locator('.moment-section:not([open]) summary');
    while ((await closed.count()) > 0) await closed.first().click();
    expect(
      await page.page.locator('.moment-pane img, .moment-pane script, .moment-pane b, .moment-pane a').count(),
    ).toBe(0);
    expect(await page.page.evaluate(() => window.harness.hacked)).toBe(0);
    const text = await page.page.locator('.moment-pane').innerText();
    expect(text).toContain('<img src=x onerror=');
    expect(text).not.toContain('\u202e');
  });
});
