/** The editor's theme as colours for the canvases. Read again whenever VS Code changes the body's classes or variables. */
import { type Colour, cssColour, mix, parseColour, withContrast } from './contrast.ts';

/** What a colour means; a shape or a pattern says the same beside it (looks.ts). */
export const COLOUR_ROLES = ['good', 'bad', 'warn', 'info', 'special', 'neutral'] as const;
export type ColourRole = (typeof COLOUR_ROLES)[number];

export interface Theme {
  readonly dark: boolean;
  readonly highContrast: boolean;
  readonly background: Colour;
  readonly foreground: Colour;
  readonly muted: Colour;
  readonly grid: Colour;
  readonly focus: Colour;
  readonly selection: Colour;
  readonly roles: Readonly<Record<ColourRole, Colour>>;
  /** Font of labels on canvases, CSS syntax. */
  readonly font: string;
  readonly fontFamily: string;
}

const ROLE_VARIABLES: Readonly<Record<ColourRole, readonly string[]>> = {
  good: ['--vscode-charts-green', '--vscode-testing-iconPassed'],
  bad: ['--vscode-charts-red', '--vscode-editorError-foreground', '--vscode-errorForeground'],
  // Not the orange of the charts: VS Code's is half transparent and turns to brown on a dark ground.
  warn: ['--vscode-charts-yellow', '--vscode-editorWarning-foreground', '--vscode-charts-orange'],
  info: ['--vscode-charts-blue', '--vscode-editorInfo-foreground', '--vscode-textLink-foreground'],
  special: ['--vscode-charts-purple', '--vscode-textLink-foreground'],
  neutral: ['--vscode-descriptionForeground', '--vscode-foreground'],
};

/** A mark that carries meaning needs this contrast to what is behind it (WCAG 1.4.11). */
const MARK_CONTRAST = 3;
const TEXT_CONTRAST = 4.5;

/** Reads the theme from the computed style of the body. */
export function readTheme(): Theme {
  const style = getComputedStyle(document.body);
  const read = (names: readonly string[], otherwise: Colour): Colour => {
    for (const name of names) {
      const colour = parseColour(style.getPropertyValue(name));
      if (colour !== undefined) return colour;
    }
    return otherwise;
  };
  const classes = document.body.classList;
  const highContrast = classes.contains('vscode-high-contrast') || classes.contains('vscode-high-contrast-light');
  const dark = classes.contains('vscode-dark') || (highContrast && !classes.contains('vscode-high-contrast-light'));
  const background = read(['--vscode-editor-background'], dark ? grey(30) : grey(255));
  const foreground = withContrast(read(['--vscode-editor-foreground', '--vscode-foreground'], dark ? grey(204) : grey(50)), background, TEXT_CONTRAST);
  const muted = withContrast(read(['--vscode-descriptionForeground'], foreground), background, TEXT_CONTRAST);
  const role = (name: ColourRole): Colour => withContrast(read(ROLE_VARIABLES[name], muted), background, highContrast ? TEXT_CONTRAST : MARK_CONTRAST);
  const family = style.getPropertyValue('--vscode-font-family') || 'sans-serif';
  return {
    dark, highContrast, background, foreground, muted,
    grid: highContrast ? mix(foreground, background, 0.35) : mix(foreground, background, 0.12),
    focus: read(highContrast ? ['--vscode-contrastActiveBorder', '--vscode-focusBorder'] : ['--vscode-focusBorder'], foreground),
    selection: read(['--vscode-focusBorder', '--vscode-list-activeSelectionBackground'], foreground),
    roles: { good: role('good'), bad: role('bad'), warn: role('warn'), info: role('info'), special: role('special'), neutral: role('neutral') },
    font: `11px ${family}`,
    fontFamily: family,
  };
}

function grey(value: number): Colour {
  return { red: value, green: value, blue: value, alpha: 1 };
}

/** Gives the style sheets the colours that were moved to enough contrast, as `--kt-…` on `node`. */
export function exportTheme(theme: Theme, node: HTMLElement): void {
  for (const role of COLOUR_ROLES) node.style.setProperty(`--kt-${role}`, cssColour(withContrast(theme.roles[role], theme.background, TEXT_CONTRAST)));
}

/** Calls `changed` with the new theme after the editor changed it; several changes at once make one call. Returns what ends it. */
export function watchTheme(changed: (theme: Theme) => void): () => void {
  let waiting = false;
  const observer = new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      changed(readTheme());
    });
  });
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'style', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'style'] });
  return () => observer.disconnect();
}

export { cssColour };
