/** Where timelines stand, and which one follows the log that is active. */
import * as vscode from 'vscode';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LineNavigation } from '../../../src/editor/lineNavigation.ts';
import { AnalysisClient } from '../../../src/editor/analysisClient.ts';
import { LogAnalyses } from '../../../src/editor/logAnalyses.ts';
import { TimelinePanels } from '../../../src/editor/panel/panelHost.ts';
import { ShownLogs } from '../../../src/editor/panel/shownLogs.ts';
import * as fake from './fakeVscode.ts';

interface MadePanel {
  title: string;
  visible: boolean;
  active: boolean;
  readonly viewColumn: number;
  readonly page: fake.EventEmitter<unknown>;
  readonly changed: fake.EventEmitter<void>;
  readonly closed: fake.EventEmitter<void>;
}
type Restore = { deserializeWebviewPanel(panel: unknown, state: unknown): Promise<void> };
const state = vi.hoisted(() => ({
  made: [] as MadePanel[],
  commands: [] as string[],
  restore: undefined as Restore | undefined,
  kept: new Map<string, unknown>(),
  /** Columns, by the number of their tabs. */
  groups: [] as { tabs: readonly unknown[] }[],
  tabsChanged: (): void => undefined,
}));

vi.mock('vscode', async () => {
  const real = await import('./fakeVscode.ts');
  const never = new real.EventEmitter<never>();
  const inColumn = (column: number): MadePanel[] => state.made.filter((panel) => panel.viewColumn === column);
  return {
    ...real,
    ViewColumn: { Active: -1, Beside: -2, One: 1, Two: 2 },
    commands: { executeCommand: async (command: string) => state.commands.push(command) },
    workspace: { ...real.workspace, onDidRenameFiles: never.event },
    window: {
      tabGroups: {
        all: state.groups,
        onDidChangeTabs: (listener: () => void) => {
          state.tabsChanged = listener;
          return new real.Disposable(() => undefined);
        },
      },
      registerWebviewPanelSerializer: (_type: string, restore: Restore) => {
        state.restore = restore;
        return new real.Disposable(() => undefined);
      },
      createWebviewPanel: (
        _type: string,
        title: string,
        where: number | { viewColumn: number; preserveFocus: boolean },
      ) => {
        const wanted = typeof where === 'number' ? where : where.viewColumn;
        const viewColumn = wanted === -2 ? 2 : wanted;
        const page = new real.EventEmitter<unknown>();
        const changed = new real.EventEmitter<void>();
        const closed = new real.EventEmitter<void>();
        for (const other of inColumn(viewColumn)) other.visible = false;
        const panel: MadePanel & Record<string, unknown> = {
          title,
          visible: true,
          active: true, // VS Code says so of each until it has looked
          viewColumn,
          page,
          changed,
          closed,
          onDidChangeViewState: changed.event,
          onDidDispose: closed.event,
          dispose: () => {
            state.made.splice(state.made.indexOf(panel), 1);
          },
          webview: {
            options: {},
            html: '',
            cspSource: 'x',
            onDidReceiveMessage: page.event,
            asWebviewUri: (uri: fake.Uri) => uri,
            postMessage: async () => true,
          },
          reveal: () => {
            for (const other of inColumn(viewColumn)) other.visible = other === panel;
          },
        };
        state.made.push(panel);
        return panel;
      },
    },
  };
});

const { Beside, Two } = vscode.ViewColumn;
const uri = (path: string): ReturnType<typeof fake.asUri> => fake.asUri(fake.Uri.file(path));
let analyses: LogAnalyses;
let panels: TimelinePanels;
const kept: vscode.Memento = {
  keys: () => [...state.kept.keys()],
  get: (key: string) => structuredClone(state.kept.get(key)) as undefined,
  update: async (key, value) => {
    state.kept.set(key, structuredClone(value));
  },
};
const inSight = (): string[] => state.made.filter(({ visible }) => visible).map(({ title }) => title);

beforeEach(() => {
  fake.reset();
  state.made.length = 0;
  state.commands.length = 0;
  state.kept.clear();
  analyses = new LogAnalyses(
    () =>
      new AnalysisClient({
        post: () => undefined,
        onMessage: () => undefined,
        onDeath: () => undefined,
        dispose: () => undefined,
      }),
    fake.silentLog,
  );
  panels = new TimelinePanels(
    { extensionUri: uri('/extension'), analyses, navigation: {} as unknown as LineNavigation, log: fake.silentLog },
    new ShownLogs(kept),
  );
});
afterEach(() => {
  panels.dispose();
  analyses.dispose();
});

describe('timelines', () => {
  it('tell their column, so that the next one joins them', () => {
    expect(panels.column).toBeUndefined();
    panels.show(uri('/a.log'), Beside);
    expect(panels.column).toBe(2);
    panels.show(uri('/b.log'), panels.column ?? Beside);
    expect(state.made.map(({ viewColumn }) => viewColumn)).toEqual([2, 2]);
  });

  it('lock the column that they open beside a log, once their page is there', () => {
    panels.show(uri('/a.log'), Beside);
    expect(state.commands).toEqual([]);
    state.made[0]?.page.fire({ type: 'ready' });
    state.made[0]?.page.fire({ type: 'ready' });
    expect(state.commands).toEqual(['workbench.action.lockEditorGroup']);
    panels.show(uri('/b.log'), Two);
    state.made[1]?.page.fire({ type: 'ready' });
    expect(state.commands).toHaveLength(1);
  });

  it('free it again where it is all that is left, once', () => {
    const close = (...tabs: readonly number[]): readonly string[] => {
      state.groups.splice(0, Infinity, ...tabs.map((count) => ({ tabs: Array.from({ length: count }) })));
      state.tabsChanged();
      return state.commands.slice(1);
    };
    state.groups.push({ tabs: [] });
    state.tabsChanged();
    expect(state.commands).toEqual([]); // nobody locked it
    panels.show(uri('/a.log'), Beside);
    state.made[0]?.page.fire({ type: 'ready' });
    expect(close(1, 1)).toEqual([]);
    expect(close(1)).toEqual([]);
    expect(close(0)).toEqual(['workbench.action.unlockEditorGroup']);
    expect(close(0)).toHaveLength(1);
  });
});

describe('who goes elsewhere', () => {
  const goElsewhere = (panel: MadePanel | undefined): void => {
    if (panel === undefined) throw new Error('there is no panel');
    panel.active = false;
    panel.changed.fire();
    vi.advanceTimersByTime(200);
  };
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('before the page is there gets a page that does not take the focus, with what was wanted of it', async () => {
    const goToLine = panels.show(uri('/a.log'), Beside).goToLine(0, 7);
    const [first] = state.made;
    goElsewhere(first);
    await goToLine;
    expect(state.made).toHaveLength(1);
    expect(state.made[0]).not.toBe(first);
    expect(state.made[0]).toMatchObject({ title: 'Timeline: a.log', viewColumn: 2 });
    goElsewhere(state.made[0]); // as VS Code says of it once it has looked
    expect(state.made).toHaveLength(1);
    state.made[0]?.page.fire({ type: 'ready' });
    expect(state.commands).toEqual([]); // the active column is another one
  });

  it('because the panel is closed, gets no other one', () => {
    panels.show(uri('/a.log'), Beside);
    const [panel] = state.made;
    if (panel === undefined) throw new Error('there is no panel');
    panel.active = false;
    panel.changed.fire();
    panel.closed.fire();
    vi.advanceTimersByTime(200);
    expect(state.made).toEqual([]);
  });

  it('while a page with a state of its own comes back leaves it as it is', () => {
    panels.show(uri('/a.log'), Beside);
    const [panel] = state.made;
    if (panel === undefined) throw new Error('there is no panel');
    panel.page.fire({ type: 'ready' });
    panel.visible = panel.active = false;
    panel.changed.fire();
    panel.visible = panel.active = true;
    panel.changed.fire();
    goElsewhere(panel); // the page is not there yet, but what was zoomed and selected in it is kept for it
    expect(state.made).toEqual([panel]);
  });

  it('later, or because another timeline lies over it, leaves it as it is', () => {
    panels.show(uri('/a.log'), Beside);
    const [first] = state.made;
    first?.page.fire({ type: 'ready' });
    goElsewhere(first);
    expect(state.made).toEqual([first]);
    panels.show(uri('/b.log'), Two);
    panels.show(uri('/c.log'), Two);
    const second = state.made[1];
    goElsewhere(second);
    expect(state.made).toHaveLength(3);
    expect(state.made[1]).toBe(second);
  });
});

describe('the log that becomes active', () => {
  it('brings its own timeline to the front', () => {
    panels.show(uri('/a.log'), Beside);
    panels.show(uri('/b.log'), Two);
    expect(inSight()).toEqual(['Timeline: b.log']);
    panels.follow(uri('/a.log'));
    expect(inSight()).toEqual(['Timeline: a.log']);
    expect(state.made).toHaveLength(2);
  });

  it('without one is shown by one timeline, which goes from log to log', () => {
    panels.show(uri('/a.log'), Beside);
    panels.follow(uri('/b.log'));
    panels.follow(uri('/c.log'));
    expect(state.made).toHaveLength(2);
    expect(inSight()).toEqual(['Timeline: c.log']);
    panels.show(uri('/c.log'), Two); // asked for by name: it stays
    panels.follow(uri('/d.log'));
    expect(state.made).toHaveLength(3);
    panels.follow(uri('/c.log'));
    expect(inSight()).toEqual(['Timeline: c.log']);
  });

  it('changes nothing while no timeline is in sight, or that of its folder is', () => {
    panels.follow(uri('/a.log'));
    expect(state.made).toEqual([]);
    panels.show(uri('/logs'), Beside);
    panels.follow(uri('/logs/n1/kubelet.log'));
    expect(state.made).toHaveLength(1);
    for (const panel of state.made) panel.visible = false;
    panels.follow(uri('/other.log'));
    expect(state.made).toHaveLength(1);
  });
});

describe('a page that comes back with its window', () => {
  const restored = async (page: unknown): Promise<boolean> => {
    const dispose = vi.fn<() => void>();
    const panel = vscode.window.createWebviewPanel('x', '', Two);
    await state.restore?.deserializeWebviewPanel(Object.assign(panel, { dispose }), page);
    return dispose.mock.calls.length === 0;
  };

  it('gets the log again that it was opened for', async () => {
    panels.show(uri('/a.log'), Beside);
    panels.dispose();
    panels = new TimelinePanels(
      { extensionUri: uri('/extension'), analyses, navigation: {} as unknown as LineNavigation, log: fake.silentLog },
      new ShownLogs(kept),
    );
    expect(await restored({ log: uri('/a.log').toString() })).toBe(true);
  });

  it.each([
    ['another file', { log: 'file:///etc/shadow' }],
    ['a network address', { log: 'https://example.com/a.log' }],
    ['no address', { log: 7 }],
    ['nothing', undefined],
  ])('gets nothing when it names %s', async (_name, page) => {
    panels.show(uri('/a.log'), Beside);
    expect(await restored(page)).toBe(false);
  });
});
