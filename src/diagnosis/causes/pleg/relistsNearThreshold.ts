/**
 * relists-near-threshold: the kubelet's metrics show relists that are slow or hang, which a log does not say below the threshold. Sign: in the worst stretch between two scrapes a mean of a second and
 * more (low), five seconds (medium), ten (high); a relist that took longer than the last bucket (medium); a minute and more, by written times, in which no relist ended, without Evented PLEG
 * (high). Without two scrapes, the same of the whole time of the process, at most medium. It says nothing of why: the calls that took longest are named, not blamed.
 */
import { EVENTED_RELIST_THRESHOLD, RELIST_THRESHOLD } from '../../../kubelet/constants.ts';
import { seconds } from '../../../kubelet/time.ts';
import type { MetricsStretch } from '../../../metrics/story.ts';
import { type Cause, makeFinding } from '../../cause.ts';
import type { Confidence } from '../../finding.ts';
import { judgeMetrics, type MetricsJudgement } from '../../signs/metricsSigns.ts';
import { runtimeJournal } from '../../tools/commands.ts';
import { runtimeOf } from '../../tools/runtimeName.ts';
import { durationText } from '../../words/durationText.ts';
import { relistWords, slowestCallWords, stretchWords } from '../../words/metricsText.ts';
import { type DiagnosisView, lineEvidence } from '../../view.ts';

export const relistsNearThreshold: Cause = {
  id: 'relists-near-threshold',
  find(view) {
    const judged = judgeMetrics(view.history.metrics);
    if (judged === undefined || judged.how === 'well') return [];
    const { stretch } = judged;
    return [
      makeFinding('relists-near-threshold', {
        weight: view.episodes.length > 0 ? 'circumstance' : 'cause',
        confidence: confidenceOf(judged),
        title: titleOf(judged),
        explanation: explanationOf(view, judged),
        nextSteps: [
          'See how long the list calls of the runtime take: `time crictl --timeout 20s pods | wc -l`, `time crictl --timeout 20s ps -a | wc -l`.',
          'Count what a relist looks at, and remove what is dead: `crictl ps -a --state exited | wc -l`.',
          'Watch the mean of relists over time, which goes on where the buckets end: `rate(kubelet_pleg_relist_duration_seconds_sum[5m]) / rate(kubelet_pleg_relist_duration_seconds_count[5m])`.',
          runtimeJournal(runtimeOf(view, view.history.processes.at(-1))),
        ],
        evidence: evidenceOf(view, stretch),
      }),
    ];
  },
};

function confidenceOf({ how, mean = 0, stretch }: MetricsJudgement): Confidence {
  if (how === 'hung') return 'high';
  if (how === 'single') return 'medium';
  const confidence = mean >= 10 ? 'high' : mean >= 5 ? 'medium' : 'low';
  return stretch.sinceStart && confidence === 'high' ? 'medium' : confidence;
}

/** What a relist may take before the kubelet calls PLEG unhealthy. */
function allowed({ evented }: MetricsJudgement): string {
  return durationText(evented ? EVENTED_RELIST_THRESHOLD : RELIST_THRESHOLD);
}

function titleOf(judged: MetricsJudgement): string {
  const { how, mean = 0, stretch, beyond } = judged;
  switch (how) {
    case 'hung':
      return `The metrics show that no relist ended for ${durationText(seconds((stretch.to - stretch.from) / 1e6))}`;
    case 'single':
      return `The metrics show ${beyond?.count === 1 ? 'a relist' : `${beyond?.count ?? 0} relists`} of more than ${durationText(seconds(beyond?.bound ?? 0))}`;
    case 'slow':
    case 'well':
      return mean >= 10
        ? `The node is near the cliff: relists take ${durationText(seconds(mean))} of ${allowed(judged)}`
        : `Relists are slow: they take ${durationText(seconds(mean))} of ${allowed(judged)}`;
  }
}

function explanationOf(view: DiagnosisView, judged: MetricsJudgement): string {
  const { how, stretch } = judged;
  const silent =
    view.history.processes.length === 0
      ? ''
      : view.episodes.length > 0
        ? ' The log names unhealthy times only; these numbers are of all relists.'
        : ` The log does not show it: a relist is named in it only once it failed, or once the last one is more than ${allowed(judged)} old.`;
  if (how === 'hung')
    return `${stretchWords(view, stretch)} the number of relists stood still, so one was under way all the time. The metrics of durations say nothing of a relist that hangs: it counts when it ends.${silent}${slowestCallWords(stretch)}`;
  return `${stretchWords(view, stretch)} ${relistWords(stretch)}${silent}${slowestCallWords(stretch)} Relists normally take a few milliseconds to half a second. As long as this goes on, what happens to containers is noticed that much later, and a little more load makes the node NotReady.`;
}

function evidenceOf(view: DiagnosisView, stretch: MetricsStretch): Parameters<typeof makeFinding>[1]['evidence'] {
  const before = view.history.metrics?.scrapes.find(({ time }) => time === stretch.from);
  return [...(stretch.sinceStart || before === undefined ? [] : [before]), stretch.scrape].flatMap((scrape) => {
    const relist = scrape.distributions.get('relist');
    return relist === undefined
      ? []
      : [
          lineEvidence(
            { source: scrape.source, line: relist.line },
            `${relist.count} relists in ${durationText(seconds(relist.sum))} since the start, as of ${view.formatTime(scrape.time)}`,
          ),
        ];
  });
}
