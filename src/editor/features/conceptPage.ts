/** The page "What is PLEG?": text and pictures that ship with the extension, shown without scripts. */
import * as vscode from 'vscode';
import { COMMANDS } from '../ids.ts';
import { createNonce } from '../panelHtml.ts';

const VIEW_TYPE = 'whatIsPleg';
const PAGE = ['dist', 'what-is-pleg.html'] as const;

/** Registers the command; there is one page at most. */
export function registerConceptPage(extension: vscode.Uri, log: vscode.LogOutputChannel): vscode.Disposable {
  let shown: vscode.WebviewPanel | undefined;
  return vscode.Disposable.from(
    new vscode.Disposable(() => {
      shown?.dispose();
    }),
    vscode.commands.registerCommand(COMMANDS.whatIsPleg, async () => {
      if (shown !== undefined) {
        shown.reveal();
        return;
      }
      const media = vscode.Uri.joinPath(extension, 'media');
      const panel = vscode.window.createWebviewPanel(VIEW_TYPE, 'What is PLEG?', vscode.ViewColumn.Active, {
        enableScripts: false,
        enableForms: false,
        enableFindWidget: true,
        localResourceRoots: [media],
      });
      shown = panel;
      panel.onDidDispose(() => {
        shown = undefined;
      });
      try {
        const body = new TextDecoder().decode(
          await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, ...PAGE)),
        );
        const { webview } = panel;
        webview.html = conceptHtml(body, webview.cspSource, createNonce(), (name) =>
          webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString(),
        );
      } catch (error) {
        log.error(error instanceof Error ? error : String(error));
        panel.dispose();
        void vscode.window.showErrorMessage('The page about PLEG could not be read. Install the extension again.');
      }
    }),
  );
}

/** The whole document around the page's text. `pictureOf` gives the address of a picture of `media/`. */
export function conceptHtml(
  body: string,
  cspSource: string,
  nonce: string,
  pictureOf: (name: string) => string,
): string {
  // Each picture is there for light and for dark themes.
  const text = body.replace(
    /<img src="(?:\.\.\/)?media\/([\w-]{1,40})-light\.png"([^>]{0,400})>/g,
    (_, name: string, rest: string) =>
      ['light', 'dark']
        .map((theme) => `<img class="${theme}" src="${pictureOf(`${name}-${theme}.png`)}"${rest}>`)
        .join(''),
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src ${cspSource}; style-src 'nonce-${nonce}'">
<title>What is PLEG?</title>
<style nonce="${nonce}">
body { max-width: 46rem; margin: 0 auto; padding: 1rem 1.5rem 3rem; line-height: 1.55; }
img { max-width: 100%; height: auto; border: 1px solid var(--vscode-panel-border); }
body.vscode-light .dark, body.vscode-high-contrast-light .dark { display: none; }
body.vscode-dark .light, body.vscode-high-contrast:not(.vscode-high-contrast-light) .light { display: none; }
code { font-family: var(--vscode-editor-font-family); }
h1, h2 { font-weight: 600; line-height: 1.25; }
h2 { margin-top: 2rem; }
table { border-collapse: collapse; }
td, th { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--vscode-panel-border); }
</style>
</head>
<body>
<main>
${text}
</main>
</body>
</html>`;
}
