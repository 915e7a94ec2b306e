/** Pages of text and pictures that ship with the extension, shown without scripts: "What is PLEG?", how to get a log, and what findings mean. */
import * as vscode from 'vscode';
import { COMMANDS } from '../ids.ts';
import { createNonce } from '../panel/panelHtml.ts';
import { findingGuide } from './findingGuide.ts';
import { pageLanguage, t } from '../said.ts';

interface HelpPage {
  readonly viewType: string;
  readonly title: string;
  /** Its name in `dist/`, without `.html`. */
  readonly file: string;
  /** Languages that it is written in beside English: `what-is-pleg.zh-cn`. */
  readonly languages?: readonly string[];
  /** What of the file is shown when something was asked for; all of it where this is absent. */
  readonly part?: (text: string, asked: unknown) => string;
}

const PLEG: HelpPage = { viewType: 'whatIsPleg', title: 'What is PLEG?', file: 'what-is-pleg', languages: ['zh-CN'] };
const LOGS: HelpPage = { viewType: 'gettingLogs', title: "Getting a Kubelet's Log", file: 'getting-logs' };
const FINDINGS: HelpPage = { viewType: 'findings', title: 'What Findings Mean', file: 'findings', part: findingGuide };

/** Registers the commands. */
export function registerHelpPages(extension: vscode.Uri, log: vscode.LogOutputChannel): vscode.Disposable {
  const pleg = new HelpPanel(PLEG, extension, log);
  const logs = new HelpPanel(LOGS, extension, log);
  const findings = new HelpPanel(FINDINGS, extension, log);
  return vscode.Disposable.from(
    pleg,
    logs,
    findings,
    vscode.commands.registerCommand(COMMANDS.whatIsPleg, async () => pleg.show()),
    vscode.commands.registerCommand(COMMANDS.gettingLogs, async () => logs.show()),
    vscode.commands.registerCommand(COMMANDS.showFinding, async (id: unknown) => findings.show(id)),
  );
}

/** One of the pages, open once at most. */
class HelpPanel implements vscode.Disposable {
  readonly #page: HelpPage;
  readonly #extension: vscode.Uri;
  readonly #log: vscode.LogOutputChannel;
  #shown: vscode.WebviewPanel | undefined;

  constructor(page: HelpPage, extension: vscode.Uri, log: vscode.LogOutputChannel) {
    this.#page = page;
    this.#extension = extension;
    this.#log = log;
  }

  /** @param asked a part of the page */
  async show(asked?: unknown): Promise<void> {
    const { viewType, file, part, languages = [] } = this.#page;
    const wanted = pageLanguage()?.tag;
    const language = wanted !== undefined && languages.includes(wanted) ? wanted : undefined;
    const name = language === undefined ? file : `${file}.${language.toLowerCase()}`;
    if (this.#shown !== undefined) {
      this.#shown.reveal();
      if (part === undefined) return;
    }
    const title = t(this.#page.title);
    const media = vscode.Uri.joinPath(this.#extension, 'media');
    const panel = this.#shown ?? this.#open(viewType, title, media);
    try {
      const body = new TextDecoder().decode(
        await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.#extension, 'dist', `${name}.html`)),
      );
      const { webview } = panel;
      webview.html = helpHtml(
        title,
        part === undefined ? body : part(body, asked),
        webview.cspSource,
        createNonce(),
        (picture) => webview.asWebviewUri(vscode.Uri.joinPath(media, picture)).toString(),
        language,
      );
    } catch (error) {
      this.#log.error(error instanceof Error ? error : String(error));
      panel.dispose();
      void vscode.window.showErrorMessage(t('The page "{0}" could not be read. Install the extension again.', title));
    }
  }

  #open(viewType: string, title: string, media: vscode.Uri): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active, {
      enableScripts: false,
      enableForms: false,
      enableFindWidget: true,
      enableCommandUris: this.#page.part === undefined ? false : [COMMANDS.showFinding],
      localResourceRoots: [media],
    });
    this.#shown = panel;
    panel.onDidDispose(() => {
      this.#shown = undefined;
    });
    return panel;
  }

  dispose(): void {
    this.#shown?.dispose();
  }
}

/** Longer words of a command, such as a path, may break. */
const LONGEST_WORD = 40;

/** The whole document around the page's text. `pictureOf` gives the address of a picture of `media/`. */
export function helpHtml(
  title: string,
  body: string,
  cspSource: string,
  nonce: string,
  pictureOf: (name: string) => string,
  language = 'en',
): string {
  // A command breaks between its words only: an option would lose its dash.
  const unbroken = body.replace(
    /<code>([^<]{1,400})<\/code>/g,
    (_, code: string) =>
      `<code>${code
        .split(' ')
        .map((word) => (word.length <= LONGEST_WORD ? `<span>${word}</span>` : word))
        .join(' ')}</code>`,
  );
  // Each picture is there for light and for dark themes.
  const text = unbroken.replace(
    /<img src="(?:\.\.\/)?media\/([\w-]{1,40})-light\.png"([^>]{0,400})>/g,
    (_, name: string, rest: string) =>
      ['light', 'dark']
        .map((theme) => `<img class="${theme}" src="${pictureOf(`${name}-${theme}.png`)}"${rest}>`)
        .join(''),
  );
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src ${cspSource}; style-src 'nonce-${nonce}'">
<title>${title}</title>
<style nonce="${nonce}">
body { max-width: 46rem; margin: 0 auto; padding: 1rem 1.5rem 3rem; line-height: 1.55; }
img { max-width: 100%; height: auto; border: 1px solid var(--vscode-panel-border); }
body.vscode-light .dark, body.vscode-high-contrast-light .dark { display: none; }
body.vscode-dark .light, body.vscode-high-contrast:not(.vscode-high-contrast-light) .light { display: none; }
code { font-family: var(--vscode-editor-font-family); }
code span { white-space: nowrap; }
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
