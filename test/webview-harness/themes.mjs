/** VS Code's themes, put onto the page that is tested. */
export { THEMES } from '../../scripts/lib/themes.mjs';

/** Puts a theme onto the page as VS Code does: classes on the body, variables on the root, those of the theme before gone. To be run in the page. */
export function applyTheme({ name, theme }) {
  for (const known of [...document.documentElement.style])
    if (known.startsWith('--vscode-')) document.documentElement.style.removeProperty(known);
  for (const [key, value] of Object.entries(theme.variables))
    document.documentElement.style.setProperty(`--vscode-${key}`, value);
  const fonts = {
    'font-family': 'system-ui, "Liberation Sans", "DejaVu Sans", sans-serif',
    'font-size': '13px',
    'font-weight': 'normal',
    'editor-font-family': '"Liberation Mono", "DejaVu Sans Mono", monospace',
    'editor-font-size': '13px',
  };
  for (const [key, value] of Object.entries(fonts))
    document.documentElement.style.setProperty(`--vscode-${key}`, value);
  document.body.className = theme.classes;
  document.body.dataset['vscodeThemeKind'] = name;
}
