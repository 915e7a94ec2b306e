/** Which language the user wants: VS Code's own, or that of the setting. Asked once, when the extension starts. */
import * as vscode from 'vscode';
import { SETTINGS } from './ids.ts';

/** Languages that there are words for, by how VS Code calls them. */
const LANGUAGES: Readonly<Record<string, { readonly tag: string; readonly file: string }>> = {
  'zh-cn': { tag: 'zh-CN', file: 'zh-cn.json' },
};

/** The language that is wanted, and its file in `l10n/`; `undefined` for English, and where there are no words for it. */
export function wantedLanguage(): { readonly tag: string; readonly file: string } | undefined {
  const wish = vscode.workspace.getConfiguration().get<unknown>(SETTINGS.language);
  const name = typeof wish === 'string' && wish !== '' && wish !== 'auto' ? wish : vscode.env.language;
  return LANGUAGES[name.toLowerCase()];
}
