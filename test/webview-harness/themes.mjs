/** The variables of VS Code's four default themes that the page reads, as VS Code 1.139.1 gives them; `test/e2e/themes.e2e.test.ts` compares them. */

const light = {
  'badge-background': '#cccccc', 'badge-foreground': '#3b3b3b', 'button-background': '#005fb8', 'button-border': 'rgba(0, 0, 0, 0.1)', 'button-foreground': '#ffffff',
  'button-hoverBackground': '#0258a8', 'button-secondaryBackground': '#e5e5e5', 'button-secondaryForeground': '#3b3b3b', 'button-secondaryHoverBackground': '#cccccc',
  'charts-blue': '#0063d3', 'charts-foreground': '#3b3b3b', 'charts-green': '#388a34', 'charts-lines': 'rgba(59, 59, 59, 0.5)', 'charts-orange': 'rgba(234, 92, 0, 0.33)',
  'charts-purple': '#652d90', 'charts-red': '#e51400', 'charts-yellow': '#bf8803', 'checkbox-background': '#f8f8f8', 'checkbox-border': '#cecece',
  'checkbox-foreground': '#3b3b3b', 'descriptionForeground': '#3b3b3b', 'dropdown-background': '#ffffff', 'dropdown-border': '#cecece', 'dropdown-foreground': '#3b3b3b',
  'dropdown-listBackground': '#ffffff', 'editor-background': '#ffffff', 'editor-foreground': '#3b3b3b', 'editorCursor-foreground': '#000000',
  'editorError-foreground': '#e51400', 'editorHoverWidget-background': '#f8f8f8', 'editorHoverWidget-border': 'rgba(59, 59, 59, 0.2)',
  'editorHoverWidget-foreground': '#3b3b3b', 'editorInfo-foreground': '#0063d3', 'editorWarning-foreground': '#bf8803', 'editorWidget-background': '#f8f8f8',
  'editorWidget-border': 'rgba(59, 59, 59, 0.2)', 'editorWidget-foreground': '#3b3b3b', 'errorForeground': '#f85149', 'focusBorder': '#005fb8', 'foreground': '#3b3b3b',
  'icon-foreground': '#3b3b3b', 'input-background': '#ffffff', 'input-border': '#cecece', 'input-foreground': '#3b3b3b', 'input-placeholderForeground': '#767676',
  'inputValidation-errorBackground': '#f2dede', 'inputValidation-errorBorder': '#be1100', 'keybindingLabel-background': 'rgba(221, 221, 221, 0.4)',
  'keybindingLabel-border': 'rgba(204, 204, 204, 0.4)', 'list-activeSelectionBackground': '#e8e8e8', 'list-activeSelectionForeground': '#000000',
  'list-hoverBackground': '#f2f2f2', 'list-inactiveSelectionBackground': '#e4e6f1', 'panel-background': '#f8f8f8', 'panel-border': '#e5e5e5',
  'panelTitle-activeBorder': '#005fb8', 'panelTitle-activeForeground': '#3b3b3b', 'panelTitle-inactiveForeground': '#3b3b3b', 'progressBar-background': '#005fb8',
  'sash-hoverBorder': '#005fb8', 'scrollbarSlider-activeBackground': 'rgba(0, 0, 0, 0.6)', 'scrollbarSlider-background': 'rgba(100, 100, 100, 0.4)',
  'scrollbarSlider-hoverBackground': 'rgba(100, 100, 100, 0.7)', 'settings-checkboxBackground': '#f8f8f8', 'settings-dropdownListBorder': 'rgba(59, 59, 59, 0.2)',
  'testing-iconPassed': '#73c991', 'textCodeBlock-background': '#f8f8f8', 'textLink-activeForeground': '#005fb8', 'textLink-foreground': '#005fb8',
};

const dark = {
  'badge-background': '#616161', 'badge-foreground': '#f8f8f8', 'button-background': '#0078d4', 'button-border': 'rgba(255, 255, 255, 0.1)',
  'button-foreground': '#ffffff', 'button-hoverBackground': '#026ec1', 'button-secondaryBackground': 'rgba(0, 0, 0, 0)', 'button-secondaryForeground': '#cccccc',
  'button-secondaryHoverBackground': '#2b2b2b', 'charts-blue': '#59a4f9', 'charts-foreground': '#cccccc', 'charts-green': '#89d185',
  'charts-lines': 'rgba(204, 204, 204, 0.5)', 'charts-orange': 'rgba(234, 92, 0, 0.33)', 'charts-purple': '#b180d7', 'charts-red': '#f14c4c', 'charts-yellow': '#cca700',
  'checkbox-background': '#313131', 'checkbox-border': '#3c3c3c', 'checkbox-foreground': '#cccccc', 'descriptionForeground': '#9d9d9d', 'dropdown-background': '#313131',
  'dropdown-border': '#3c3c3c', 'dropdown-foreground': '#cccccc', 'dropdown-listBackground': '#1f1f1f', 'editor-background': '#1f1f1f', 'editor-foreground': '#cccccc',
  'editorCursor-foreground': '#aeafad', 'editorError-foreground': '#f14c4c', 'editorHoverWidget-background': '#202020',
  'editorHoverWidget-border': 'rgba(204, 204, 204, 0.2)', 'editorHoverWidget-foreground': '#cccccc', 'editorInfo-foreground': '#59a4f9',
  'editorWarning-foreground': '#cca700', 'editorWidget-background': '#202020', 'editorWidget-border': 'rgba(204, 204, 204, 0.2)', 'editorWidget-foreground': '#cccccc',
  'errorForeground': '#f85149', 'focusBorder': '#0078d4', 'foreground': '#cccccc', 'icon-foreground': '#cccccc', 'input-background': '#313131', 'input-border': '#3c3c3c',
  'input-foreground': '#cccccc', 'input-placeholderForeground': '#989898', 'inputValidation-errorBackground': '#5a1d1d', 'inputValidation-errorBorder': '#be1100',
  'keybindingLabel-background': 'rgba(128, 128, 128, 0.17)', 'keybindingLabel-border': 'rgba(51, 51, 51, 0.6)', 'list-activeSelectionBackground': '#04395e',
  'list-activeSelectionForeground': '#ffffff', 'list-hoverBackground': '#2a2d2e', 'list-inactiveSelectionBackground': '#37373d', 'panel-background': '#181818',
  'panel-border': '#2b2b2b', 'panelTitle-activeBorder': '#0078d4', 'panelTitle-activeForeground': '#cccccc', 'panelTitle-inactiveForeground': '#9d9d9d',
  'progressBar-background': '#0078d4', 'sash-hoverBorder': '#0078d4', 'scrollbarSlider-activeBackground': 'rgba(191, 191, 191, 0.4)',
  'scrollbarSlider-background': 'rgba(121, 121, 121, 0.4)', 'scrollbarSlider-hoverBackground': 'rgba(100, 100, 100, 0.7)', 'settings-checkboxBackground': '#313131',
  'settings-dropdownListBorder': 'rgba(204, 204, 204, 0.2)', 'testing-iconPassed': '#73c991', 'textCodeBlock-background': '#2b2b2b',
  'textLink-activeForeground': '#4daafc', 'textLink-foreground': '#4daafc',
};

const contrastDark = {
  'badge-background': '#000000', 'badge-foreground': '#ffffff', 'button-background': '#000000', 'button-border': '#6fc3df', 'button-foreground': '#ffffff',
  'button-hoverBackground': '#000000', 'button-secondaryForeground': '#ffffff', 'charts-blue': '#59a4f9', 'charts-foreground': '#ffffff', 'charts-green': '#89d185',
  'charts-lines': 'rgba(255, 255, 255, 0.5)', 'charts-purple': '#b180d7', 'charts-red': '#f48771', 'charts-yellow': '#ffd370', 'checkbox-background': '#000000',
  'checkbox-border': '#6fc3df', 'checkbox-foreground': '#ffffff', 'contrastActiveBorder': '#f38518', 'contrastBorder': '#6fc3df',
  'descriptionForeground': 'rgba(255, 255, 255, 0.7)', 'dropdown-background': '#000000', 'dropdown-border': '#6fc3df', 'dropdown-foreground': '#ffffff',
  'dropdown-listBackground': '#000000', 'editor-background': '#000000', 'editor-foreground': '#ffffff', 'editorCursor-foreground': '#ffffff',
  'editorError-foreground': '#f48771', 'editorHoverWidget-background': '#0c141f', 'editorHoverWidget-border': '#6fc3df', 'editorHoverWidget-foreground': '#ffffff',
  'editorInfo-foreground': '#59a4f9', 'editorWarning-foreground': '#ffd370', 'editorWidget-background': '#0c141f', 'editorWidget-border': '#6fc3df',
  'editorWidget-foreground': '#ffffff', 'errorForeground': '#f48771', 'focusBorder': '#f38518', 'foreground': '#ffffff', 'icon-foreground': '#ffffff',
  'input-background': '#000000', 'input-border': '#6fc3df', 'input-foreground': '#ffffff', 'input-placeholderForeground': 'rgba(255, 255, 255, 0.7)',
  'inputValidation-errorBackground': '#000000', 'inputValidation-errorBorder': '#6fc3df', 'keybindingLabel-background': 'rgba(0, 0, 0, 0)',
  'keybindingLabel-border': '#6fc3df', 'list-hoverBackground': 'rgba(255, 255, 255, 0.1)', 'panel-background': '#000000', 'panel-border': '#6fc3df',
  'panelTitle-activeBorder': '#6fc3df', 'panelTitle-activeForeground': '#ffffff', 'panelTitle-inactiveForeground': '#ffffff', 'progressBar-background': '#6fc3df',
  'sash-hoverBorder': '#f38518', 'scrollbarSlider-activeBackground': '#6fc3df', 'scrollbarSlider-background': 'rgba(111, 195, 223, 0.6)',
  'scrollbarSlider-hoverBackground': 'rgba(111, 195, 223, 0.8)', 'settings-checkboxBackground': '#000000', 'settings-dropdownListBorder': '#6fc3df',
  'testing-iconPassed': '#73c991', 'textCodeBlock-background': '#000000', 'textLink-activeForeground': '#21a6ff', 'textLink-foreground': '#21a6ff',
};

const contrastLight = {
  'badge-background': '#0f4a85', 'badge-foreground': '#ffffff', 'button-background': '#0f4a85', 'button-border': '#0f4a85', 'button-foreground': '#ffffff',
  'button-hoverBackground': '#0f4a85', 'button-secondaryBackground': '#ffffff', 'button-secondaryForeground': '#292929', 'charts-blue': '#0063d3',
  'charts-foreground': '#292929', 'charts-green': '#374e06', 'charts-lines': 'rgba(41, 41, 41, 0.5)', 'charts-purple': '#652d90', 'charts-red': '#b5200d',
  'charts-yellow': '#895503', 'checkbox-background': '#ffffff', 'checkbox-border': '#0f4a85', 'checkbox-foreground': '#292929', 'contrastActiveBorder': '#006bbd',
  'contrastBorder': '#0f4a85', 'descriptionForeground': 'rgba(41, 41, 41, 0.7)', 'dropdown-background': '#ffffff', 'dropdown-border': '#0f4a85',
  'dropdown-foreground': '#292929', 'dropdown-listBackground': '#ffffff', 'editor-background': '#ffffff', 'editor-foreground': '#292929',
  'editorCursor-foreground': '#0f4a85', 'editorError-foreground': '#b5200d', 'editorHoverWidget-background': '#ffffff', 'editorHoverWidget-border': '#0f4a85',
  'editorHoverWidget-foreground': '#292929', 'editorInfo-foreground': '#0063d3', 'editorWarning-foreground': '#895503', 'editorWidget-background': '#ffffff',
  'editorWidget-border': '#0f4a85', 'editorWidget-foreground': '#292929', 'errorForeground': '#b5200d', 'focusBorder': '#006bbd', 'foreground': '#292929',
  'icon-foreground': '#292929', 'input-background': '#ffffff', 'input-border': '#0f4a85', 'input-foreground': '#292929',
  'input-placeholderForeground': 'rgba(41, 41, 41, 0.7)', 'inputValidation-errorBackground': '#ffffff', 'inputValidation-errorBorder': '#0f4a85',
  'inputValidation-errorForeground': '#292929', 'keybindingLabel-background': 'rgba(0, 0, 0, 0)', 'keybindingLabel-border': '#0f4a85',
  'list-activeSelectionBackground': 'rgba(15, 74, 133, 0.1)', 'list-hoverBackground': 'rgba(15, 74, 133, 0.1)',
  'list-inactiveSelectionBackground': 'rgba(15, 74, 133, 0.1)', 'panel-background': '#ffffff', 'panel-border': '#0f4a85', 'panelTitle-activeBorder': '#b5200d',
  'panelTitle-activeForeground': '#292929', 'panelTitle-inactiveForeground': '#292929', 'progressBar-background': '#0f4a85', 'sash-hoverBorder': '#006bbd',
  'scrollbarSlider-activeBackground': '#0f4a85', 'scrollbarSlider-background': 'rgba(15, 74, 133, 0.4)', 'scrollbarSlider-hoverBackground': 'rgba(15, 74, 133, 0.8)',
  'settings-checkboxBackground': '#ffffff', 'settings-dropdownListBorder': '#0f4a85', 'testing-iconPassed': '#007100', 'textCodeBlock-background': '#f2f2f2',
  'textLink-activeForeground': '#0f4a85', 'textLink-foreground': '#0f4a85',
};

/** @type {Readonly<Record<'light' | 'dark' | 'hc-black' | 'hc-light', { classes: string, variables: Record<string, string> }>>} */
export const THEMES = {
  'light': { classes: 'vscode-light', variables: light },
  'dark': { classes: 'vscode-dark', variables: dark },
  'hc-black': { classes: 'vscode-high-contrast', variables: contrastDark },
  'hc-light': { classes: 'vscode-high-contrast-light vscode-high-contrast', variables: contrastLight },
};

/** Puts a theme onto the page as VS Code does: classes on the body, variables on the root, those of the theme before gone. To be run in the page. */
export function applyTheme({ name, theme }) {
  for (const known of [...document.documentElement.style]) if (known.startsWith('--vscode-')) document.documentElement.style.removeProperty(known);
  for (const [key, value] of Object.entries(theme.variables)) document.documentElement.style.setProperty(`--vscode-${key}`, value);
  const fonts = { 'font-family': 'system-ui, "Liberation Sans", "DejaVu Sans", sans-serif', 'font-size': '13px', 'font-weight': 'normal', 'editor-font-family': '"Liberation Mono", "DejaVu Sans Mono", monospace', 'editor-font-size': '13px' };
  for (const [key, value] of Object.entries(fonts)) document.documentElement.style.setProperty(`--vscode-${key}`, value);
  document.body.className = theme.classes;
  document.body.dataset['vscodeThemeKind'] = name;
}
