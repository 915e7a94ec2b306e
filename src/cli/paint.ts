/** Colours for text on a terminal. */
import { styleText } from 'node:util';
import type { LineRole, Paint } from '../analysis/outputs/formatText.ts';
import { asWritten } from '../kubelet/printable.ts';
import type { ColourWish } from './arguments.ts';

/** Where text goes, and what the user has said about colours there. */
export interface ColourSurroundings {
  /** Standard output is a terminal that shows colours. */
  readonly terminal: boolean;
  /** `NO_COLOR` is set to something (https://no-color.org). */
  readonly noColor: boolean;
}

const STYLES: { readonly [Role in LineRole]: Parameters<typeof styleText>[0] } = {
  answer: 'bold',
  heading: ['bold', 'cyan'],
  title: 'bold',
  evidence: 'dim',
  warning: 'yellow',
};

/** The colours for standard output; `undefined`: none. An option of the command line counts for more than the environment. */
export function paintFor(wish: ColourWish = 'auto', { terminal, noColor }: ColourSurroundings): Paint | undefined {
  if (wish === 'never' || (wish === 'auto' && (noColor || !terminal))) return undefined;
  // The line is printable already; what is added is ours. Whether the stream takes colours was decided here.
  return (role, line) => asWritten(styleText(STYLES[role], line, { validateStream: false }));
}
