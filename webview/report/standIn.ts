/** Stands where the editor would: messages go to the file around the frame, the theme is the browser's. Loaded before the page. */
import type { PageToHost } from '../../src/protocol/protocol.ts';

let state: unknown;

Object.assign(window, {
  acquireVsCodeApi: () => ({
    postMessage: (message: PageToHost) => window.parent.postMessage(message, '*'),
    getState: () => state,
    setState: (value: unknown) => {
      state = value;
    },
  }),
});

const dark = matchMedia('(prefers-color-scheme: dark)');
const strong = matchMedia('(prefers-contrast: more)');

function setTheme(): void {
  const { classList, dataset } = document.body;
  const tone = dark.matches ? 'dark' : 'light';
  // The toolkit reads this, whenever the classes change: what a theme of high contrast has no colour for is transparent then.
  dataset['vscodeThemeKind'] = strong.matches
    ? `vscode-high-contrast${dark.matches ? '' : '-light'}`
    : `vscode-${tone}`;
  classList.toggle('vscode-dark', dark.matches && !strong.matches);
  classList.toggle('vscode-light', !dark.matches && !strong.matches);
  classList.toggle('vscode-high-contrast', strong.matches);
  classList.toggle('vscode-high-contrast-light', strong.matches && !dark.matches);
}

setTheme();
dark.addEventListener('change', setTheme);
strong.addEventListener('change', setTheme);
