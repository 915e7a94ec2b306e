/** When the outline of a document is to be asked for again. */
import type * as vscode from 'vscode';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AnalysisClient } from '../../../src/editor/analysisClient.ts';
import { LogOutlines } from '../../../src/editor/features/logOutlines.ts';
import type { AnalysisChange, LogAnalyses } from '../../../src/editor/logAnalyses.ts';
import { printing } from '../../../src/kubelet/printable.ts';
import type { LogOutline } from '../../../src/timeline/outline/logOutline.ts';
import * as fake from './fakeVscode.ts';

vi.mock('vscode', () => import('./fakeVscode.ts'));

const outline: LogOutline = {
  items: [],
  episodes: [],
  problems: [{ line: 8, severity: 'warning', code: 'list-calls-hang', message: printing`t`, related: [] }],
  folds: new Uint32Array(),
};
/** A finished analysis of a text without lone carriage returns. */
const client = {
  status: { kind: 'done' },
  ownSource: 0,
  ask: async (question: string) => (question === 'outline' ? outline : new Uint32Array()),
} as unknown as AnalysisClient;

let analysed: fake.EventEmitter<AnalysisChange>;
let outlines: LogOutlines;
let asked: string[];
let document: fake.Document;
const listed = async (): Promise<number | undefined> => (await outlines.of(fake.asDocument(document)))?.problems.length;

beforeEach(() => {
  fake.reset();
  analysed = new fake.EventEmitter();
  const analyses = { onDidChange: analysed.event, find: () => client, upToDate: async () => client };
  outlines = new LogOutlines(analyses as unknown as LogAnalyses);
  asked = [];
  outlines.onDidChange((uri: vscode.Uri) => asked.push(uri.path));
  document = new fake.Document(fake.Uri.file('/k.log'), 'kubelet-log', 'line\n'.repeat(5));
});
afterEach(() => outlines.dispose());

it('is again when the document has the lines that the analysis had read before it', async () => {
  expect(await listed()).toBe(0);
  fake.reload(document, 'line\n'.repeat(9));
  expect(asked).toEqual(['/k.log']);
  expect(await listed()).toBe(1);
});

it('is again for each step of a document that comes after in several', async () => {
  await listed();
  fake.reload(document, 'line\n'.repeat(6));
  expect(await listed()).toBe(0);
  fake.reload(document, 'line\n'.repeat(9));
  expect(asked).toEqual(['/k.log', '/k.log']);
  expect(await listed()).toBe(1);
});

it('is not when the document had all lines', async () => {
  fake.reload(document, 'line\n'.repeat(9));
  expect(await listed()).toBe(1);
  fake.reload(document, 'line\n'.repeat(20));
  expect(asked).toEqual([]);
});
