/** Every row of the interaction table, done with mouse and keys in the panel of a real VS Code. */
import { basename } from 'node:path';
import type { ConsoleMessage } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstOf } from '../support/effort.ts';
import { KEY_TABLE } from '../../webview/keys/keyTable.ts';
import { MOUSE_TABLE } from '../../webview/keys/mouseTable.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';
import { KEY_CHECKS, playwrightKey } from './interaction/keyChecks.ts';
import { MOUSE_CHECKS } from './interaction/mouseChecks.ts';
import { TimelineInWindow } from './interaction/panel.ts';

const workbench = useWorkbench({ open: basename(sampleLog), viewport: { width: 2000, height: 1000 } });
let panel: TimelineInWindow;

beforeAll(async () => {
  panel = new TimelineInWindow(workbench());
  await workbench().runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench().runCommand('Kubelet: Show Timeline');
  await panel.at('.answer h1').waitFor();
});

it('takes keys as soon as it is shown, before anything was clicked', async () => {
  const { marks, strings } = panel.document;
  await panel.press('e');
  await panel.seesDetails(strings[marks.what[marks.level.indexOf(2)] ?? 0] ?? '?');
});

it('has a check for each row, and a row for each check', () => {
  expect(Object.keys(KEY_CHECKS).toSorted()).toEqual([...new Set(KEY_TABLE.map((row) => row.action))].toSorted());
  expect(Object.keys(MOUSE_CHECKS).toSorted()).toEqual(MOUSE_TABLE.map((row) => row.gesture).toSorted());
});

describe('the key', () => {
  beforeEach(() => panel.rest());

  it.each(
    KEY_TABLE.flatMap((row) => firstOf(row.labels, 1).map((shown) => ({ shown, text: row.text, action: row.action }))),
  )('$shown: $text', async ({ shown, action }) => {
    await KEY_CHECKS[action](panel, playwrightKey(shown));
  });
});

describe('the mouse', () => {
  beforeEach(() => panel.rest());

  it.each(MOUSE_TABLE)('$gesture: $text', async ({ gesture }) => {
    const check = MOUSE_CHECKS[gesture];
    if (check === undefined) throw new Error(`nothing checks ${gesture}`);
    await check(panel);
  });
});

it('shares no key with VS Code', async () => {
  const invoked: string[] = [];
  let seen = 0;
  const listen = (message: ConsoleMessage): void => {
    if (!message.text().includes('[KeybindingService]')) return;
    if (message.text().includes('/ Received')) seen += 1;
    if (message.text().includes('Invoking command')) invoked.push(message.text());
  };
  workbench().page.on('console', listen);
  await workbench().runCommand('Developer: Toggle Keyboard Shortcuts Troubleshooting');
  await panel.rest();
  for (const row of KEY_TABLE) {
    for (const shown of row.labels) {
      const before = seen;
      await panel.press(playwrightKey(shown));
      await panel.press('Escape'); // nothing stays selected that Enter would open
      await expect.poll(() => seen, { interval: 30 }).toBeGreaterThan(before + 1);
    }
  }
  expect(invoked).toEqual([]);
  workbench().page.off('console', listen);
  await workbench().runCommand('Developer: Toggle Keyboard Shortcuts Troubleshooting');
});
