/** What the kubelet's metrics add to the answer; alone, they are the answer. */
import { meanOf } from '../../metrics/distribution.ts';
import { joinStretches, type MetricsStretch } from '../../metrics/story.ts';
import { seconds } from '../../kubelet/time.ts';
import type { AnswerDraft, Finding } from '../finding.ts';
import { judgeMetrics } from '../signs/metricsSigns.ts';
import type { DiagnosisView } from '../view.ts';
import { durationText } from '../words/durationText.ts';
import { relistWords, slowestCallWords, stretchWords } from '../words/metricsText.ts';
import { sayNextStep } from './nextStep.ts';
import { lowerFirst, Paragraph } from './paragraph.ts';

const at = ({ scrape }: MetricsStretch): { readonly source: number; readonly line: number } => ({
  source: scrape.source,
  line: scrape.distributions.get('relist')?.line ?? scrape.line,
});

/** A sentence or two about the metrics beside a log. What a finding says already is not said again. */
export function sayMetrics(view: DiagnosisView, paragraph: Paragraph): void {
  const { metrics } = view.history;
  if (metrics === undefined) return;
  const judged = judgeMetrics(metrics);
  if (judged === undefined) paragraph.sentence('metrics').say('The metrics beside the log say nothing of relists.');
  else if (judged.how === 'well' || view.episodes.length > 0)
    paragraph
      .sentence('metrics')
      .say(judged.how === 'well' ? 'By the metrics relists were quick: ' : 'By the metrics: ')
      .cite(`${lowerFirst(stretchWords(view, judged.stretch))} ${relistWords(judged.stretch)}`, at(judged.stretch));
  sayStaleness(view, paragraph);
  sayLost(view, paragraph);
  sayEvented(view, paragraph);
}

/** The answer where no log was read. */
export function metricsAlone(view: DiagnosisView, findings: readonly Finding[]): AnswerDraft {
  const judged = judgeMetrics(view.history.metrics);
  const first = new Paragraph('metrics');
  if (judged === undefined) {
    first
      .strong('These metrics say nothing of relists.')
      .say(' They are of a kubelet, but its PLEG is not among them.');
    return { headline: 'No relists in the metrics', state: 'unknown', paragraphs: [first.parts()] };
  }
  const [top] = findings.filter(({ id }) => id === 'relists-near-threshold');
  if (top === undefined)
    first
      .strong('The metrics show no slow relist.', at(judged.stretch))
      .say(` ${stretchWords(view, judged.stretch)} ${relistWords(judged.stretch)}${slowestCallWords(judged.stretch)}`);
  else {
    first.strong(`${top.title}.`, top.evidence[0]);
    sayNextStep(first, top, false);
  }
  const story = new Paragraph('metrics');
  if (top !== undefined) story.say(top.explanation);
  sayStaleness(view, story);
  sayLost(view, story);
  sayEvented(view, story);
  story
    .sentence('metrics')
    .say(
      'Metrics alone do not tell which pod or call it was, nor when within a stretch: open the log of the kubelet beside them.',
    );
  return {
    headline: top?.title ?? 'No slow relist in the metrics',
    state: top === undefined || top.confidence === 'low' ? 'healthy' : 'impaired',
    paragraphs: [first.parts(), story.parts()],
  };
}

/** Younger is normal. */
const OLD = 15;

function sayStaleness(view: DiagnosisView, paragraph: Paragraph): void {
  const oldest = view.history.metrics?.staleness.reduce<{ seconds: number; index: number } | undefined>(
    (most, { seconds: age }, index) => (most === undefined || age > most.seconds ? { seconds: age, index } : most),
    undefined,
  );
  const reading = oldest === undefined ? undefined : view.history.metrics?.staleness[oldest.index];
  if (reading === undefined || reading.seconds < OLD) return;
  paragraph
    .sentence('metrics')
    .say(`At ${view.formatTime(reading.time)} the last relist that could list was `)
    .cite(`${reading.isExact ? 'about' : 'at least'} ${durationText(seconds(Math.round(reading.seconds)))} old`, {
      source: reading.scrape.source,
      line: reading.line,
    })
    .say('.');
}

function sayLost({ history: { metrics } }: DiagnosisView, paragraph: Paragraph): void {
  const lost = metrics?.stretches.reduce((sum, { discarded = 0 }) => sum + discarded, 0) ?? 0;
  const where = metrics?.stretches.find(({ discarded = 0 }) => discarded > 0);
  if (lost === 0 || where === undefined) return;
  paragraph
    .sentence('metrics')
    .cite(`${lost.toLocaleString('en')} ${lost === 1 ? 'event was' : 'events were'} lost`, {
      source: where.scrape.source,
      line: where.scrape.numbers.get('discarded')?.line ?? where.scrape.line,
    })
    .say(' because the event channel was full.');
}

/**
 * Evented PLEG, where it connected or failed to: how often, and how old its events were when they came. The metric is called a latency of connections; what the kubelet observes is the age of each
 * event (`updateLatencyMetric` in pkg/kubelet/pleg/evented.go).
 */
function sayEvented({ history: { metrics } }: DiagnosisView, paragraph: Paragraph): void {
  const [first, ...others] = metrics?.stretches ?? [];
  if (first === undefined) return;
  const {
    scrape,
    eventedConnections: made = 0,
    eventedErrors: failed = 0,
    eventedLatency,
  } = joinStretches(first, ...others);
  const age = eventedLatency === undefined ? undefined : meanOf(eventedLatency);
  if (made === 0 && failed === 0 && age === undefined) return;
  const line = (entry: { readonly line: number } | undefined): { readonly source: number; readonly line: number } => ({
    source: scrape.source,
    line: entry?.line ?? scrape.line,
  });
  if (made > 0 || failed > 0)
    paragraph
      .sentence('metrics')
      .say('Connections of Evented PLEG to the runtime, by the metrics: ')
      .cite(`${made.toLocaleString('en')} made`, line(scrape.numbers.get('eventedSuccesses')))
      .say(', ')
      .cite(`${failed.toLocaleString('en')} failed`, line(scrape.numbers.get('eventedErrors')))
      .say('.');
  if (age !== undefined)
    paragraph
      .sentence('metrics')
      .say('The events of Evented PLEG were ')
      .cite(`${durationText(seconds(age))} old on average when they came`, line(eventedLatency))
      .say(', by the metrics.');
}
