/** What is done with the page to see each of its states, for pictures (screenshots.mjs) and for tests of how it looks (test/webview/looks). */

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {(page: Page) => Promise<void>} Step */

/** @type {(name: string) => Step} */
const show = (name) => async (page) => {
  await page.evaluate((wanted) => window.harness.show(wanted), name);
  await page.locator('.page').waitFor();
};
/** @type {(...pressed: string[]) => Step} */
const keys =
  (...pressed) =>
  async (page) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
/** @type {(message: Record<string, unknown>) => Step} */
const send = (message) => (page) => page.evaluate((sent) => window.harness.send(sent), message);
/** @type {(text: string) => Step} */
const type = (text) => (page) => page.keyboard.type(text);
/** @type {(selector: string) => Step} */
const click = (selector) => (page) => page.locator(selector).first().click();
/** @type {(selector: string) => Step} */
const wait = (selector) => (page) => page.locator(selector).first().waitFor();

/** The middle of the row of a lane, at a part of the time axis. @type {(page: Page, lane: string, part: number) => Promise<{ x: number, y: number }>} */
async function pointOf(page, lane, part) {
  const row = await page.locator('.lane-name', { hasText: lane }).first().boundingBox();
  const plot = await page.locator('.lanes-plot').boundingBox();
  if (row === null || plot === null) throw new Error(`lane ${lane} is not in sight`);
  return { x: plot.x + plot.width * part, y: row.y + row.height / 2 };
}

/** Shift-drag, with the button still held. @type {Step} */
async function measure(page) {
  const from = await pointOf(page, 'node Ready', 0.5);
  const to = await pointOf(page, 'node Ready', 0.7);
  await page.mouse.move(from.x, from.y);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
}

/** The pointer on a mark. @type {(lane: string, part: number) => Step} */
const pointAt = (lane, part) => async (page) => {
  const { x, y } = await pointOf(page, lane, part);
  await page.mouse.move(x, y);
};

/** Zooms to the healthy beginning by a brush on the overview. @type {Step} */
async function brush(page) {
  const box = await page.locator('.overview-plot').boundingBox();
  if (box === null) throw new Error('no overview');
  const gutter = await page
    .locator('.page')
    .evaluate((node) => Number.parseFloat(getComputedStyle(node).getPropertyValue('--gutter')));
  const at = (/** @type {number} */ part) => box.x + gutter + (box.width - gutter) * part;
  await page.mouse.move(at(0.12), box.y + 15);
  await page.mouse.down();
  await page.mouse.move(at(0.17), box.y + 15, { steps: 3 });
  await page.mouse.up();
  await page.mouse.move(1, 1);
}

const READING = {
  type: 'progress',
  title: 'kubelet.log',
  bytes: 480_000_000,
  totalBytes: 1_073_741_824,
  lines: 2_345_678,
  phase: 'reading',
};

/** @type {(name: string) => Step} */
const showInChinese = (name) => async (page) => {
  await page.evaluate((wanted) => window.harness.showInChinese(wanted), name);
  await page.locator('.page').waitFor();
};

/** What would have happened otherwise, beside what did: the lengths of the hangs changed. @type {readonly Step[]} */
const WHAT_IF = [
  show('incident'),
  click('#tab-whatIf'),
  (page) => page.locator('.what-if-sentence').waitFor(),
  (page) => page.locator('vscode-text-field[aria-label="Each hang lasts"] input').fill('4m'),
  keys('Enter'),
  (page) => page.locator('.what-if-sentence', { hasText: 'With hangs of 4m' }).waitFor(),
];

/** The states that pictures are taken of. @type {Readonly<Record<string, readonly Step[]>>} */
export const STATES = {
  loading: [send(READING)],
  error: [(page) => page.evaluate(() => window.harness.refuse('syslog.1', 2318))],
  empty: [show('empty')],
  healthy: [show('healthy')],
  partial: [show('partial')],
  'one-episode': [show('incident')],
  'many-episodes': [show('manyEpisodes')],
  'many-pods': [show('manyPods')],
  'several-nodes': [show('severalNodes')],
  hostile: [show('hostile')],
  search: [show('incident'), keys('/'), type('ns:default severity:error,warning'), keys('Enter')],
  'search-error': [show('incident'), keys('/'), type('pod:web severity:eror'), wait('.search-error')],
  moment: [
    show('incident'),
    keys('m'),
    wait('.moment-fields'),
    (page) =>
      page.locator('.moment-pane').evaluate((pane) => {
        pane.scrollTop = 300;
      }),
  ],
  teeth: [show('incident'), brush],
  help: [show('incident'), keys('?'), wait('.sheet-columns')],
  'what-if': WHAT_IF,
  metrics: [show('metrics')],
};

/** For pictures only: the page of a reader of Chinese. @type {Readonly<Record<string, readonly Step[]>>} */
export const CHINESE_STATES = {
  chinese: [showInChinese('incident')],
  'chinese-moment': [showInChinese('incident'), keys('m'), wait('.moment-fields')],
};

/** Opens what is folded in the pane of the inner state. @type {Step} */
async function unfoldMoment(page) {
  const closed = page.locator('.moment-section:not([open]) summary');
  while ((await closed.count()) > 0) await closed.first().click();
}

/** The inner state at so many seconds from the begin of a log. @type {(seconds: number, name?: 'incident' | 'partial') => readonly Step[]} */
const momentAt = (seconds, name = 'incident') => [
  show(name),
  keys('m'),
  wait('.moment-fields'),
  (page) =>
    page.evaluate(
      ([at, log]) =>
        window.harness.send({
          type: 'cursor',
          source: 0,
          line: 1,
          time: window.harness.documents[log]().origin + at * 1e6,
        }),
      /** @type {const} */ ([seconds, name]),
    ),
  (page) => page.waitForTimeout(250),
];

/** What else can be open or under the pointer. @type {Readonly<Record<string, readonly Step[]>>} */
export const PANEL_STATES = {
  replaying: [send({ ...READING, phase: 'replaying', headline: 'PLEG unhealthy for 2m8.6s–2m10.5s, recovered' })],
  details: [show('incident'), keys('e')],
  'close-up': [show('incident'), keys('e', 'w', 'w', 'w'), click('.lane-name')],
  closest: [show('incident'), keys('e', ...Array.from({ length: 24 }, () => 'w'))],
  'lane-focused': [show('incident'), (page) => page.locator('.lane-name[data-depth="1"]:visible').first().click()],
  unfolded: [
    show('severalNodes'),
    async (page) => {
      for (const node of ['worker-1', 'worker-2']) await page.locator('.lane-name', { hasText: node }).first().click();
    },
  ],
  'answer-open': [
    show('partial'),
    async (page) => {
      // Whether there is more than fits depends on the size.
      const more = page.locator('.answer-more');
      if (await more.isVisible()) await more.click();
      const closed = page.locator('.answer-side details:not([open]) > summary');
      while ((await closed.count()) > 0) await closed.first().click();
    },
  ],
  'answer-closed': [show('incident'), click('.card-toggle')],
  relative: [
    show('incident'),
    (page) => page.locator('vscode-dropdown').nth(1).click(),
    (page) => page.getByRole('option', { name: 'From the episode' }).click(),
    keys('e'),
  ],
  'episodes-open': [show('manyEpisodes'), (page) => page.locator('vscode-dropdown').first().click()],
  'search-none': [show('incident'), keys('/'), type('nosuchthing'), wait('.is-unlit')],
  errors: [
    show('incident'),
    click('#tab-table'),
    (page) => page.getByRole('checkbox', { name: 'Errors' }).click(),
    (page) => page.getByRole('button', { name: 'What' }).click(),
  ],
  'rows-picked': [
    show('incident'),
    click('#tab-table'),
    (page) => page.getByRole('grid').focus(),
    keys('ArrowDown', 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown'),
  ],
  'row-pointed': [
    show('incident'),
    keys('e'),
    click('#tab-table'),
    (page) => page.locator('.facts tbody tr[data-place]:not(.is-selected)').first().hover(),
  ],
  'tip-of-lane': [show('incident'), pointAt('node Ready', 0.65)],
  'tip-of-staleness': [
    show('incident'),
    async (page) => {
      const box = await page.locator('.staleness .plot').boundingBox();
      if (box !== null) await page.mouse.move(box.x + box.width * 0.75, box.y + box.height / 2);
    },
  ],
  measure: [
    show('incident'),
    (page) =>
      page.evaluate(() =>
        window.harness.send({
          type: 'cursor',
          source: 0,
          line: 383,
          time: window.harness.documents.incident().origin + 100e6,
        }),
      ),
    measure,
  ],
  'moment-explained': [
    show('incident'),
    keys('m'),
    wait('.moment-fields'),
    click('.moment-head vscode-button:has-text("Explain")'),
  ],
  'moment-before': momentAt(0),
  'moment-failed': momentAt(191.392),
  // Events wait, many calls are done. Without the crosshair of the cursor, which would stand on the marks of the exits.
  'moment-handing-over': [
    show('incident'),
    keys('m'),
    wait('.moment-fields'),
    (page) =>
      page.evaluate(() =>
        window.harness.send({
          type: 'moment',
          document: window.harness.momentAt('incident', window.harness.documents.incident().origin + 382.5e6),
        }),
      ),
    wait('.call.is-done'),
    unfoldMoment,
  ],
  'moment-partial': momentAt(30, 'partial'),
  neighbours: [show('neighbours')],
  restarts: [show('restarts')],
  'without-marks': [show('withoutMarks')],
  'moment-unfolded': [show('incident'), keys('m'), wait('.moment-fields'), unfoldMoment],
  'moment-hostile': [
    show('hostile'),
    keys('m'),
    wait('.moment-fields'),
    (page) => page.evaluate(() => window.harness.send({ type: 'moment', document: window.harness.hostileMoment() })),
    unfoldMoment,
  ],
  // A week, so that times have dates.
  week: [(page) => page.evaluate(() => window.harness.show('large', 60, 4000, 500)), wait('.page'), keys('e')],
};
