import type { Analysis } from '../analysis/analysis.ts';
import { withShownPods } from '../inference/containers/shownPods.ts';
import { goesOn, type StopCheck } from '../kubelet/stopCheck.ts';
import { withCourse } from '../replay/course.ts';
import { buildTimeline } from './buildTimeline.ts';
import type { TimelineDocument } from './timelineDocument.ts';

/** The page's document of an analysis, drawn from the same run of the model that moments look into. Of a log that names very many pods it shows those that tell most, and says so. `title` is the name of the log. */
export function timelineOf(analysis: Analysis, title: string, stopCheck: StopCheck = goesOn): TimelineDocument {
  const { reconstruction } = analysis;
  const history = withShownPods(reconstruction.history);
  stopCheck();
  const drawn = withCourse({ ...reconstruction, history }, stopCheck);
  return buildTimeline({ ...analysis, reconstruction: drawn }, title, stopCheck);
}
