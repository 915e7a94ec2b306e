/** The panel's HTML, in one place. The page may run our script and our style sheet and nothing else; it can reach no network. */
import type { Words } from '../../language/language.ts';

export interface PanelHtmlOptions {
  /** `webview.cspSource`. */
  readonly cspSource: string;
  /** For our script and what it loads later; fresh for each page, from `createNonce`. */
  readonly nonce: string;
  /** For the style element that the toolkit makes for itself, to see whether `:focus-visible` is known; another one, because a script can read it. */
  readonly styleNonce: string;
  readonly script: string;
  readonly style: string;
  /** The log's name; a stranger's text. */
  readonly title: string;
  /** The language of the page and its words; absent: English. */
  readonly language?: { readonly tag: string; readonly words: Words } | undefined;
  /** The log's address, which the page keeps in its state so that the panel can be restored. */
  readonly log: string;
}

/** The content security policy of the page. */
export function panelPolicy({
  cspSource,
  nonce,
  styleNonce,
}: Pick<PanelHtmlOptions, 'cspSource' | 'nonce' | 'styleNonce'>): string {
  return `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${cspSource} 'nonce-${styleNonce}'; img-src ${cspSource} data:; font-src ${cspSource}`;
}

/** The whole document. All values are escaped. */
export function panelHtml(options: PanelHtmlOptions): string {
  const { nonce, styleNonce, script, style, title, log, language } = options;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language?.tag ?? 'en')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(panelPolicy(options))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" content="${escapeHtml(styleNonce)}">
<meta name="kubelet-timeline-log" content="${escapeHtml(log)}">
${language === undefined ? '' : `<meta name="kubelet-timeline-words" content="${escapeHtml(JSON.stringify(language.words))}">\n`}<link rel="stylesheet" href="${escapeHtml(style)}">
<title>${escapeHtml(title)}</title>
</head>
<body>
<div id="kubelet-timeline"></div>
<script type="module" nonce="${escapeHtml(nonce)}" src="${escapeHtml(script)}"></script>
</body>
</html>
`;
}

/** 144 random bits, in characters that a policy and an attribute can hold. */
export function createNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
