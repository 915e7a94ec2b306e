/** What only a picture tells: where the focus is, how far a reading has come. And that the eyes of looks.e2e.test.ts see what is wrong. */
import { describe, expect, it } from 'vitest';
import { inTurn, isDepth, isTimeLeft } from '../support/effort.ts';
import { STATES } from '../webview-harness/states.mjs';
import { type HarnessPage, THEME_NAMES, useHarness } from './harnessPage.ts';

const harness = useHarness();

/** One with the usual contrast and one with high contrast. */
const SOME_THEMES = ['dark', 'hc-light'] as const;
/** Around what is pictured, in pixels. */
const MARGIN = 4;
/** As many pixels as are in half of the outline of the smallest control. */
const OUTLINE = 2 * 18;

async function picture({ page }: HarnessPage, selector: string): Promise<string> {
  const box = await page.locator(selector).first().boundingBox();
  const size = page.viewportSize();
  if (box === null || size === null) throw new Error(`${selector} is not in sight`);
  const [x, y] = [Math.max(0, Math.floor(box.x) - MARGIN), Math.max(0, Math.floor(box.y) - MARGIN)];
  const clip = {
    x,
    y,
    width: Math.min(size.width, Math.ceil(box.x + box.width) + MARGIN) - x,
    height: Math.min(size.height, Math.ceil(box.y + box.height) + MARGIN) - y,
  };
  return (await page.screenshot({ clip })).toString('base64');
}

/** How many pixels of a control change much when it gets the focus. */
async function focusChanges(open: HarnessPage, selector: string): Promise<number> {
  const control = open.page.locator(selector).first();
  await control.evaluate((node) => {
    node.scrollIntoView({ block: 'nearest' });
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await open.frames();
  const before = await picture(open, selector);
  await control.evaluate((node) => {
    if (node instanceof HTMLElement || node instanceof SVGElement) node.focus({ preventScroll: true });
  });
  await open.frames();
  return open.page.evaluate(([first, second]) => window.harness.looks.changedPixels(first, second), [
    before,
    await picture(open, selector),
  ] as const);
}

/** Every kind of control, by the state in which it is there: what is pressed, and then the tab of the dock that is clicked. */
const CONTROLS: readonly (readonly [
  state: keyof typeof STATES,
  press: readonly string[],
  selectors: readonly string[],
  tab?: string,
])[] = [
  ['loading', [], ['vscode-button']],
  ['error', [], ['vscode-button']],
  [
    'partial',
    ['e'],
    [
      '.toolbar vscode-dropdown',
      '.search vscode-text-field',
      '.toolbar-zoom vscode-button',
      '.card-toggle',
      '.chip',
      '.finding summary',
      '.lanes',
      '.splitter.is-side',
      '.pane-tab[aria-selected=true]',
      '.details-buttons vscode-button[appearance=primary]',
      '.details-buttons vscode-button[appearance=secondary]',
      '.detail-text',
    ],
  ],
  [
    'partial',
    ['e'],
    ['vscode-checkbox', '.facts-head vscode-button', '.facts th button', '.facts table'],
    '#tab-table',
  ],
  ['one-episode', [], ['.answer-text .link', '.copy-command']],
  ['hostile', [], ['.warnings summary']],
  ['many-episodes', [], ['.chips-more']],
  ['several-nodes', [], ['.chip.is-fold']],
  ['search', [], ['.search-steps vscode-button']],
  [
    'moment',
    [],
    [
      '.splitter.is-side',
      '.moment-head vscode-button',
      '.moment-section summary',
      '.moment-fields .link',
      '.call[tabindex]',
    ],
  ],
  ['help', [], ['.sheet-close']],
];
/** The controls of a dock at the foot: beside an editor. */
const CONTROLS_BESIDE_EDITOR: typeof CONTROLS = [
  [
    'partial',
    ['e'],
    [
      '.splitter.is-bottom',
      '.dock-close',
      '.pane-tab[aria-selected=true]',
      '.details-buttons vscode-button[appearance=primary]',
    ],
  ],
  ['partial', ['e'], ['.facts-head vscode-button', '.facts th button', '.facts table'], '#tab-table'],
];

/** The controls of which too few pixels change when they get the focus: each in a theme, in depth in one with the usual contrast and one with high contrast, in the long run in all. */
async function weakFocus(open: HarnessPage, controls: typeof CONTROLS): Promise<string[]> {
  const { page } = open;
  const weak: string[] = [];
  let place = 0;
  for (const [state, press, selectors, tab] of controls) {
    if (!isTimeLeft()) break;
    await open.reset();
    for (const step of STATES[state] ?? []) await step(page);
    for (const key of press) await page.keyboard.press(key);
    if (tab !== undefined) await page.locator(tab).click();
    // The browser shows the focus of those who use keys.
    await page.keyboard.press('Shift');
    const placed = selectors.map((selector) => ({ selector, themes: inTurn(THEME_NAMES, place++, 4, 2) }));
    for (const theme of THEME_NAMES) {
      const seen = placed.filter(({ themes }) => themes.includes(theme));
      if (seen.length > 0) await open.theme(theme);
      for (const { selector } of seen) {
        const changed = await focusChanges(open, selector);
        if (changed < OUTLINE) weak.push(`${selector} in ${theme}: ${changed} pixels`);
      }
    }
  }
  return weak;
}

describe('the focus', () => {
  it.each([
    ['with the dock beside the charts', CONTROLS, 1400],
    ['with the dock at the foot', CONTROLS_BESIDE_EDITOR, 720],
  ] as const)('can be seen on each kind of control, %s', async (_where, controls, width) => {
    const open = await harness.open({ width });
    open.page.setDefaultTimeout(15_000);
    expect(await weakFocus(open, controls)).toEqual([]);
  });
});

describe('a screen reader', () => {
  it('has a name for each control, in words', async () => {
    const open = await harness.show('incident');
    const { page } = open;
    expect(
      await page.getByRole('textbox').evaluateAll((fields) => fields.map((field) => field.getAttribute('aria-label'))),
    ).toEqual(['Search and filter']);
    await page.keyboard.press('/');
    await page.keyboard.type('severity:error');
    await page.locator('.search-steps').waitFor();
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const controls = nodes.filter(
      ({ ignored, role, properties }) =>
        !ignored &&
        role?.value !== 'RootWebArea' &&
        properties?.some(({ name, value }) => name === 'focusable' && value.value === true),
    );
    expect(controls.length).toBeGreaterThan(30);
    expect(
      controls
        .filter(({ name }) => !/[A-Za-z]{2}|\d/.test(String(name?.value ?? '')))
        .map(({ role, name }) => `${role?.value} "${name?.value}"`),
    ).toEqual([]);
  });
});

/** What looks different under the pointer, while the details are shown and then while the table is. */
const POINTED = [
  '.toolbar vscode-dropdown',
  '.toolbar-zoom vscode-button',
  '.chip',
  '.answer-text .link',
  '.finding summary',
  '.lane-name.is-group',
  '.pane-tab:not([aria-selected=true])',
  '.details-buttons vscode-button[appearance=primary]',
  '.details-buttons vscode-button[appearance=secondary]',
];
const POINTED_IN_TABLE = [
  '.facts-head vscode-button',
  '.facts th button',
  '.facts tbody tr[data-place]',
  '.pane-tab:not([aria-selected=true])',
];

describe('what is pointed at', () => {
  it.each(isDepth ? THEME_NAMES : SOME_THEMES)('can be read in %s', async (theme) => {
    const open = await harness.show('incident', { theme });
    const { page } = open;
    await page.keyboard.press('e');
    const faint: string[] = [];
    const point = async (selectors: readonly string[]): Promise<void> => {
      for (const selector of selectors) {
        await page.locator(selector).first().hover({ timeout: 5000 });
        await open.frames();
        const { seen, faults } = await page.evaluate(() => window.harness.looks.faintTexts());
        expect(seen).toBeGreaterThan(100);
        faint.push(...faults.map((fault) => `${selector}: ${fault}`));
      }
    };
    await point(POINTED);
    await page.locator('#tab-table').click();
    await point(POINTED_IN_TABLE);
    expect(faint).toEqual([]);
  });
});

describe('the progress', () => {
  it.each(isDepth ? THEME_NAMES : SOME_THEMES)(
    'can be told from what is left and from the page in %s',
    async (theme) => {
      const open = await harness.open({ theme });
      for (const step of STATES['loading'] ?? []) await step(open.page);
      await open.frames();
      const bar = await picture(open, 'progress');
      const colours = await open.page.evaluate(([png, margin]) => window.harness.looks.progressColours(png, margin), [
        bar,
        MARGIN,
      ] as const);
      expect(colours.valueToTrack, colours.text).toBeGreaterThanOrEqual(3);
      expect(colours.valueToAround, colours.text).toBeGreaterThanOrEqual(3);
      expect(colours.endToAround, colours.text).toBeGreaterThanOrEqual(3);
    },
  );
});

describe('what is looked for', () => {
  it('is found when it is wrong', async () => {
    const open = await harness.show('incident');
    const ofTable = await open.page.evaluate(() => {
      const count = document.querySelector<HTMLElement>('.table-count');
      const from = count?.getBoundingClientRect();
      const to = document.querySelector('.facts-controls > *')?.getBoundingClientRect();
      if (from && to) count?.style.setProperty('translate', `${to.right - from.right}px ${to.bottom - from.bottom}px`);
      return window.harness.looks.look().layout.faults;
    });
    expect(ofTable).toContainEqual(
      expect.stringMatching(/table-count.* lies over .*Errors only|Errors only.* lies over .*table-count/),
    );
    await open.page.keyboard.press('e');
    const { faults, graphics } = await open.page.evaluate(() => {
      const style = (selector: string, name: string, value: string): void => {
        for (const node of document.querySelectorAll<HTMLElement>(selector)) node.style.setProperty(name, value);
      };
      style('.answer h1', 'color', '#555');
      style('.toolbar-node', 'opacity', '.3');
      style('.details-head', 'width', '20px');
      style('.details-head', 'overflow', 'hidden');
      style('.details-head h2', 'white-space', 'nowrap');
      style('.answer-facts', 'translate', '120px 0');
      style('.state-badge', 'border-color', '#333');
      const context = document.querySelector<HTMLCanvasElement>('.lanes canvas')?.getContext('2d');
      context?.fillText('one label', 300, 50);
      context?.fillText('another label', 310, 52);
      const { texts, layout, graphics: parts } = window.harness.looks.look();
      return { faults: [...texts.faults, ...layout.faults], graphics: parts.faults };
    });
    for (const fault of [
      /^\.answer-head h1 ".*" has 2\.\d+ of 4\.5/,
      /^\.toolbar-title \.toolbar-node ".*" has [12]\.\d+ of 4\.5/,
      /details-head h2.* is cut off by div\.details-head/,
      /\.page\.has-dock is 15\d\d wide in 1400/,
      /"one label".* lies over "another label"|"another label".* lies over "one label"/,
    ])
      expect(faults).toContainEqual(expect.stringMatching(fault));
    expect(graphics).toContainEqual(expect.stringMatching(/^\.state-badge .* has 1\./));
  });

  it('is found too where a look before has seen the same in the same places, and something lies over it now', async () => {
    const open = await harness.show('incident');
    const [before, after] = await open.page.evaluate(() => {
      const { left, top, width, height } =
        document.querySelector('.answer h1')?.getBoundingClientRect() ?? new DOMRect();
      const cover = document.createElement('div');
      document.querySelector('#kubelet-timeline')?.append(cover);
      Object.assign(cover.style, {
        position: 'fixed',
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
        zIndex: '99',
        background: 'rgb(128 128 128 / 80%)',
      });
      return ['hidden', 'visible'].map((visibility) => {
        cover.style.visibility = visibility;
        return window.harness.looks.faintTexts().faults;
      });
    });
    expect(before).toEqual([]);
    expect(after).toContainEqual(expect.stringMatching(/^\.answer-head h1 /));
  });

  it('is more in high contrast, but not more than the colours of the theme give', async () => {
    const open = await harness.show('incident', { theme: 'hc-light' });
    const looked = (colour: string): Promise<readonly string[]> =>
      open.page.evaluate((wanted) => {
        document.querySelector<HTMLElement>('.answer h1')?.style.setProperty('color', wanted);
        return window.harness.looks.faintTexts().faults;
      }, colour);
    expect(await looked('#6a6a6a')).toEqual([expect.stringMatching(/h1 .* has 5\.\d+ of 7/)]);
    expect(await looked('var(--vscode-charts-blue)')).toEqual([]);
  });

  it('is found on pictures too', async () => {
    const open = await harness.show('incident');
    await open.page.keyboard.press('Shift');
    expect(await focusChanges(open, '.card-toggle')).toBeGreaterThanOrEqual(OUTLINE);
    await open.page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        ':focus-visible { outline: none !important; } .status progress::-webkit-progress-bar { background: #0066b8 !important; }',
      );
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    });
    expect(await focusChanges(open, '.card-toggle')).toBe(0);
    await open.page.evaluate(() => window.harness.forget()); // beside a timeline no progress is shown
    for (const step of STATES['loading'] ?? []) await step(open.page);
    await open.frames();
    const colours = await open.page.evaluate(([png, margin]) => window.harness.looks.progressColours(png, margin), [
      await picture(open, 'progress'),
      MARGIN,
    ] as const);
    expect(colours.valueToTrack, colours.text).toBeLessThan(3);
  });
});
