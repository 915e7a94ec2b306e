import type { Analysis } from '../../analysis/analysis.ts';
import type { LineIndex } from '../../analysis/insight/lineIndex.ts';
import { episodeContext } from '../episodes.ts';
import { episodeSpans } from './episodeSpans.ts';
import { outlineFolds } from './folds.ts';
import { outlineItems } from './items.ts';
import type { LineSpan, LogOutline } from './logOutline.ts';
import { notableEvents } from './notableEvents.ts';
import { outlineProblems } from './problems.ts';

/**
 * What an editor shows around a source of an analysis.
 * @param lines where the lines of the source are
 * @param dumps its lines of flags one after the other
 */
export function outlineOf(
  analysis: Analysis,
  source: number,
  lines: LineIndex,
  dumps: readonly LineSpan[],
): LogOutline {
  const { reconstruction } = analysis;
  const { history } = reconstruction;
  const episodes = episodeSpans(episodeContext(history), reconstruction, source, lines);
  return {
    items: outlineItems(history, source, episodes, notableEvents(history, source)),
    episodes,
    problems: outlineProblems(analysis, source),
    folds: outlineFolds(history.skips, dumps, source, lines),
  };
}
