import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { isNodeName, type NodeWish } from '../../../src/adapters/nodeLog/nodeWays.ts';
import { registerNodeLogs } from '../../../src/editor/features/nodeLogs.ts';
import type { NodePrograms } from '../../../src/editor/platform.ts';
import type { TimelinePanels } from '../../../src/editor/panel/panelHost.ts';
import * as fake from './fakeVscode.ts';

const state = vi.hoisted(() => ({
  trusted: true,
  picks: [] as string[],
  consent: undefined as string | undefined,
  commands: new Map<string, () => Promise<void>>(),
  errors: [] as string[],
  warnings: [] as string[],
}));
vi.mock('vscode', async () => {
  const own = await import('./fakeVscode.ts');
  return {
    ...own,
    ProgressLocation: { Notification: 15 },
    ViewColumn: { One: 1, Beside: -2, Active: -1 },
    commands: {
      registerCommand: (id: string, run: () => Promise<void>) => {
        state.commands.set(id, run);
        return { dispose: () => undefined };
      },
    },
    workspace: {
      get isTrusted() {
        return state.trusted;
      },
      fs: { createDirectory: async () => undefined },
    },
    window: {
      showQuickPick: async (items: readonly (string | { readonly label: string })[]) => {
        const wanted = state.picks.shift();
        return items.find((item) => (typeof item === 'string' ? item : item.label) === wanted);
      },
      showErrorMessage: async (text: string) => void state.errors.push(text),
      showWarningMessage: async (text: string) => {
        state.warnings.push(text);
        return state.consent;
      },
      showTextDocument: async () => undefined,
      withProgress: async (_how: unknown, work: (progress: unknown, token: unknown) => Promise<unknown>) =>
        work({ report: () => undefined }, { onCancellationRequested: () => undefined }),
    },
  };
});

let started: unknown[];
let saved: string[];
let shown: string[];
let journal: { readonly text: string; readonly code: number; readonly said: string; readonly notFound?: true };
let log: string | undefined;
let asksForPod: boolean;

const bytes = async function* (text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield new TextEncoder().encode(text);
};
const programs: NodePrograms = {
  journal: (wish) => {
    started.push(['journalctl', wish]);
    return { output: bytes(journal.text), ended: Promise.resolve(journal), stop: () => undefined };
  },
  list: async (args) => {
    started.push(args);
    return {
      names: args.includes('nodes') ? ['node/worker-1', 'node/worker-2', 'node/--bad'] : ['prod', 'test'],
      said: '',
    };
  },
  fetchNode: async (wish: NodeWish, { tell, mayMakePod }) => {
    started.push({
      node: wish.node,
      context: wish.context,
      from: wish.since === undefined ? undefined : wish.now - wish.since,
    });
    const way = { program: 'kubectl', args: [], word: 'kubectl debug starts a pod', leavesPod: true } as const;
    if (asksForPod && (await mayMakePod?.(way)) !== true) {
      tell('kubectl gave no log: Error from server (Forbidden)');
      return undefined;
    }
    return log === undefined ? undefined : { way, chunks: bytes(log) };
  },
  isNodeName,
  save: async (path, chunks) => {
    let size = 0;
    for await (const chunk of chunks) size += chunk.length;
    saved.push(path);
    return size;
  },
};

function run(id: string, given: NodePrograms | undefined = programs): Promise<void> | undefined {
  const panels = { column: undefined, show: (uri: vscode.Uri) => shown.push(uri.path) } as unknown as TimelinePanels;
  registerNodeLogs({ programs: given, panels, own: fake.asUri(fake.Uri.file('/own')), log: fake.silentLog });
  return state.commands.get(id)?.();
}

beforeEach(() => {
  Object.assign(state, { trusted: true, picks: [], consent: undefined, errors: [], warnings: [] });
  started = [];
  saved = [];
  shown = [];
  journal = { text: 'a line\n', code: 0, said: '' };
  log = 'a line\n';
  asksForPod = false;
});

describe('Read Node Journal', () => {
  it('asks for unit and time, and shows what journalctl prints', async () => {
    state.picks = ['k3s', 'The last 2 hours'];
    await run('kubeletTimeline.readNodeJournal');
    expect(started).toEqual([['journalctl', { unit: 'k3s', since: '-2h' }]]);
    expect(saved[0]).toMatch(/^\/own\/node-logs\/kubelet-journal-[\dT-]{19}\.log$/);
    expect(shown).toEqual(saved);
  });

  it('starts nothing where the workspace is not trusted, where nothing is chosen, and in a browser', async () => {
    state.trusted = false;
    await run('kubeletTimeline.readNodeJournal');
    await run('kubeletTimeline.readClusterNode');
    state.trusted = true;
    await run('kubeletTimeline.readNodeJournal');
    expect(started).toEqual([]);
    expect(state.errors).toEqual(Array.from({ length: 2 }, () => 'Programs are started in trusted workspaces only.'));
  });

  it('says that there is no journalctl, and shows its errors as they are', async () => {
    state.picks = ['kubelet', 'All that there is', 'All of the journal', 'The last 2 days'];
    journal = { text: '', code: 0, said: 'spawn journalctl ENOENT', notFound: true };
    await run('kubeletTimeline.readNodeJournal');
    journal = { text: '', code: 1, said: 'No journal files were opened due to insufficient permissions.' };
    await run('kubeletTimeline.readNodeJournal');
    expect(state.errors[0]).toContain('There is no journalctl here.');
    expect(state.errors[1]).toContain('(exit status 1): No journal files were opened due to insufficient permissions.');
    expect(shown).toEqual([]);
    expect(started).toEqual([
      ['journalctl', { unit: 'kubelet' }],
      ['journalctl', { since: '-48h' }],
    ]);
  });
});

describe('Read Log of Cluster Node', () => {
  it('asks for context, node and time', async () => {
    state.picks = ['prod', 'worker-2', 'The last 2 hours'];
    await run('kubeletTimeline.readClusterNode');
    expect(started).toEqual([
      ['config', 'get-contexts', '--output=name'],
      ['--context=prod', 'get', 'nodes', '--output=name'],
      { node: 'worker-2', context: 'prod', from: 7_200_000_000 },
    ]);
    expect(shown).toHaveLength(1);
  });

  it('offers no node whose name is none', async () => {
    state.picks = ['prod', '--bad'];
    await run('kubeletTimeline.readClusterNode');
    expect(started).toHaveLength(2);
  });

  it('starts a pod only when that is wished, and says why nothing came', async () => {
    asksForPod = true;
    state.picks = ['prod', 'worker-2', 'The last 2 hours', 'prod', 'worker-2', 'The last 2 hours'];
    await run('kubeletTimeline.readClusterNode');
    expect(state.warnings).toEqual(['No other way worked. kubectl debug starts a pod.']);
    expect(state.errors[0]).toContain('kubectl gave no log: Error from server (Forbidden)');
    expect(shown).toEqual([]);
    state.consent = 'Start the Pod';
    await run('kubeletTimeline.readClusterNode');
    expect(shown).toHaveLength(1);
  });
});
