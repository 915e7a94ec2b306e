import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LanguageDetection } from '../../../src/editor/languageDetection.ts';
import { looksLikeKubeletLog } from '../../../src/journal/detect.ts';
import * as fake from './fakeVscode.ts';

vi.mock('vscode', () => import('./fakeVscode.ts'));

const KUBELET =
  'Nov 21 00:32:44 worker-2 kubelet[2100]: E1121 00:32:44.553642    2100 kubelet.go:2412] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 4m2.1s ago; threshold is 3m0s"\n';
const OTHER = 'Nov 21 00:32:44 worker-2 containerd[811]: time="2026-11-21T00:32:44Z" level=info msg="ok"\n';

let detection: LanguageDetection;
beforeEach(() => {
  vi.useFakeTimers();
  fake.reset();
  detection = new LanguageDetection(fake.silentLog, async (head) => looksLikeKubeletLog(head));
});
afterEach(() => {
  detection.dispose();
  vi.useRealTimers();
});

/** A text that was opened, after what is asked of it was answered. */
async function openText(
  text: string,
  languageId = 'plaintext',
  uri = fake.Uri.file('/node.txt'),
): Promise<fake.Document> {
  const document = new fake.Document(uri, languageId, text);
  fake.open(document);
  await answered();
  return document;
}

const answered = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe('what is taken for a kubelet log', () => {
  it('plain text and log files whose beginning is one', async () => {
    expect((await openText(KUBELET)).languageId).toBe('kubelet-log');
    expect((await openText(KUBELET, 'log', fake.Uri.file('/node.log'))).languageId).toBe('kubelet-log');
  });

  it('no journal of another unit, no other language, nothing after the first 4 KB', async () => {
    expect((await openText(OTHER)).languageId).toBe('plaintext');
    expect((await openText(KUBELET, 'markdown', fake.Uri.file('/notes.md'))).languageId).toBe('markdown');
    expect((await openText(OTHER.repeat(60) + KUBELET, 'log', fake.Uri.file('/long.log'))).languageId).toBe('log');
  });

  it('nothing while the setting is off, everything open when it is turned on', async () => {
    fake.configure('kubeletTimeline.detectByContent', false);
    const document = await openText(KUBELET);
    expect(document.languageId).toBe('plaintext');
    fake.configure('kubeletTimeline.detectByContent', true);
    await answered();
    expect(document.languageId).toBe('kubelet-log');
  });

  it('what was open before', async () => {
    const document = new fake.Document(fake.Uri.file('/early.txt'), 'plaintext', KUBELET);
    fake.workspace.textDocuments.push(document);
    detection.lookAtAll();
    await answered();
    expect(document.languageId).toBe('kubelet-log');
  });
});

it('looks again after a paste', async () => {
  const document = await openText('', 'plaintext', new fake.Uri('untitled', 'Untitled-1'));
  fake.type(document, KUBELET);
  expect(document.languageId).toBe('plaintext');
  await vi.advanceTimersByTimeAsync(1000);
  expect(document.languageId).toBe('kubelet-log');
});

it('does not overrule the user of a log that was recognised by its name', async () => {
  const document = await openText(KUBELET, 'kubelet-log', fake.Uri.file('/kubelet.log'));
  await fake.languages.setTextDocumentLanguage(document, 'plaintext');
  await vi.runAllTimersAsync();
  expect(document.languageId).toBe('plaintext');
});

it('does not overrule the user, until the file is closed', async () => {
  const document = await openText(KUBELET);
  await fake.languages.setTextDocumentLanguage(document, 'plaintext');
  await vi.runAllTimersAsync();
  fake.type(document, KUBELET);
  await vi.runAllTimersAsync();
  expect(document.languageId).toBe('plaintext');
  fake.close(document);
  await vi.runAllTimersAsync();
  expect((await openText(KUBELET)).languageId).toBe('kubelet-log');
});

it('leaves no listener and no timer behind', async () => {
  const document = await openText('', 'plaintext', new fake.Uri('untitled', 'Untitled-2'));
  fake.type(document, KUBELET);
  detection.dispose();
  expect([fake.listenerCount(), vi.getTimerCount()]).toEqual([0, 0]);
});

describe('while the answer is waited for', () => {
  let answer: (isLog: boolean) => void;
  let fail: (error: Error) => void;
  beforeEach(() => {
    detection.dispose();
    const asked = new Promise<boolean>((resolve, reject) => {
      answer = resolve;
      fail = reject;
    });
    detection = new LanguageDetection(fake.silentLog, () => asked);
  });

  it('a file that is closed, or that the user calls something else, is left alone', async () => {
    const closed = await openText(KUBELET, 'plaintext', fake.Uri.file('/closed.txt'));
    const called = await openText(KUBELET, 'plaintext', fake.Uri.file('/called.txt'));
    fake.close(closed);
    await fake.languages.setTextDocumentLanguage(called, 'markdown');
    answer(true);
    await answered();
    expect([closed.languageId, called.languageId]).toEqual(['plaintext', 'markdown']);
  });

  it('the setting can be turned off', async () => {
    const document = await openText(KUBELET);
    fake.configure('kubeletTimeline.detectByContent', false);
    answer(true);
    await answered();
    expect(document.languageId).toBe('plaintext');
  });

  it('nothing is recognised where nobody answers', async () => {
    const document = await openText(KUBELET);
    fail(new Error('the worker ended'));
    await answered();
    expect(document.languageId).toBe('plaintext');
  });
});
