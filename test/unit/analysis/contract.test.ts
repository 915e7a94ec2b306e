/** The JSON contract, field by field. More fields are welcome; these names, types and values are fixed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { analysisJson } from '../../../src/analysis/outputs/formatJson.ts';
import { FINDING_IDS } from '../../../src/diagnosis/finding.ts';
import { sharedFolder } from '../../support/shared.ts';
import { analysisOf, fixture, HANG, sessionOf } from './analyse.ts';

/** A check of one value. Gives what is wrong with it, each with its path; `seen` collects the paths that were met. */
type Check = (value: unknown, path: string, seen: Set<string>) => readonly string[];

const is =
  (name: string, test: (value: unknown) => boolean): Check =>
  (value, path, seen) => {
    seen.add(path);
    return test(value) ? [] : [`${path}: ${JSON.stringify(value)} is no ${name}`];
  };
const text = is('text', (value) => typeof value === 'string');
const number = is('number', (value) => typeof value === 'number' && Number.isFinite(value));
const count = is('count', (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0);
const line = is('line', (value) => typeof value === 'number' && Number.isInteger(value) && value >= 1);
const seconds = is('length in seconds', (value) => typeof value === 'number' && value >= 0);
const yes = is('boolean', (value) => typeof value === 'boolean');
const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value);
const time = is('time', isTime);
const oneOf = (...values: readonly string[]): Check =>
  is(values.join('|'), (value) => typeof value === 'string' && values.includes(value));
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf =
  (check: Check): Check =>
  (value, path, seen) => {
    seen.add(path);
    return Array.isArray(value) ? value.flatMap((item) => check(item, `${path}[]`, seen)) : [`${path}: no list`];
  };

/** A field whose name ends in `?` may be missing. */
const object =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, path, seen) => {
    seen.add(path);
    if (!isObject(value)) return [`${path}: no object`];
    return Object.entries(fields).flatMap(([name, check]) => {
      const key = name.replace(/\?$/, '');
      if (Object.hasOwn(value, key)) return check(value[key], `${path}.${key}`, seen);
      return name.endsWith('?') ? [] : [`${path}.${key} is missing`];
    });
  };
const both =
  (one: Check, other: Check): Check =>
  (value, path, seen) => [...one(value, path, seen), ...other(value, path, seen)];
const mapOf =
  (check: Check): Check =>
  (value, path, seen) => {
    seen.add(path);
    return isObject(value)
      ? Object.values(value).flatMap((item) => check(item, `${path}{}`, seen))
      : [`${path}: no object`];
  };

const bounds: Check = both(
  object({ min: time, max: time }),
  is(
    'range',
    (value) => isObject(value) && isTime(value['min']) && isTime(value['max']) && value['min'] <= value['max'],
  ),
);
const evidence = listOf(object({ line: line, 'text?': text }));
const REASON_KINDS = [
  'pleg-stale',
  'pleg-never',
  'runtime-status-unknown',
  'runtime-down',
  'runtime-not-ready',
  'network',
  'container-manager',
  'other',
];

const distribution = object({
  count,
  seconds,
  'meanSeconds?': seconds,
  'p50?': seconds,
  'p99?': seconds,
  'beyondBuckets?': count,
});

const CONTRACT = object({
  schema: oneOf('kubelet-timeline/analysis@1'),
  timeZone: text,
  sources: listOf(
    object({
      name: text,
      bytes: count,
      lines: count,
      records: count,
      journal: text,
      klog: oneOf('unstructured', 'structured', 'json', 'mixed', 'none'),
      'metrics?': yes,
    }),
  ),
  span: object({ from: time, to: time }),
  nodes: listOf(object({ id: text, names: listOf(text), evidence })),
  processes: listOf(
    object({
      id: text,
      node: text,
      pid: count,
      from: time,
      to: time,
      firstLine: line,
      lastLine: line,
      'version?': text,
      'versionEvidence?': object({ line, text }),
      'verbosity?': count,
      settings: mapOf(
        object({
          value: text,
          'shownByWait?': yes,
          evidence: (value, path, seen) => (value === 'assumed' ? [] : object({ line })(value, path, seen)),
        }),
      ),
      startedInLog: yes,
      endedBy: oneOf('replaced', 'exit', 'end-of-log'),
      'ending?': object({
        how: oneOf('stopped', 'killed', 'exited', 'fatal', 'panic', 'out-of-memory', 'watchdog', 'reboot'),
        'code?': count,
        'signal?': count,
        at: bounds,
        evidence,
      }),
    }),
  ),
  counts: object({
    lines: count,
    records: count,
    unparsedLines: count,
    skips: count,
    plegEvents: count,
    relistErrors: count,
    statusErrors: count,
    runtimeCallErrors: count,
  }),
  skips: listOf(
    object({
      line,
      time,
      process: text,
      reasons: listOf(
        object({
          kind: oneOf(...REASON_KINDS),
          text,
          'elapsedSeconds?': seconds,
          'thresholdSeconds?': seconds,
          'lastRelist?': time,
        }),
      ),
    }),
  ),
  plegEvents: listOf(
    object({
      line,
      time,
      process: text,
      type: oneOf('ContainerStarted', 'ContainerDied', 'ContainerRemoved', 'ContainerChanged', 'PodSync'),
      'podUid?': text,
      'pod?': text,
      'containerId?': text,
    }),
  ),
  relists: listOf(
    object({
      process: text,
      scope: oneOf('all', 'pod'),
      'podUid?': text,
      start: bounds,
      'listed?': bounds,
      'end?': bounds,
      'phase?': oneOf('listing', 'inspecting', 'unknown'),
      outcome: oneOf('ok', 'list-failed', 'open', 'unknown'),
      evidence,
    }),
  ),
  episodes: listOf(
    object({
      id: text,
      process: text,
      startup: yes,
      reasons: listOf(oneOf(...REASON_KINDS)),
      begin: bounds,
      'end?': bounds,
      'resumed?': bounds,
      endedBy: oneOf('recovered', 'restart', 'gap', 'end-of-log'),
      beginsBeforeLog: yes,
      'firstSkip?': line,
      'lastSkip?': line,
      skips: object({ observed: count, missing: count }),
      'lastRelist?': bounds,
      'longestElapsedSeconds?': seconds,
      'impact?': object({
        containersSeen: count,
        containersRunning: count,
        containersKept: count,
        exited: listOf(
          object({
            id: text,
            pod: text,
            container: text,
            'exitCode?': number,
            at: bounds,
            'noticed?': time,
            'handled?': time,
          }),
        ),
      }),
      evidence,
    }),
  ),
  pods: listOf(
    object({
      uid: text,
      namespace: text,
      name: text,
      containers: listOf(
        object({
          id: text,
          'name?': text,
          kind: oneOf('container', 'sandbox', 'unknown'),
          states: listOf(
            object({
              state: oneOf('running', 'exited', 'removed', 'unknown'),
              from: bounds,
              'to?': bounds,
              'exitCode?': number,
            }),
          ),
        }),
      ),
    }),
  ),
  nodeReady: listOf(object({ line, time, ready: yes, 'reason?': text, 'message?': text })),
  replay: object({ explainedSkips: count, unexplainedSkips: listOf(line), missingSkips: count }),
  findings: listOf(
    object({
      id: oneOf(...FINDING_IDS),
      'episode?': text,
      confidence: oneOf('high', 'medium', 'low'),
      title: text,
      explanation: text,
      nextSteps: listOf(text),
      evidence,
    }),
  ),
  warnings: listOf(object({ text: text, 'line?': line })),
  'metrics?': object({
    scrapes: listOf(
      object({
        source: count,
        line,
        time,
        timeFrom: oneOf('written', 'floor', 'file-date'),
        'lastRelistSecondsAgo?': seconds,
      }),
    ),
    stretches: listOf(
      object({
        from: time,
        to: time,
        sinceStart: yes,
        'relists?': distribution,
        'intervals?': distribution,
        'discardedEvents?': count,
        operations: listOf(object({ type: text, calls: count, errors: count, 'meanSeconds?': seconds })),
      }),
    ),
  }),
});

function jsonOf(bytes: Uint8Array): unknown {
  const session = sessionOf(bytes);
  return JSON.parse(JSON.stringify(analysisJson(analysisOf(session), session.lineText)));
}

/** Paths that all logs of this file together have met. */
const seen = new Set<string>();
const conform = (bytes: Uint8Array): readonly string[] => CONTRACT(jsonOf(bytes), 'analysis', seen);
const shared = sharedFolder();

describe('the fields of the analysis', () => {
  const logs = [
    HANG,
    'replay/v1.20.0-k-one-pod-inspect-hang.log',
    'replay/v1.36.2-f-killed-restarted.log',
    'incidents/three-nodes-after-kernel-change-1.21.log',
    'incidents/journal-suppressed-1.22.log',
    'incidents/hundreds-of-pods-at-once-1.17.log',
    'incidents/bad-setting-crash-loop-1.30.log',
    'incidents/one-pod-cannot-be-inspected-1.34.log',
    'findings/relists-near-threshold/found-twenty-seconds.log',
  ];

  it.each(logs)('of %s are all there, with their types', (name) => {
    expect(conform(fixture(name))).toEqual([]);
  });

  it.skipIf(shared === undefined || !existsSync(join(shared, 'runs')))(
    'of a cold start are all there, with their types',
    () => {
      expect(
        conform(gunzipSync(readFileSync(join(shared ?? '', 'runs/v1.36.2/e-cold-start/kubelet.journal.short.log.gz')))),
      ).toEqual([]);
    },
  );

  it('are each filled by some log', () => {
    const expected = [
      'skips[].reasons[].elapsedSeconds',
      'skips[].reasons[].thresholdSeconds',
      'skips[].reasons[].lastRelist',
      'processes[].version',
      'processes[].versionEvidence.text',
      'processes[].verbosity',
      'processes[].settings{}.evidence.line',
      'plegEvents[].podUid',
      'plegEvents[].pod',
      'plegEvents[].containerId',
      'relists[].listed.min',
      'relists[].end.max',
      'relists[].phase',
      'episodes[].end.min',
      'episodes[].resumed.max',
      'episodes[].firstSkip',
      'episodes[].lastSkip',
      'episodes[].lastRelist.max',
      'episodes[].longestElapsedSeconds',
      'episodes[].impact.containersRunning',
      'episodes[].impact.exited[].at.max',
      'episodes[].impact.exited[].handled',
      'pods[].containers[].states[].to.min',
      'pods[].containers[].states[].exitCode',
      'pods[].containers[].name',
      'nodeReady[].reason',
      'nodeReady[].message',
      'findings[].episode',
      'findings[].nextSteps[]',
      'findings[].evidence[].text',
      'metrics.scrapes[].lastRelistSecondsAgo',
      'metrics.stretches[].relists.beyondBuckets',
      'metrics.stretches[].operations[].calls',
    ];
    expect(expected.filter((path) => !seen.has(`analysis.${path}`))).toEqual([]);
  });

  it('are missed when they are not there, or of another type', () => {
    const json = jsonOf(fixture(HANG));
    if (!isObject(json)) throw new Error('no object');
    const { span: _span, ...rest } = json;
    expect(CONTRACT({ ...rest, skips: [{ line: 0, time: 'noon', process: 'process-1' }] }, 'a', new Set())).toEqual([
      'a.span is missing',
      'a.skips[].line: 0 is no line',
      'a.skips[].time: "noon" is no time',
      'a.skips[].reasons is missing',
    ]);
  });
});
