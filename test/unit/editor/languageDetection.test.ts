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
  detection = new LanguageDetection(fake.silentLog, looksLikeKubeletLog);
});
afterEach(() => {
  detection.dispose();
  vi.useRealTimers();
});

function openText(text: string, languageId = 'plaintext', uri = fake.Uri.file('/node.txt')): fake.Document {
  const document = new fake.Document(uri, languageId, text);
  fake.open(document);
  return document;
}

describe('what is taken for a kubelet log', () => {
  it('plain text and log files whose beginning is one', () => {
    expect(openText(KUBELET).languageId).toBe('kubelet-log');
    expect(openText(KUBELET, 'log', fake.Uri.file('/node.log')).languageId).toBe('kubelet-log');
  });

  it('no journal of another unit, no other language, nothing after the first 4 KB', () => {
    expect(openText(OTHER).languageId).toBe('plaintext');
    expect(openText(KUBELET, 'markdown', fake.Uri.file('/notes.md')).languageId).toBe('markdown');
    expect(openText(OTHER.repeat(60) + KUBELET, 'log', fake.Uri.file('/long.log')).languageId).toBe('log');
  });

  it('nothing while the setting is off, everything open when it is turned on', () => {
    fake.configure('kubeletTimeline.detectByContent', false);
    const document = openText(KUBELET);
    expect(document.languageId).toBe('plaintext');
    fake.configure('kubeletTimeline.detectByContent', true);
    expect(document.languageId).toBe('kubelet-log');
  });

  it('what was open before', () => {
    const document = new fake.Document(fake.Uri.file('/early.txt'), 'plaintext', KUBELET);
    fake.workspace.textDocuments.push(document);
    detection.lookAtAll();
    expect(document.languageId).toBe('kubelet-log');
  });
});

it('looks again after a paste', () => {
  const document = openText('', 'plaintext', new fake.Uri('untitled', 'Untitled-1'));
  fake.type(document, KUBELET);
  expect(document.languageId).toBe('plaintext');
  vi.advanceTimersByTime(1000);
  expect(document.languageId).toBe('kubelet-log');
});

it('does not overrule the user of a log that was recognised by its name', async () => {
  const document = openText(KUBELET, 'kubelet-log', fake.Uri.file('/kubelet.log'));
  await fake.languages.setTextDocumentLanguage(document, 'plaintext');
  vi.runAllTimers();
  expect(document.languageId).toBe('plaintext');
});

it('does not overrule the user, until the file is closed', async () => {
  const document = openText(KUBELET);
  await fake.languages.setTextDocumentLanguage(document, 'plaintext');
  vi.runAllTimers();
  fake.type(document, KUBELET);
  vi.runAllTimers();
  expect(document.languageId).toBe('plaintext');
  fake.close(document);
  vi.runAllTimers();
  expect(openText(KUBELET).languageId).toBe('kubelet-log');
});

it('leaves no listener and no timer behind', () => {
  const document = openText('', 'plaintext', new fake.Uri('untitled', 'Untitled-2'));
  fake.type(document, KUBELET);
  detection.dispose();
  expect([fake.listenerCount(), vi.getTimerCount()]).toEqual([0, 0]);
});
