/** The extension's entry on Node: loads the rest (`extensionProgram.ts`, `nodePlatform.ts`) when `activation.ts` asks for it. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { activateExtension, type ExtensionProgram } from './editor/activation.ts';
import { OPEN_VARIABLE } from './editor/openVariable.ts';
import type * as Program from './extensionProgram.ts';
import type * as OnNode from './nodePlatform.ts';

/** Called by VS Code once. */
export function activate(context: vscode.ExtensionContext): void {
  const requireBeside = createRequire(__filename);
  const load = (name: string): unknown => requireBeside(join(__dirname, name));
  let loaded: ExtensionProgram | undefined;
  const program = (): ExtensionProgram => {
    if (loaded !== undefined) return loaded;
    const { programOn } = load('extension-program.js') as typeof Program;
    const { nodePlatform } = load('node-platform.js') as typeof OnNode;
    return (loaded = programOn(nodePlatform(context), context));
  };
  activateExtension(context, program, (process.env[OPEN_VARIABLE] ?? '') !== '');
}
