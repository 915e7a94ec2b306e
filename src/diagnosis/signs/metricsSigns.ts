/** What the metrics say of relists, in one word: the stretch that says most, and how. */
import { beyondBuckets, meanOf } from '../../metrics/distribution.ts';
import { joinStretches, type MetricsStory, type MetricsStretch } from '../../metrics/story.ts';

export interface MetricsJudgement {
  readonly how: 'hung' | 'slow' | 'single' | 'well';
  /** The time that tells most: stretches that are alike, joined. */
  readonly stretch: MetricsStretch;
  /** Seconds that a relist took on average in it. */
  readonly mean?: number;
  /** Those of it that no bucket holds. */
  readonly beyond?: NonNullable<ReturnType<typeof beyondBuckets>>;
  /** Evented PLEG was connected: relists then come every five minutes. */
  readonly evented: boolean;
}

/** From here on a mean is worth a word. */
const SLOW = 1;
/** No relist ended for so long, in microseconds. */
const HUNG = 60e6;

/** `undefined` where no scrape counts relists. Stretches between scrapes count before the whole time of a process. */
export function judgeMetrics(story: MetricsStory | undefined): MetricsJudgement | undefined {
  const withRelists = story?.stretches.filter(({ relists }) => relists !== undefined) ?? [];
  const between = withRelists.filter(({ sinceStart }) => !sinceStart);
  const stretches = between.length > 0 ? between : withRelists;
  const [first] = stretches;
  if (first === undefined) return undefined;
  const evented = stretches.some(({ scrape }) => (scrape.numbers.get('eventedSuccesses')?.value ?? 0) > 0);
  const hung = longest(
    runsOf(stretches, ({ relists, isTimed }) => relists?.count === 0 && isTimed).filter(
      ({ from, to }) => to - from >= HUNG,
    ),
  );
  if (hung !== undefined && !evented) return { how: 'hung', stretch: hung, evented };
  const worst = stretches.reduce((most, one) => (meanIn(one) > meanIn(most) ? one : most), first);
  if (meanIn(worst) >= SLOW) {
    // Of the times in which relists took about as long, the longest tells most.
    const limit = Math.max(SLOW, meanIn(worst) / 2);
    const stretch = longest(runsOf(stretches, (one) => meanIn(one) >= limit)) ?? worst;
    return { how: 'slow', stretch, mean: meanIn(stretch), evented, ...beyondIn(stretch) };
  }
  const single = stretches.find((one) => 'beyond' in beyondIn(one));
  if (single !== undefined)
    return { how: 'single', stretch: single, mean: meanIn(single), evented, ...beyondIn(single) };
  const all = longest(runsOf(stretches, () => true)) ?? worst;
  return { how: 'well', stretch: all, mean: meanIn(all), evented };
}

/** Stretches that follow one another without a gap and are like that, each run as one. */
function runsOf(
  stretches: readonly MetricsStretch[],
  isLike: (stretch: MetricsStretch) => boolean,
): readonly MetricsStretch[] {
  const runs: MetricsStretch[] = [];
  let open = false;
  for (const stretch of stretches) {
    const last = runs.at(-1);
    if (!isLike(stretch)) open = false;
    else if (open && last?.to === stretch.from) runs[runs.length - 1] = joinStretches(last, stretch);
    else {
      runs.push(stretch);
      open = true;
    }
  }
  return runs;
}

function meanIn({ relists }: MetricsStretch): number {
  return (relists === undefined ? undefined : meanOf(relists)) ?? 0;
}

function beyondIn({ relists }: MetricsStretch): Pick<MetricsJudgement, 'beyond'> {
  const beyond = relists === undefined ? undefined : beyondBuckets(relists);
  return beyond === undefined ? {} : { beyond };
}

function longest(stretches: readonly MetricsStretch[]): MetricsStretch | undefined {
  return stretches.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
}
