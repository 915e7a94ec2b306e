/** A what-if as text. */
import { figures, knownTexts, resemblanceText } from './figures.ts';
import type { WhatIf } from '../whatIf.ts';
import type { WhatIfFigure } from '../whatIfDocument.ts';

const HEADS: WhatIfFigure = {
  what: '',
  observed: 'observed',
  unchanged: 'simulated, unchanged',
  predicted: 'simulated, changed',
};

/** Ends with a newline. `title`: node and times. */
export function whatIfText(
  whatIf: WhatIf,
  { title, sources }: { readonly title: string; readonly sources: readonly string[] },
): string {
  const rows = [HEADS, ...figures(whatIf)];
  const widths = (['what', 'observed', 'unchanged'] as const).map((name) =>
    Math.max(...rows.map((row) => row[name].length)),
  );
  const [what = 0, observed = 0, unchanged = 0] = widths;
  const known = knownTexts(whatIf);
  return [
    title,
    '',
    whatIf.sentence,
    '',
    ...rows.map((row) =>
      `  ${row.what.padEnd(what)}  ${row.observed.padEnd(observed)}  ${row.unchanged.padEnd(unchanged)}  ${row.predicted}`.trimEnd(),
    ),
    '',
    resemblanceText(whatIf),
    ...(['inferred', 'assumed'] as const).flatMap((is) => {
      const texts = known.filter((one) => one.is === is);
      return texts.length === 0
        ? []
        : [
            '',
            is === 'inferred' ? 'Inferred from lines:' : 'Assumed, because no line tells it:',
            ...texts.map(({ text, lines }) => `  ${text}${linesText(lines, sources)}`),
          ];
    }),
    '',
  ].join('\n');
}

function linesText(
  lines: readonly { readonly source: number; readonly line: number }[],
  sources: readonly string[],
): string {
  if (lines.length === 0) return '';
  const texts = lines.map(({ source, line }) =>
    sources.length > 1 ? `${sources[source] ?? ''}:${line}` : String(line),
  );
  return ` (line${texts.length === 1 ? '' : 's'} ${texts.join(', ')})`;
}
