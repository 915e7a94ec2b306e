/** The variables of VS Code's four default themes that the page reads. */

const dark = {
  'foreground': '#cccccc', 'descriptionForeground': '#9d9d9d', 'errorForeground': '#f85149', 'focusBorder': '#0078d4', 'textLink-foreground': '#4daafc', 'textLink-activeForeground': '#4daafc',
  'editor-background': '#1f1f1f', 'editor-foreground': '#cccccc', 'panel-border': '#2b2b2b', 'editorWidget-background': '#202020', 'editorWidget-foreground': '#cccccc', 'editorWidget-border': '#313131',
  'editorHoverWidget-background': '#202020', 'editorHoverWidget-foreground': '#cccccc', 'editorHoverWidget-border': '#454545', 'editorWarning-foreground': '#cca700', 'editorError-foreground': '#f14c4c', 'editorInfo-foreground': '#59a4f9',
  'charts-foreground': '#cccccc', 'charts-lines': '#cccccc80', 'charts-red': '#f14c4c', 'charts-blue': '#59a4f9', 'charts-yellow': '#cca700', 'charts-orange': '#d18616', 'charts-green': '#89d185', 'charts-purple': '#b180d7',
  'list-hoverBackground': '#2a2d2e', 'list-activeSelectionBackground': '#04395e', 'list-activeSelectionForeground': '#ffffff', 'list-inactiveSelectionBackground': '#37373d', 'textCodeBlock-background': '#2b2b2b',
  'button-background': '#0078d4', 'button-foreground': '#ffffff', 'button-hoverBackground': '#026ec1', 'button-secondaryBackground': '#313131', 'button-secondaryForeground': '#cccccc', 'button-secondaryHoverBackground': '#3c3c3c', 'button-border': '#ffffff12',
  'input-background': '#313131', 'input-foreground': '#cccccc', 'input-border': '#3c3c3c', 'input-placeholderForeground': '#989898', 'dropdown-background': '#313131', 'dropdown-foreground': '#cccccc', 'dropdown-border': '#3c3c3c', 'dropdown-listBackground': '#1f1f1f',
  'settings-checkboxBackground': '#313131', 'checkbox-background': '#313131', 'checkbox-border': '#3c3c3c', 'checkbox-foreground': '#cccccc', 'progressBar-background': '#0078d4', 'editorCursor-foreground': '#aeafad', 'testing-iconPassed': '#73c991',
  'keybindingLabel-background': '#8080802b', 'keybindingLabel-border': '#33333399', 'scrollbarSlider-background': '#79797966', 'icon-foreground': '#cccccc',
};
const light = {
  ...dark,
  'foreground': '#3b3b3b', 'descriptionForeground': '#3b3b3b', 'errorForeground': '#f85149', 'focusBorder': '#005fb8', 'textLink-foreground': '#005fb8', 'textLink-activeForeground': '#005fb8',
  'editor-background': '#ffffff', 'editor-foreground': '#3b3b3b', 'panel-border': '#e5e5e5', 'editorWidget-background': '#f8f8f8', 'editorWidget-foreground': '#3b3b3b', 'editorWidget-border': '#c8c8c8',
  'editorHoverWidget-background': '#f8f8f8', 'editorHoverWidget-foreground': '#3b3b3b', 'editorHoverWidget-border': '#c8c8c8', 'editorWarning-foreground': '#bf8803', 'editorError-foreground': '#e51400', 'editorInfo-foreground': '#0063d3',
  'charts-foreground': '#3b3b3b', 'charts-lines': '#3b3b3b80', 'charts-red': '#e51400', 'charts-blue': '#0063d3', 'charts-yellow': '#bf8803', 'charts-orange': '#d18616', 'charts-green': '#388a34', 'charts-purple': '#652d90',
  'list-hoverBackground': '#f2f2f2', 'list-activeSelectionBackground': '#e8e8e8', 'list-activeSelectionForeground': '#000000', 'list-inactiveSelectionBackground': '#e4e6f1', 'textCodeBlock-background': '#f8f8f8',
  'button-background': '#005fb8', 'button-foreground': '#ffffff', 'button-hoverBackground': '#0258a8', 'button-secondaryBackground': '#e5e5e5', 'button-secondaryForeground': '#3b3b3b', 'button-secondaryHoverBackground': '#cccccc', 'button-border': '#0000001a',
  'input-background': '#ffffff', 'input-foreground': '#3b3b3b', 'input-border': '#cecece', 'input-placeholderForeground': '#767676', 'dropdown-background': '#ffffff', 'dropdown-foreground': '#3b3b3b', 'dropdown-border': '#cecece', 'dropdown-listBackground': '#ffffff',
  'settings-checkboxBackground': '#f8f8f8', 'checkbox-background': '#f8f8f8', 'checkbox-border': '#cecece', 'checkbox-foreground': '#3b3b3b', 'progressBar-background': '#005fb8', 'editorCursor-foreground': '#000000', 'testing-iconPassed': '#73c991',
  'keybindingLabel-background': '#dddddd66', 'keybindingLabel-border': '#cccccc66', 'icon-foreground': '#3b3b3b',
};
const contrastDark = {
  ...dark,
  'foreground': '#ffffff', 'descriptionForeground': '#ffffffb3', 'errorForeground': '#f48771', 'focusBorder': '#f38518', 'contrastBorder': '#6fc3df', 'contrastActiveBorder': '#f38518', 'textLink-foreground': '#21a6ff', 'textLink-activeForeground': '#21a6ff',
  'editor-background': '#000000', 'editor-foreground': '#ffffff', 'panel-border': '#6fc3df', 'editorWidget-background': '#0c141f', 'editorWidget-foreground': '#ffffff', 'editorWidget-border': '#6fc3df',
  'editorHoverWidget-background': '#0c141f', 'editorHoverWidget-foreground': '#ffffff', 'editorHoverWidget-border': '#6fc3df', 'editorWarning-foreground': '#ffd370', 'editorError-foreground': '#f48771', 'editorInfo-foreground': '#21a6ff',
  'charts-foreground': '#ffffff', 'charts-red': '#f48771', 'charts-blue': '#21a6ff', 'charts-yellow': '#ffd370', 'charts-orange': '#d18616', 'charts-green': '#89d185', 'charts-purple': '#b180d7',
  'list-hoverBackground': '#ffffff1a', 'list-activeSelectionBackground': 'transparent', 'list-activeSelectionForeground': '#ffffff', 'list-inactiveSelectionBackground': 'transparent', 'textCodeBlock-background': '#000000',
  'button-background': '#000000', 'button-foreground': '#ffffff', 'button-hoverBackground': '#000000', 'button-secondaryBackground': '#000000', 'button-secondaryForeground': '#ffffff', 'button-secondaryHoverBackground': '#000000', 'button-border': '#6fc3df',
  'input-background': '#000000', 'input-foreground': '#ffffff', 'input-border': '#6fc3df', 'input-placeholderForeground': '#ffffffb3', 'dropdown-background': '#000000', 'dropdown-foreground': '#ffffff', 'dropdown-border': '#6fc3df', 'dropdown-listBackground': '#000000',
  'checkbox-background': '#000000', 'checkbox-border': '#6fc3df', 'checkbox-foreground': '#ffffff', 'progressBar-background': '#6fc3df', 'editorCursor-foreground': '#ffffff', 'icon-foreground': '#ffffff', 'keybindingLabel-border': '#6fc3df', 'keybindingLabel-background': '#00000000',
};
const contrastLight = {
  ...light,
  'foreground': '#292929', 'descriptionForeground': '#292929b3', 'errorForeground': '#b5200d', 'focusBorder': '#006bbd', 'contrastBorder': '#0f4a85', 'contrastActiveBorder': '#006bbd', 'textLink-foreground': '#0f4a85', 'textLink-activeForeground': '#0f4a85',
  'editor-background': '#ffffff', 'editor-foreground': '#292929', 'panel-border': '#0f4a85', 'editorWidget-background': '#ffffff', 'editorWidget-foreground': '#292929', 'editorWidget-border': '#0f4a85',
  'editorHoverWidget-background': '#ffffff', 'editorHoverWidget-foreground': '#292929', 'editorHoverWidget-border': '#0f4a85', 'editorWarning-foreground': '#895503', 'editorError-foreground': '#b5200d', 'editorInfo-foreground': '#0063d3',
  'charts-foreground': '#292929', 'charts-red': '#b5200d', 'charts-blue': '#0063d3', 'charts-yellow': '#895503', 'charts-orange': '#d18616', 'charts-green': '#374e06', 'charts-purple': '#652d90',
  'list-hoverBackground': '#0f4a851a', 'list-activeSelectionBackground': '#0f4a851a', 'list-activeSelectionForeground': '#292929', 'list-inactiveSelectionBackground': '#0f4a851a', 'textCodeBlock-background': '#f2f2f2',
  'button-background': '#0f4a85', 'button-foreground': '#ffffff', 'button-hoverBackground': '#0f4a85', 'button-secondaryBackground': '#ffffff', 'button-secondaryForeground': '#292929', 'button-secondaryHoverBackground': '#ffffff', 'button-border': '#0f4a85',
  'input-background': '#ffffff', 'input-foreground': '#292929', 'input-border': '#0f4a85', 'input-placeholderForeground': '#292929b3', 'dropdown-background': '#ffffff', 'dropdown-foreground': '#292929', 'dropdown-border': '#0f4a85', 'dropdown-listBackground': '#ffffff',
  'checkbox-background': '#ffffff', 'checkbox-border': '#0f4a85', 'checkbox-foreground': '#292929', 'progressBar-background': '#0f4a85', 'editorCursor-foreground': '#0f4a85', 'icon-foreground': '#292929', 'keybindingLabel-border': '#0f4a85', 'keybindingLabel-background': '#ffffff',
};

/** @type {Readonly<Record<'light' | 'dark' | 'hc-black' | 'hc-light', { classes: string, variables: Record<string, string> }>>} */
export const THEMES = {
  'light': { classes: 'vscode-light', variables: light },
  'dark': { classes: 'vscode-dark', variables: dark },
  'hc-black': { classes: 'vscode-high-contrast', variables: contrastDark },
  'hc-light': { classes: 'vscode-high-contrast-light vscode-high-contrast', variables: contrastLight },
};

/** Puts a theme onto the page as VS Code does: classes on the body, variables on the root. To be run in the page. */
export function applyTheme({ name, theme }) {
  for (const [key, value] of Object.entries(theme.variables)) document.documentElement.style.setProperty(`--vscode-${key}`, value);
  const fonts = { 'font-family': 'system-ui, "Liberation Sans", "DejaVu Sans", sans-serif', 'font-size': '13px', 'font-weight': 'normal', 'editor-font-family': '"Liberation Mono", "DejaVu Sans Mono", monospace', 'editor-font-size': '13px' };
  for (const [key, value] of Object.entries(fonts)) document.documentElement.style.setProperty(`--vscode-${key}`, value);
  document.body.className = theme.classes;
  document.body.dataset['vscodeThemeKind'] = name;
}
