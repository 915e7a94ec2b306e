/** What the kubelet's metrics tell, in sentences. */
import { seconds } from '../../kubelet/time.ts';
import { beyondBuckets, meanOf, quantileBounds } from '../../metrics/distribution.ts';
import type { MetricsStretch } from '../../metrics/story.ts';
import type { DiagnosisView } from '../view.ts';
import { durationText } from './durationText.ts';
import { shorten } from './factText.ts';

const inWords = (value: number): string => durationText(seconds(value));

/** `Between 00:31:42.000 and 00:36:42.000,` or `From the start of the kubelet to …,`. */
export function stretchWords({ formatTime }: Pick<DiagnosisView, 'formatTime'>, stretch: MetricsStretch): string {
  const { from, to, sinceStart, isTimed } = stretch;
  const about = isTimed || sinceStart ? '' : 'about ';
  return sinceStart
    ? `From the start of the kubelet to about ${formatTime(to)},`
    : `Between ${about}${formatTime(from)} and ${about}${formatTime(to)},`;
}

/** `12 relists ended and took 20.3s on average; half of them took …`: goes on behind `stretchWords`, with its full stop. */
export function relistWords(stretch: MetricsStretch): string {
  const { relists, intervals } = stretch;
  if (relists === undefined) return 'the metrics say nothing of relists.';
  const mean = meanOf(relists);
  if (mean === undefined) return 'no relist ended.';
  const beyond = beyondBuckets(relists);
  const interval = intervals === undefined ? undefined : meanOf(intervals);
  return [
    `${relists.count === 1 ? 'one relist' : `${relists.count.toLocaleString('en')} relists`} ended and took ${inWords(mean)}${relists.count === 1 ? '' : ' on average'}${quantileWords(stretch)}.`,
    ...(beyond === undefined
      ? []
      : [
          `${beyond.count === relists.count ? (beyond.count === 1 ? 'It' : 'All of them') : `${beyond.count.toLocaleString('en')} of them`} took more than ${inWords(beyond.bound)}, where the buckets of the metric end${relists.count === 1 ? '' : `; by the sum ${meanRange(beyond)} each`}.`,
        ]),
    ...(interval === undefined || mean < 1
      ? []
      : [
          `From the start of one to the start of the next ${inWords(interval)} passed: the kubelet pauses for a second.`,
        ]),
  ].join(' ');
}

function meanRange({ meanMin, meanMax }: { readonly meanMin: number; readonly meanMax: number }): string {
  const [low, high] = [inWords(meanMin), inWords(meanMax)];
  return low === high ? low : `${low} to ${high}`;
}

function quantileWords({ relists }: MetricsStretch): string {
  if (relists === undefined || relists.count < 2) return '';
  const summary = relists.quantiles.find(({ quantile }) => quantile === 0.99);
  if (summary !== undefined && summary.seconds >= relists.sum / relists.count && Number.isFinite(summary.seconds))
    return `; lately 99 of 100 took at most ${inWords(summary.seconds)}`;
  const half = quantileBounds(relists, 0.5);
  const most = quantileBounds(relists, 0.99);
  if (half === undefined || most === undefined || !Number.isFinite(half.max)) return '';
  return Number.isFinite(most.max)
    ? `; half of them took at most ${inWords(half.max)}, 99 of 100 at most ${inWords(most.max)}`
    : `; half of them took at most ${inWords(half.max)}`;
}

/** Below this a call is quick. */
const SLOW_CALL = 0.5;

/** ` The slowest calls to the runtime were list_podsandbox: 9.8s on average (160 calls, 3 of them failed).`, or nothing where none was slow or failed. */
export function slowestCallWords({ operations }: MetricsStretch): string {
  const slowest = operations.reduce<(typeof operations)[number] | undefined>(
    (most, one) => ((one.mean ?? 0) > (most?.mean ?? 0) ? one : most),
    undefined,
  );
  const failing = operations.filter(({ errors }) => errors > 0).toSorted((a, b) => b.errors - a.errors);
  const slow =
    slowest?.mean === undefined || slowest.mean < SLOW_CALL
      ? ''
      : ` The slowest calls to the runtime were ${shorten(slowest.type, 60)}: ${inWords(slowest.mean)} on average, ${slowest.calls.toLocaleString('en')} of them.`;
  const failed =
    failing.length === 0
      ? ''
      : ` Calls that failed: ${failing
          .slice(0, 3)
          .map(({ type, errors, calls }) => `${shorten(type, 60)} (${errors} of ${Math.max(calls, errors)})`)
          .join(', ')}.`;
  return slow + failed;
}
