/** What a page may ask its host for: nothing but what it was given, even if it is not the page that we wrote. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { AnalysisClient } from '../../../src/editor/analysisClient.ts';
import { LogAnalyses } from '../../../src/editor/logAnalyses.ts';
import type { LineNavigation } from '../../../src/editor/lineNavigation.ts';
import { TimelinePanel } from '../../../src/editor/panel/timelinePanel.ts';
import type { WorkerEvent, WorkerRequest } from '../../../src/protocol/workerProtocol.ts';
import * as fake from './fakeVscode.ts';

vi.mock('vscode', () => import('./fakeVscode.ts'));

const FILES = ['/logs/n1/kubelet.log', '/logs/n2/kubelet.log'];
let opened: { readonly path: string; readonly line: number }[];
let asked: WorkerRequest[];
let page: fake.EventEmitter<unknown>;
let webview: { options?: vscode.WebviewOptions };
let analyses: LogAnalyses;
let panel: TimelinePanel;

beforeEach(() => {
  fake.reset();
  opened = [];
  asked = [];
  page = new fake.EventEmitter();
  const never = new fake.EventEmitter<never>();
  let tell: (event: WorkerEvent) => void = () => undefined;
  analyses = new LogAnalyses(
    () =>
      new AnalysisClient({
        post: (message) => asked.push(message),
        onMessage: (listener) => {
          tell = listener;
        },
        onDeath: () => undefined,
        dispose: () => undefined,
      }),
    fake.silentLog,
  );
  const view = {
    options: {},
    html: '',
    cspSource: 'x',
    onDidReceiveMessage: page.event,
    asWebviewUri: (uri: fake.Uri) => uri,
    postMessage: async () => true,
  };
  webview = view;
  const shown = {
    webview: view,
    title: '',
    visible: true,
    viewColumn: 1,
    onDidChangeViewState: never.event,
    onDidDispose: never.event,
    dispose: () => undefined,
  };
  const navigation = {
    openLine: async (uri: fake.Uri, line: number): Promise<void> => {
      opened.push({ path: uri.path, line });
    },
  };
  panel = new TimelinePanel(
    fake.asUri(fake.Uri.file('/logs')),
    shown as unknown as vscode.WebviewPanel,
    {
      extensionUri: fake.asUri(fake.Uri.file('/extension')),
      analyses,
      navigation: navigation as unknown as LineNavigation,
      log: fake.silentLog,
    },
    { hasFocus: true, onLeft: () => undefined, onDispose: () => undefined },
  );
  tell({
    type: 'done',
    summary: {
      headline: 'x',
      state: 'healthy',
      skips: 0,
      lines: 1,
      files: FILES.map((path) => ({ path })),
    } as unknown as Extract<WorkerEvent, { type: 'done' }>['summary'],
  });
  asked.length = 0;
});
afterEach(() => {
  panel.dispose();
  analyses.dispose();
});

describe('a page that asks for a line', () => {
  it('gets those of the logs that it shows', () => {
    for (const source of [0, 1]) page.fire({ type: 'openLine', source, line: 7, beside: false });
    expect(opened).toEqual(FILES.map((path) => ({ path, line: 7 })));
  });

  it('gets no other file, whatever it names', () => {
    for (const extra of [
      { path: '/etc/shadow' },
      { uri: 'file:///etc/shadow' },
      { file: '/etc/shadow' },
      { source: 2 },
      { source: 1e9 },
    ])
      page.fire({ type: 'openLine', source: 0, line: 1, beside: true, ...extra });
    expect(opened.map(({ path }) => path).filter((path) => path !== '/logs' && !FILES.includes(path))).toEqual([]);
    opened.length = 0;
    for (const source of ['/etc/shadow', -1, 0.5, '__proto__', 'length', null, ['0'], Number.NaN])
      page.fire({ type: 'openLine', source, line: 1, beside: true });
    for (const line of [0, -1, '1', Infinity]) page.fire({ type: 'openLine', source: 0, line, beside: true });
    expect(opened).toEqual([]);
  });
});

it('obeys nothing that is no message of a page', () => {
  for (const message of [
    undefined,
    null,
    'ready',
    7,
    [],
    {},
    { type: 'open', name: 'x', source: { kind: 'file', path: '/etc/shadow' } },
    { type: 'executeCommand', command: 'workbench.action.terminal.new' },
    { type: 'constructor' },
    { type: '__proto__' },
    { type: 'momentRequest', time: '0' },
    { type: 'momentRequest', time: 0, process: 7 },
    { type: 'ask', question: 'lines', path: '/etc/shadow' },
  ])
    page.fire(message);
  expect([opened, asked]).toEqual([[], []]);
});

it('loads files from our own folder only, and runs no command by a link', () => {
  expect(webview.options).toMatchObject({ enableCommandUris: false, enableForms: false });
  expect(webview.options?.localResourceRoots?.map(String)).toEqual([String(fake.Uri.file('/extension/dist'))]);
});
