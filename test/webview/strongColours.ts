import { expect } from 'vitest';
import { type Colour, contrast } from '../../webview/page/contrast.ts';
import { COLOUR_ROLES, type Theme } from '../../webview/page/theme.ts';

/** Every colour of a theme that the page read can be told from every ground it may stand on. */
export function expectStrongColours(theme: Theme): void {
  const least = (colour: Colour): number => Math.min(...theme.grounds.map((ground) => contrast(colour, ground)));
  expect(theme.grounds.length).toBeGreaterThan(10);
  for (const role of COLOUR_ROLES) {
    expect(least(theme.roles[role]), role).toBeGreaterThanOrEqual(theme.highContrast ? 4.5 : 3);
    expect(least(theme.faint[role]), `faint ${role}`).toBeGreaterThanOrEqual(theme.highContrast ? 4.5 : 3);
  }
  expect(least(theme.foreground)).toBeGreaterThanOrEqual(4.5);
  expect(least(theme.muted)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(theme.focus, theme.background)).toBeGreaterThanOrEqual(3);
}
