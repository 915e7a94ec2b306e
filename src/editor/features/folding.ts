/** Folding of rows of skips, dumps of flags and records of several lines. */
import * as vscode from 'vscode';
import { LANGUAGE_ID } from '../ids.ts';
import type { LogOutlines } from './logOutlines.ts';

/** Registers the provider of folding ranges. */
export function registerFolding(outlines: LogOutlines): vscode.Disposable {
  return vscode.languages.registerFoldingRangeProvider(
    { language: LANGUAGE_ID },
    {
      async provideFoldingRanges(document, _context, token) {
        const outline = await outlines.of(document, token);
        if (outline === undefined) return undefined;
        const ranges: vscode.FoldingRange[] = [];
        for (let at = 0; at + 1 < outline.folds.length; at += 2)
          ranges.push(new vscode.FoldingRange((outline.folds[at] ?? 1) - 1, (outline.folds[at + 1] ?? 1) - 1));
        return ranges;
      },
    },
  );
}
