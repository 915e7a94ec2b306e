/** The extension's entry on Node: loads the rest (`extensionProgram.ts`) when `activation.ts` asks for it. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { activateExtension } from './editor/activation.ts';
import { OPEN_VARIABLE } from './editor/openVariable.ts';
import type * as ExtensionProgram from './extensionProgram.ts';

/** Called by VS Code once. */
export function activate(context: vscode.ExtensionContext): void {
  const load = createRequire(__filename);
  const program = (): typeof ExtensionProgram =>
    load(join(__dirname, 'extension-program.js')) as typeof ExtensionProgram;
  activateExtension(context, program, (process.env[OPEN_VARIABLE] ?? '') !== '');
}
