/** What the whole extension has made in VS Code, with logs and a timeline open: nothing of it is left when it ends. */
import type * as vscode from 'vscode';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../../src/editor/ids.ts';
import type * as ExtensionProgram from '../../../src/extensionProgram.ts';
import type * as NodePlatform from '../../../src/nodePlatform.ts';
import type * as Fake from './fakeVscode.ts';

type Run = (...given: readonly unknown[]) => unknown;
const state = vi.hoisted(() => ({
  /** What was made and not disposed of, by what made it. */
  live: new Map<symbol, string>(),
  commands: new Map<string, Run>(),
}));

vi.mock('../../../src/adapters/workerThread.ts', () => ({
  startWorkerThread: () => {
    const key = Symbol('worker');
    state.live.set(key, 'worker');
    return {
      post: () => undefined,
      onMessage: () => undefined,
      onDeath: () => undefined,
      dispose: () => state.live.delete(key),
    };
  },
}));

vi.mock('vscode', async () => {
  const real = await import('./fakeVscode.ts');
  const made = (name: string): { dispose(): void } => {
    const key = Symbol(name);
    state.live.set(key, name);
    return { dispose: () => state.live.delete(key) };
  };
  /** Whatever is asked of it makes something that is to be disposed of. */
  const maker = (own: Readonly<Record<string, unknown>> = {}): object =>
    new Proxy(own, {
      get: (_target, name): unknown =>
        typeof name === 'string' && !(name in own) && /^(?:on|register|create)/.test(name)
          ? () => thing(name)
          : (Reflect.get(own, name) as unknown),
    });
  const thing = (name: string): object => {
    const { dispose } = made(name);
    const quiet = (): undefined => undefined;
    return new Proxy(
      {
        dispose,
        webview: maker({ asWebviewUri: (uri: Fake.Uri) => uri, postMessage: async () => true, cspSource: 'x' }),
        title: '',
        visible: true,
      },
      {
        get: (target, key): unknown =>
          key in target
            ? (Reflect.get(target, key) as unknown)
            : String(key).startsWith('on')
              ? () => thing(String(key))
              : quiet,
        set: () => true,
      },
    );
  };
  const register = (id: string, run: Run): object => {
    const { dispose } = made(id);
    state.commands.set(id, run);
    return {
      dispose: () => {
        state.commands.delete(id);
        dispose();
      },
    };
  };
  return {
    ...real,
    ViewColumn: { Active: -1, Beside: -2, One: 1, Two: 2 },
    StatusBarAlignment: { Left: 1, Right: 2 },
    OverviewRulerLane: { Left: 1 },
    SymbolKind: {},
    ThemeColor: Object,
    env: { language: 'en' },
    l10n: { t: (text: string) => text },
    languages: maker(),
    workspace: maker({ ...real.workspace }),
    window: maker({ visibleTextEditors: [], activeTextEditor: undefined, tabGroups: maker({ all: [] }) }),
    commands: { registerCommand: register, executeCommand: async () => undefined },
  };
});

// Files share the modules that they load: these are to have this file's VS Code, and no other file's theirs.
let fake: typeof Fake;
let programOn: typeof ExtensionProgram.programOn;
let nodePlatform: typeof NodePlatform.nodePlatform;
beforeEach(async () => {
  vi.resetModules();
  fake = await import('./fakeVscode.ts');
  ({ programOn } = await import('../../../src/extensionProgram.ts'));
  ({ nodePlatform } = await import('../../../src/nodePlatform.ts'));
  vi.useFakeTimers();
  fake.reset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetModules();
});

it('leaves no listener, provider, command, item, panel, worker or timer', async () => {
  const folder = fake.asUri(fake.Uri.file('/extension'));
  const kept = { keys: () => [], get: () => undefined, update: async () => undefined };
  const context = {
    subscriptions: [],
    extensionPath: '/extension',
    extensionUri: folder,
    globalStorageUri: folder,
    workspaceState: kept,
  } as unknown as vscode.ExtensionContext;
  programOn(nodePlatform(context), context).start(context, fake.silentLog);
  const document = new fake.Document(fake.Uri.file('/logs/k.log'), 'kubelet-log', 'one line\n');
  fake.open(document);
  void state.commands.get(COMMANDS.showMoment)?.(document.uri.toString(), 1); // waits for the analysis
  await vi.advanceTimersByTimeAsync(100);
  fake.type(document, 'more'); // and a pause that has not passed
  const names = new Set(state.live.values());
  for (const name of [
    'worker',
    'createWebviewPanel',
    'registerHoverProvider',
    'createStatusBarItem',
    'onDidReceiveMessage',
  ])
    expect(names).toContain(name);
  expect([state.live.size > 30, fake.listenerCount() > 8, vi.getTimerCount() > 0]).toEqual([true, true, true]);
  for (const subscription of context.subscriptions) void subscription.dispose();
  expect([...state.live.values()]).toEqual([]);
  expect([fake.listenerCount(), vi.getTimerCount()]).toEqual([0, 0]);
});
