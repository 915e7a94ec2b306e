/** Looks at the page as a reader would, from within it. Bundled into the fake editor, and into what the tests in VS Code run in the panel. */
import { faintGraphics, type GraphicsReport } from './graphicFaults.ts';
import { layoutFaults, type LayoutReport } from './layoutFaults.ts';
import { withAllFound } from './stack.ts';
import { faintTexts, type TextReport } from './textFaults.ts';

export { readTheme } from '../../../webview/page/theme.ts';
export { PARTS } from './graphicFaults.ts';
export { INK, watchInk } from './ink.ts';
export { changedPixels, progressColours } from './pictures.ts';
export { faintGraphics, faintTexts, layoutFaults };

export interface Looks {
  readonly texts: TextReport;
  readonly graphics: GraphicsReport;
  readonly layout: LayoutReport;
}

/** All of it at once. */
export function look(): Looks {
  return withAllFound(() => ({ texts: faintTexts(), graphics: faintGraphics(), layout: layoutFaults() }));
}
