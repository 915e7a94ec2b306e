import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchSavedTexts } from '../../../src/editor/savedTexts.ts';
import * as fake from './fakeVscode.ts';

vi.mock('vscode', () => import('./fakeVscode.ts'));

const LOG = 'first \nsecond\n\n';
let told: string[];
let text: fake.Document;
let watch: { dispose(): unknown };
let isWatched: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  fake.reset();
  told = [];
  isWatched = true;
  text = new fake.Document(new fake.Uri('untitled', 'Untitled-1'), 'kubelet-log', LOG);
  fake.open(text);
  watch = watchSavedTexts(
    () => isWatched,
    (from, to) => told.push(`${from.path} → ${to.path}`),
  );
});
afterEach(() => {
  watch.dispose();
  vi.useRealTimers();
});

/** As VS Code saves: the file is opened and written, the text emptied and closed. */
function saveAs(path: string, written: string): void {
  const file = new fake.Document(fake.Uri.file(path), 'kubelet-log', written);
  fake.open(file);
  fake.save(file);
  fake.reload(text, '');
  fake.close(text);
  vi.runAllTimers();
}

describe('text that is saved', () => {
  it('is the file from then on, also where saving takes blanks away', () => {
    saveAs('/logs/k.log', 'first\nsecond\n');
    expect(told).toEqual(['Untitled-1 → /logs/k.log']);
  });

  it('is no file that was saved meanwhile with another content', () => {
    saveAs('/logs/k.log', 'first\nsecond\nthird\n');
    expect(told).toEqual([]);
  });

  it('is not compared when nobody cares for it', () => {
    isWatched = false;
    saveAs('/logs/k.log', LOG);
    expect(told).toEqual([]);
  });

  it('stays what it is while it is open, whatever language it is said to be in', async () => {
    fake.save(new fake.Document(fake.Uri.file('/logs/copy.log'), 'kubelet-log', LOG));
    await fake.languages.setTextDocumentLanguage(text, 'plaintext');
    vi.runAllTimers();
    expect(told).toEqual([]);
  });
});

it('leaves no listener behind', () => {
  watch.dispose();
  expect(fake.listenerCount()).toBe(0);
});
