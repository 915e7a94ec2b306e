/** What is new of two analyses of a log that grows: an unhealthy time began, its cause is known, it is over. */
import type { PrintableFinding } from '../../diagnosis/finding.ts';
import type { Episode } from '../../inference/history.ts';
import type { Printable } from '../../kubelet/printable.ts';
import type { Instant, TimeBounds } from '../../kubelet/time.ts';
import type { Analysis } from '../analysis.ts';

type ChangeKind = 'begin' | 'cause' | 'recovered';

export interface VerdictChange {
  readonly kind: ChangeKind;
  /** Of a begin and of a recovery when it happened; of a cause the last time that was read. */
  readonly at: TimeBounds;
  readonly episode: Episode;
  /** Of a cause. */
  readonly finding?: PrintableFinding;
  /** The verdict as it is now. */
  readonly headline: Printable;
}

interface AnnouncedEpisode {
  readonly process: string;
  episode: Episode;
  cause: string | undefined;
  recovered: boolean;
}

/** Compares each analysis of a log with what was reported of those before. */
export class VerdictWatch {
  readonly #announced: AnnouncedEpisode[] = [];

  /** What is new, in the order of the log; each is reported once, a cause again when it is another one. */
  next(analysis: Analysis): readonly VerdictChange[] {
    const { history } = analysis.reconstruction;
    const { headline } = analysis.answer;
    const changes: VerdictChange[] = [];
    for (const episode of history.episodes) {
      if (episode.startup) continue;
      const announced = this.#find(episode) ?? this.#begin(episode, changes, headline);
      announced.episode = episode;
      const finding = analysis.findings.find((one) => one.episode === episode.id);
      if (finding !== undefined && finding.id !== announced.cause) {
        announced.cause = finding.id;
        const now = lastTime(analysis) ?? episode.begin.max;
        changes.push({ kind: 'cause', at: { min: now, max: now }, episode, finding, headline });
      }
      if (!announced.recovered && episode.endedBy === 'recovered' && episode.end !== undefined) {
        announced.recovered = true;
        changes.push({ kind: 'recovered', at: episode.end, episode, headline });
      }
    }
    return changes;
  }

  /** Numbers of episodes are given anew with each analysis: it is the same one where both lie in one stretch of a process. */
  #find(episode: Episode): AnnouncedEpisode | undefined {
    return this.#announced.find(
      (announced) => announced.process === episode.process && overlap(announced.episode, episode),
    );
  }

  #begin(episode: Episode, changes: VerdictChange[], headline: Printable): AnnouncedEpisode {
    const announced = { process: episode.process, episode, cause: undefined, recovered: false };
    this.#announced.push(announced);
    changes.push({ kind: 'begin', at: episode.begin, episode, headline });
    return announced;
  }
}

function overlap(a: Episode, b: Episode): boolean {
  return a.begin.min <= endOf(b) && b.begin.min <= endOf(a);
}

function endOf({ end, begin }: Episode): number {
  return end === undefined ? Number.POSITIVE_INFINITY : Math.max(end.min, begin.max);
}

function lastTime({ reconstruction }: Analysis): Instant | undefined {
  return reconstruction.history.span?.to;
}
