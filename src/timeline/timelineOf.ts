import type { Analysis } from '../analysis/analysis.ts';
import { withCourse } from '../replay/course.ts';
import { buildTimeline } from './buildTimeline.ts';
import type { TimelineDocument } from './timelineDocument.ts';

/** The page's document of an analysis, drawn from the same run of the model that moments look into. `title` is the name of the log. */
export function timelineOf(analysis: Analysis, title: string): TimelineDocument {
  return buildTimeline({ ...analysis, reconstruction: withCourse(analysis.reconstruction) }, title);
}
