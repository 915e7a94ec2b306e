/** The editor's theme as colours for the canvases. Read again whenever VS Code changes the body's classes or variables. */
import { type Colour, contrast, cssColour, mix, parseColour, withContrast } from './contrast.ts';

/** What a colour means; a shape or a pattern says the same beside it (looks.ts). */
export const COLOUR_ROLES = ['good', 'bad', 'warn', 'info', 'special', 'neutral'] as const;
export type ColourRole = (typeof COLOUR_ROLES)[number];

export interface Theme {
  readonly highContrast: boolean;
  readonly background: Colour;
  readonly foreground: Colour;
  readonly muted: Colour;
  readonly grid: Colour;
  readonly focus: Colour;
  readonly roles: Readonly<Record<ColourRole, Colour>>;
  /** The same for what is only likely: as near to the background as can still be seen. */
  readonly faint: Readonly<Record<ColourRole, Colour>>;
  /** What episodes are shaded with; `strength` is the part of the colour in one layer, of which what is proven has two. */
  readonly shade: { readonly episode: Colour; readonly startup: Colour; readonly strength: number };
  /** Every ground that marks and labels may stand on: the background, plain and shaded, with and without the focus of a lane. */
  readonly grounds: readonly Colour[];
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
/** What a colour may lose when it is drawn in whole numbers. */
const ROUNDED = 0.05;
/** How much of its colour is left at least of what is only likely. */
const FAINT = 0.6;
/** Layers of shade over one another in the overview, where nothing else tells of an episode. */
export const OVERVIEW_LAYERS = 3;
/** How much of the focus colour lies over the focused lane. */
export const FOCUSED = 0.09;

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
  const roleOn = (name: ColourRole, grounds: readonly Colour[]): Colour =>
    withContrast(
      read(ROLE_VARIABLES[name], read(ROLE_VARIABLES.neutral, grey(128))),
      background,
      highContrast ? TEXT_CONTRAST : MARK_CONTRAST,
      grounds,
    );
  const shade = { episode: roleOn('bad', []), startup: roleOn('neutral', []), strength: highContrast ? 0.06 : 0.04 };
  const focus = read(
    highContrast ? ['--vscode-contrastActiveBorder', '--vscode-focusBorder'] : ['--vscode-focusBorder'],
    grey(128),
  );
  const grounds = groundsOf(background, shade, focus);
  const foreground = withContrast(
    read(['--vscode-editor-foreground', '--vscode-foreground'], dark ? grey(204) : grey(50)),
    background,
    TEXT_CONTRAST,
    grounds,
  );
  const muted = withContrast(read(['--vscode-descriptionForeground'], foreground), background, TEXT_CONTRAST, grounds);
  const role = (name: ColourRole): Colour => roleOn(name, grounds);
  const roles = byRole(role);
  const faint = (name: ColourRole): Colour => (highContrast ? roles[name] : faded(roles[name], background, grounds));
  const family = style.getPropertyValue('--vscode-font-family') || 'sans-serif';
  return {
    highContrast,
    background,
    foreground,
    muted,
    grid: highContrast ? mix(foreground, background, 0.35) : mix(foreground, background, 0.12),
    focus,
    roles,
    faint: byRole(faint),
    shade,
    grounds,
    font: `11px ${family}`,
    fontFamily: family,
  };
}

function byRole(colourOf: (role: ColourRole) => Colour): Theme['roles'] {
  return {
    good: colourOf('good'),
    bad: colourOf('bad'),
    warn: colourOf('warn'),
    info: colourOf('info'),
    special: colourOf('special'),
    neutral: colourOf('neutral'),
  };
}

/** The background as it looks shaded: once where bounds leave an episode open, twice where it is proven, over a start-up, in the overview, and each with the focus over it. */
function groundsOf(
  background: Colour,
  { episode, startup, strength }: Theme['shade'],
  focus: Colour,
): readonly Colour[] {
  const over = (colour: Colour, ground: Colour, layers: number): Colour =>
    layers === 0 ? ground : over(colour, mix(colour, ground, strength), layers - 1);
  const plain = [background, over(startup, background, 2), over(startup, background, OVERVIEW_LAYERS)];
  const shaded = plain.flatMap((ground) => [
    ground,
    over(episode, ground, 1),
    over(episode, ground, 2),
    over(episode, ground, OVERVIEW_LAYERS),
  ]);
  return [...shaded, ...shaded.map((ground) => mix(focus, ground, FOCUSED))];
}

/** A colour mixed with the background, as much as it can take and still be seen on every ground. */
function faded(colour: Colour, background: Colour, grounds: readonly Colour[]): Colour {
  for (let part = FAINT; part < 1; part += 0.05) {
    const candidate = mix(colour, background, part);
    if (grounds.every((ground) => contrast(candidate, ground) >= MARK_CONTRAST + ROUNDED)) return candidate;
  }
  return colour;
}

function grey(value: number): Colour {
  return { red: value, green: value, blue: value, alpha: 1 };
}

/** Gives the style sheets the colours that were moved to enough contrast, as `--kt-…` on `node`. */
export function exportTheme(theme: Theme, node: HTMLElement): void {
  for (const role of COLOUR_ROLES)
    node.style.setProperty(`--kt-${role}`, cssColour(withContrast(theme.roles[role], theme.background, TEXT_CONTRAST)));
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
