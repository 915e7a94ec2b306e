/** The tools that VS Code's language models may call, registered in every window: what they do is loaded when one is called. */
import * as vscode from 'vscode';
import { ASSISTANT_TOOLS } from '../assistant/tools.ts';
import type { RunningExtension } from './standIns.ts';

/** What a model gives a tool: nobody has looked at it yet. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** Registers the tools; in an editor that has none, nothing. */
export function registerModelTools(start: () => RunningExtension): vscode.Disposable {
  const models = (vscode as Partial<typeof vscode>).lm;
  if (typeof models?.registerTool !== 'function') return vscode.Disposable.from();
  return vscode.Disposable.from(
    ...ASSISTANT_TOOLS.map(({ name }) =>
      models.registerTool<ToolInput>(name, {
        prepareInvocation: ({ input }) => start().prepareTool(input),
        invoke: ({ input }, token) => start().callTool(name, input, token),
      }),
    ),
  );
}
