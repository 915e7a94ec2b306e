/** What the providers give VS Code for an outline: symbols, folding, lenses and problems, by a stand-in for its API. */
import type * as vscode from 'vscode';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerFolding } from '../../../src/editor/features/folding.ts';
import { registerLenses } from '../../../src/editor/features/lenses.ts';
import type { LogOutlines } from '../../../src/editor/features/logOutlines.ts';
import { showProblems } from '../../../src/editor/features/problems.ts';
import { registerSymbols } from '../../../src/editor/features/symbols.ts';
import { printing } from '../../../src/kubelet/printable.ts';
import type { LogOutline } from '../../../src/timeline/outline/logOutline.ts';
import * as fake from './fakeVscode.ts';

type Provide = (...given: unknown[]) => Promise<unknown>;
const state = vi.hoisted(() => ({
  provide: new Map<string, Provide>(),
  problems: new Map<string, readonly unknown[]>(),
}));

vi.mock('vscode', async () => {
  // What a module of the editor was loaded with, for another file of tests that ran in this process before, stays with it: nothing here may differ from the stand-in that is there too.
  const real = await import('./fakeVscode.ts');
  const take = (name: string) => (_selector: unknown, provider: Record<string, Provide>) => {
    const [, provide] = Object.entries(provider).find(([key]) => key.startsWith('provide')) ?? [];
    if (provide !== undefined) state.provide.set(name, provide);
    return new real.Disposable(() => state.provide.delete(name));
  };
  /** Keeps what it was made of, by these names. */
  const made = (...names: readonly string[]) =>
    function (this: object, ...given: readonly unknown[]): void {
      names.forEach((name, index) => Object.assign(this, { [name]: given[index] }));
    };
  return {
    ...real,
    SymbolKind: { Module: 'module', Event: 'event', Namespace: 'namespace' },
    DocumentSymbol: made('name', 'detail', 'kind', 'range', 'selectionRange'),
    FoldingRange: made('start', 'end'),
    CodeLens: made('range', 'command'),
    Diagnostic: made('range', 'message', 'severity'),
    DiagnosticSeverity: { Warning: 'warning', Information: 'information' },
    DiagnosticRelatedInformation: made('location', 'message'),
    Location: made('uri', 'range'),
    languages: {
      registerDocumentSymbolProvider: take('symbols'),
      registerFoldingRangeProvider: take('folds'),
      registerCodeLensProvider: take('lenses'),
      registerCodeActionsProvider: take('actions'),
      createDiagnosticCollection: () => ({
        set: (uri: fake.Uri, problems: readonly unknown[]) => state.problems.set(uri.toString(), problems),
        delete: (uri: fake.Uri) => state.problems.delete(uri.toString()),
        dispose: () => state.problems.clear(),
      }),
    },
  };
});

const text = printing`t`;
const outline: LogOutline = {
  items: [
    {
      kind: 'process',
      name: printing`kubelet 7`,
      detail: text,
      first: 1,
      last: 9,
      children: [{ kind: 'episode', name: text, detail: text, first: 3, last: 5, children: [] }],
    },
  ],
  episodes: [
    {
      id: 'a',
      process: 'process-1',
      startup: true,
      title: text,
      first: 1,
      last: 2,
      beginText: text,
      endLine: 2,
      endText: text,
    },
    {
      id: 'b',
      process: 'process-1',
      startup: false,
      title: text,
      first: 3,
      last: 5,
      beginText: printing`$(zap) bad`,
      endLine: 6,
      endText: printing`good`,
    },
    {
      id: 'c',
      process: 'process-1',
      startup: false,
      title: text,
      first: 8,
      last: 8,
      beginText: text,
      endLine: 8,
      endText: printing`end`,
    },
  ],
  problems: [{ line: 4, severity: 'warning', code: 'list-calls-hang', message: text, related: [{ line: 5, text }] }],
  folds: Uint32Array.from([3, 5]),
};

const changed = new fake.EventEmitter<vscode.Uri>();
const outlines = { of: async () => outline, onDidChange: changed.event } as unknown as LogOutlines;
let document: fake.Document;
let registered: { dispose(): unknown };
const ask = (name: string): Promise<unknown> => state.provide.get(name)?.(document) ?? Promise.resolve();
const tick = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

beforeEach(() => {
  fake.reset();
  document = new fake.Document(fake.Uri.file('/k.log'), 'kubelet-log', 'line\n'.repeat(9));
  fake.open(document);
  const parts = [
    registerSymbols(outlines),
    registerFolding(outlines),
    registerLenses(outlines),
    showProblems(outlines),
  ];
  registered = { dispose: () => parts.forEach((part) => void part.dispose()) };
});
afterEach(() => {
  registered.dispose();
});

describe('providers', () => {
  it('give processes with what lies in them, whole lines each', async () => {
    expect(await ask('symbols')).toMatchObject([
      {
        name: 'kubelet 7',
        kind: 'module',
        range: { start: { line: 0 }, end: { line: 8, character: 4 } },
        selectionRange: { start: { line: 0 }, end: { line: 0 } },
        children: [{ kind: 'event', range: { start: { line: 2 }, end: { line: 4 } } }],
      },
    ]);
  });

  it('give what can be folded, 0-based', async () => {
    expect(await ask('folds')).toMatchObject([{ start: 2, end: 4 }]);
  });

  it('give lenses for unhealthy times only, without icons from a log, that lead to their lines', async () => {
    const address = document.uri.toString();
    expect(await ask('lenses')).toMatchObject([
      { range: { start: { line: 2 } }, command: { title: '$ (zap) bad · show timeline', arguments: [address, 3] } },
      { range: { start: { line: 5 } }, command: { title: 'good · show timeline', arguments: [address, 6] } },
      { range: { start: { line: 7 } }, command: { title: 't · end · show timeline', arguments: [address, 8] } },
    ]);
  });
});

describe('problems', () => {
  const listed = (): readonly unknown[] | undefined => state.problems.get(document.uri.toString());

  it('are listed with their lines once there is an analysis, and go with the document', async () => {
    expect(listed()).toBeUndefined();
    changed.fire(fake.asUri(document.uri));
    await tick();
    expect(listed()).toMatchObject([
      {
        severity: 'warning',
        code: 'list-calls-hang',
        range: { start: { line: 3 } },
        relatedInformation: [{ message: 't', location: { range: { start: { line: 4 } } } }],
      },
    ]);
    fake.close(document);
    expect(listed()).toBeUndefined();
  });

  it('lead by the light bulb to what their findings mean, and nothing else does', () => {
    const of = (source: string, code: unknown): object => ({ source, code });
    const diagnostics = [
      of('Kubelet Timeline', 'list-calls-hang'),
      of('Kubelet Timeline', 'list-calls-hang'),
      of('Kubelet Timeline', undefined),
      of('eslint', 'no-alert'),
    ];
    expect(state.provide.get('actions')?.({}, {}, { diagnostics })).toMatchObject([
      {
        title: 'What list-calls-hang means',
        command: { command: 'kubeletTimeline.showFinding', arguments: ['list-calls-hang'] },
      },
    ]);
  });

  it('are none while the setting is off', async () => {
    changed.fire(fake.asUri(document.uri));
    await tick();
    fake.configure('kubeletTimeline.problems', false);
    await tick();
    expect(listed()).toBeUndefined();
    fake.configure('kubeletTimeline.problems', true);
    await tick();
    expect(listed()).toHaveLength(1);
  });

  it('are listed for what is worked on alone, not for what it is compared with', async () => {
    const listedOf = async (uri: fake.Uri): Promise<boolean> => {
      fake.open(new fake.Document(uri, 'kubelet-log', 'line\n'.repeat(9)));
      changed.fire(fake.asUri(uri));
      await tick();
      return state.problems.has(uri.toString());
    };
    const schemes = ['untitled', 'vscode-vfs', 'git', 'conflictResolution', 'kubelet-timeline-excerpt'];
    const listed: boolean[] = [];
    for (const scheme of schemes) listed.push(await listedOf(new fake.Uri(scheme, '/other.log')));
    expect(listed).toEqual([true, true, false, false, false]);
  });

  it('leave nothing when the extension ends', () => {
    const before = fake.listenerCount();
    registered.dispose();
    expect(fake.listenerCount()).toBe(before - 2);
    expect([changed.listenerCount, state.provide.size]).toEqual([0, 0]);
  });
});
