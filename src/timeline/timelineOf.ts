import type { Analysis } from '../analysis/analysis.ts';
import { withShownPods } from '../inference/containers/shownPods.ts';
import { withCourse } from '../replay/course.ts';
import { buildTimeline } from './buildTimeline.ts';
import type { TimelineDocument } from './timelineDocument.ts';

/** The page's document of an analysis, drawn from the same run of the model that moments look into. Of a log that names very many pods it shows those that tell most, and says so. `title` is the name of the log. */
export function timelineOf(analysis: Analysis, title: string): TimelineDocument {
  const { reconstruction } = analysis;
  const history = withShownPods(reconstruction.history);
  return buildTimeline({ ...analysis, reconstruction: withCourse({ ...reconstruction, history }) }, title);
}
