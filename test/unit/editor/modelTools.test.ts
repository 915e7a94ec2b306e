/** The tools for VS Code's language models: declared as they are, there only where VS Code has tools, and answering from the log's analysis. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { ASSISTANT_TOOLS } from '../../../src/assistant/tools.ts';
import type { LogAnalyses } from '../../../src/editor/logAnalyses.ts';
import type { ToolInput } from '../../../src/editor/modelTools.ts';
import type { RunningExtension } from '../../../src/editor/standIns.ts';
import manifest from '../../../package.json' with { type: 'json' };

const state = vi.hoisted(() => ({
  hasTools: true,
  redact: false,
  folders: [] as string[],
  existing: [] as string[],
  tools: new Map<string, vscode.LanguageModelTool<Record<string, unknown>>>(),
}));
vi.mock('vscode', async () => {
  const own = await import('./fakeVscode.ts');
  // VS Code's own types hold the stand-in to its interface.
  const lm: Pick<typeof vscode.lm, 'registerTool'> = {
    registerTool: <Input>(name: string, tool: vscode.LanguageModelTool<Input>) => {
      state.tools.set(name, tool as unknown as vscode.LanguageModelTool<Record<string, unknown>>);
      return { dispose: () => state.tools.delete(name) };
    },
  };
  const results: Pick<typeof vscode, 'LanguageModelTextPart' | 'LanguageModelToolResult'> = {
    LanguageModelTextPart: class {
      value: string;
      constructor(value: string) {
        this.value = value;
      }
    },
    LanguageModelToolResult: class {
      content: unknown[];
      constructor(content: unknown[]) {
        this.content = content;
      }
    },
  };
  return {
    ...own,
    ...results,
    get lm() {
      return state.hasTools ? lm : undefined;
    },
    workspace: {
      get workspaceFolders() {
        return state.folders.map((folder) => ({ uri: own.Uri.file(folder) }));
      },
      getWorkspaceFolder: ({ path }: { path: string }) => state.folders.find((folder) => path.startsWith(`${folder}/`)),
      getConfiguration: () => ({ get: () => state.redact }),
      fs: {
        stat: async ({ path }: { path: string }) => {
          if (!state.existing.includes(path)) throw new Error('not there');
        },
      },
    },
  };
});

// Another file of tests may have loaded these with a VS Code of its own.
vi.resetModules();
const { callTool, prepareTool } = await import('../../../src/editor/features/modelToolCalls.ts');
const { registerModelTools } = await import('../../../src/editor/modelTools.ts');

const token = { isCancellationRequested: false } as vscode.CancellationToken;
const asked: { log: string; question: unknown; redacted: boolean }[] = [];
let answer: string | undefined;
const clientFor = (log: vscode.Uri, redacted: boolean): object => ({
  ask: async (_kind: string, question: unknown) => {
    asked.push({ log: log.path, question, redacted });
    return answer;
  },
});
const analyses = {
  ask: async (log: vscode.Uri, question: (client: object) => unknown) =>
    log.path.includes('missing') ? undefined : question(clientFor(log, false)),
  askRedacted: async (log: vscode.Uri, question: (client: object) => unknown) => question(clientFor(log, true)),
  find: () => ({ status: { kind: 'failed', problem: { title: 'There is no file.', whatToDo: 'Check the path.' } } }),
} as unknown as LogAnalyses;
const call = async (name: string, input: ToolInput): Promise<unknown> =>
  (await callTool(analyses, name, input, token)).content.map((part) => (part as { value: string }).value);

beforeEach(() => {
  Object.assign(state, { hasTools: true, redact: false, folders: ['/case'], existing: ['/case/logs/kubelet.log'] });
  state.tools.clear();
  asked.length = 0;
  answer = '{"headline":"x"}';
});

describe('the tools for language models', () => {
  it('are declared in the manifest as they are', () => {
    const declared = manifest.contributes.languageModelTools;
    expect(
      declared.map(({ name, modelDescription, inputSchema }) => ({ name, description: modelDescription, inputSchema })),
    ).toEqual(ASSISTANT_TOOLS.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })));
  });

  it('are registered, and load the rest of the extension when one is called', async () => {
    const started = vi.fn<() => object>(() => ({ callTool: async () => 'answer', prepareTool: async () => ({}) }));
    const registered = registerModelTools(started as unknown as () => RunningExtension);
    expect([...state.tools.keys()]).toEqual(ASSISTANT_TOOLS.map(({ name }) => name));
    expect(started).not.toHaveBeenCalled();
    const tool = state.tools.get('kubelet_analyze_log');
    expect(await tool?.invoke({ input: { file: '/a' }, toolInvocationToken: undefined }, token)).toBe('answer');
    registered.dispose();
    expect(state.tools.size).toBe(0);
  });

  it('are left out where VS Code has none', () => {
    state.hasTools = false;
    registerModelTools(() => {
      throw new Error('nothing is to be started');
    }).dispose();
    expect(state.tools.size).toBe(0);
  });

  it('answer from the log, in the workspace or elsewhere', async () => {
    expect(await call('kubelet_analyze_log', { file: 'logs/kubelet.log' })).toEqual([answer]);
    await call('kubelet_explain_line', { file: '/var/log/kubelet.log', line: 7 });
    expect(asked).toEqual([
      { log: '/case/logs/kubelet.log', question: { tool: 'analyze' }, redacted: false },
      { log: '/var/log/kubelet.log', question: { tool: 'explain', line: 7 }, redacted: false },
    ]);
  });

  it('give pseudonyms where the user wants them', async () => {
    state.redact = true;
    await call('kubelet_list_findings', { file: '/a.log' });
    expect(asked.map(({ redacted }) => redacted)).toEqual([true]);
  });

  it('say what is wrong', async () => {
    await expect(call('kubelet_analyze_log', {})).rejects.toThrow('file must be the path of a log');
    await expect(call('kubelet_analyze_log', { file: '/missing' })).rejects.toThrow(
      'There is no file. Check the path.',
    );
    answer = undefined;
    await expect(call('kubelet_explain_line', { file: '/a.log', line: 99 })).rejects.toThrow('no such line');
  });

  it('ask the user before they read what the workspace does not hold', async () => {
    expect(await prepareTool({ file: 'logs/kubelet.log' })).toEqual({
      invocationMessage: 'Reading the kubelet log kubelet.log',
    });
    expect((await prepareTool({ file: '/etc/pods\u001b[2J.log' })).confirmationMessages).toMatchObject({
      title: 'Read a log outside of the workspace?',
      message: expect.not.stringContaining('\u001b') as string,
    });
  });
});
