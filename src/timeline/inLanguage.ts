/** A document of the page in another language: the names of its lanes, what its marks say, its episodes and warnings. Its answer and findings are translated with the analysis. */
import { onceFor } from '../kubelet/oncePer.ts';
import type { Language } from '../language/language.ts';
import type { Lane, TimelineDocument } from './timelineDocument.ts';

/** Lanes with names that are the log's. */
const NAMED_BY_LOG: ReadonlySet<Lane['kind']> = new Set<Lane['kind']>(['pod', 'container', 'namespace', 'node']);

/** Lanes of which the details are ours; on others they quote lines of the log. */
export const DETAILS_OF_OURS: ReadonlySet<Lane['kind']> = new Set<Lane['kind']>([
  'processes',
  'relists',
  'findings',
  'lease',
]);

/** The same document in that language. Names of pods and the texts of lines stay as they are. */
export function documentInLanguage(document: TimelineDocument, language: Language | undefined): TimelineDocument {
  if (language === undefined) return document;
  const { say } = language;
  // A name of the log can have the same words as a mark: what is said gets places of its own.
  const strings = [...document.strings];
  const places = new Map<number, number>();
  const { marks, lanes } = document;
  const said = (index: number): number =>
    onceFor(places, index, () => {
      const english = document.strings[index] ?? '';
      const text = say(english);
      return text === english ? index : strings.push(text) - 1;
    });
  const isOurs = lanes.map(({ kind }) => DETAILS_OF_OURS.has(kind));
  return {
    ...document,
    strings,
    marks: {
      ...marks,
      what: marks.what.map(said),
      detail: marks.detail.map((index, mark) => (isOurs[marks.lane[mark] ?? -1] === true ? said(index) : index)),
    },
    lanes: lanes.map((lane) => (NAMED_BY_LOG.has(lane.kind) ? lane : { ...lane, label: labelOf(lane, say) })),
    episodes: document.episodes.map((episode) => ({
      ...episode,
      label: say(episode.label),
      reasons: episode.reasons.map(say),
    })),
    warnings: document.warnings.map((warning) => ({ ...warning, text: say(warning.text) })),
  };
}

/** Of several nodes the name of the node stands behind the lane's own. */
function labelOf({ label }: Lane, say: Language['say']): string {
  const at = label.indexOf(' · ');
  return at < 0 ? say(label) : `${say(label.slice(0, at))}${label.slice(at)}`;
}
