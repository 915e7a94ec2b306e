/** Where `,` `.` E N P lead from what is selected and focused: a mark to select and what to say of it. */
import { extentOf, type Model } from '../page/model.ts';
import { firstMarkOf, nextError, stepEpisode, stepInLane, stepInTime, stepKindOf } from './navigation.ts';
import { placeOfFound, stepFound } from '../search/search.ts';
import { t } from '../page/words.ts';

export interface Step {
  /** -1: there is none. */
  readonly mark: number;
  readonly say?: string;
}

function selectedMark(model: Model): number {
  return model.selection?.kind === 'mark' ? model.selection.mark : -1;
}

/** The next or previous one of the focused lane; without a focus of the lane of the selection, else of all. */
export function stepFrom(model: Model, by: 1 | -1): Step {
  const { document: timeline } = model;
  const selected = selectedMark(model);
  const time = extentOf(timeline, model.selection)?.start ?? (by > 0 ? model.view.from : model.view.to);
  const focused = model.focused >= 0 ? model.rows[model.focused]?.lane : undefined;
  const lane = timeline.lanes[focused ?? (selected >= 0 ? (timeline.marks.lane[selected] ?? -1) : -1)];
  if (lane === undefined) {
    const mark = stepInTime(timeline.marks, selected, time, by);
    return mark < 0 ? { mark, say: by > 0 ? t('No next event') : t('No previous event') } : { mark };
  }
  const kind = stepKindOf(focused === undefined ? undefined : lane.kind);
  if (kind === 'episode') {
    // From the episode that holds the selection, not from the middle of it.
    const within = timeline.episodes.find((episode) => episode.begin <= time + 1 && episode.endMax >= time);
    const episode = stepEpisode(timeline.episodes, within === undefined || selected < 0 ? time : within.begin, by);
    const mark = episode === undefined ? -1 : firstMarkOf(lane, episode);
    if (episode !== undefined && mark >= 0)
      return {
        mark,
        say: t(
          'Episode {0} of {1}: {2}',
          timeline.episodes.indexOf(episode) + 1,
          timeline.episodes.length,
          episode.label,
        ),
      };
    if (timeline.episodes.length > 0)
      return { mark: -1, say: by > 0 ? t('No next episode') : t('No previous episode') };
  }
  const mark = stepInLane(lane, timeline.marks, selected, time, by, kind === 'error' ? 2 : 0);
  if (mark >= 0) return { mark };
  return {
    mark,
    say:
      kind === 'error'
        ? t(by > 0 ? 'No next error in this lane' : 'No previous error in this lane')
        : t(by > 0 ? 'No next event in this lane' : 'No previous event in this lane'),
  };
}

export function stepToError(model: Model): Step {
  const mark = nextError(model.document.marks, selectedMark(model), model.view.from);
  return mark < 0 ? { mark, say: t('There are no errors in this log.') } : { mark };
}

export function stepToFound(model: Model, by: 1 | -1): Step {
  const { result } = model.search;
  if (result === undefined) return { mark: -1, say: t('No search yet: press / to search.') };
  const mark = stepFound(result, model.document, selectedMark(model), by > 0 ? model.view.from : model.view.to, by);
  return mark < 0
    ? { mark, say: t('No matches.') }
    : { mark, say: t('Match {0} of {1}', placeOfFound(result, mark), result.found.length) };
}
