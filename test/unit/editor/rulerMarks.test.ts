/** Marks in the overview ruler, while what they are made of is on its way. */
import type * as vscode from 'vscode';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LogOutlines } from '../../../src/editor/features/logOutlines.ts';
import { markRulers } from '../../../src/editor/features/rulerMarks.ts';
import type { LogOutline } from '../../../src/timeline/outline/logOutline.ts';
import * as fake from './fakeVscode.ts';

const shown = vi.hoisted(() => ({ editors: [] as unknown[] }));
vi.mock('vscode', async () => ({
  ...(await import('./fakeVscode.ts')),
  ThemeColor: Object,
  OverviewRulerLane: {},
  window: {
    createTextEditorDecorationType: () => ({ dispose: () => undefined }),
    onDidChangeVisibleTextEditors: () => ({ dispose: () => undefined }),
    get visibleTextEditors() {
      return shown.editors;
    },
  },
}));

const outline = { episodes: [{ first: 2, last: 4, startup: false }] } as unknown as LogOutline;
/** What the marks wait for, in the order in which it was asked for. */
let answers: ((outline: LogOutline | undefined) => void)[];
let changed: fake.EventEmitter<vscode.Uri>;
let document: fake.Document;
/** How many marks the editor has, each time that they are drawn. */
let drawn: number[];
let marks: vscode.Disposable;

beforeEach(() => {
  fake.reset();
  answers = [];
  drawn = [];
  changed = new fake.EventEmitter();
  document = new fake.Document(fake.Uri.file('/k.log'), 'kubelet-log', 'line\n'.repeat(9));
  shown.editors = [
    { document, setDecorations: (_look: unknown, ranges: readonly unknown[]) => drawn.push(ranges.length) },
  ];
  marks = markRulers({
    onDidChange: changed.event,
    of: () => new Promise((resolve) => answers.push(resolve)),
  } as unknown as LogOutlines);
});
afterEach(() => {
  marks.dispose();
});

it('are where something was unhealthy', async () => {
  answers[0]?.(outline);
  await vi.waitFor(() => expect(drawn).toEqual([1]));
});

it('do not come back with what was asked for before somebody said that the text is none of ours', async () => {
  answers[0]?.(outline);
  await vi.waitFor(() => expect(drawn).toEqual([1]));
  changed.fire(document.uri as unknown as vscode.Uri);
  await fake.languages.setTextDocumentLanguage(document, 'plaintext');
  answers[2]?.(undefined);
  await vi.waitFor(() => expect(drawn).toEqual([1, 0]));
  answers[1]?.(outline);
  await vi.waitFor(() => expect(drawn).toHaveLength(3));
  expect(drawn).toEqual([1, 0, 0]);
});
