import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnalysisJson, JsonBounds } from '../../../src/analysis/outputs/analysisJson.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import { analysisJson, analysisJsonPieces } from '../../../src/analysis/outputs/formatJson.ts';
import { FINDING_IDS } from '../../../src/diagnosis/finding.ts';
import { projectRoot } from '../../support/shared.ts';
import { analysisOf, fixture, HANG, sessionOf } from './analyse.ts';
import { textOfPieces } from '../../support/pieces.ts';

/** A text of this form, as a part of an expected value. */
const matching = (form: RegExp): unknown => expect.stringMatching(form);

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

function jsonOf(name: string): AnalysisJson {
  const session = sessionOf(fixture(name), 65_536, name);
  return analysisJson(analysisOf(session), session.lineText);
}

const hang = jsonOf(HANG);

describe('the hang of the list calls', () => {
  it('has the schema, the source and the counts', () => {
    expect(hang.schema).toBe('kubelet-timeline/analysis@1');
    expect(hang.timeZone).toBe('unknown');
    expect(hang.sources).toEqual([
      {
        name: HANG,
        bytes: fixture(HANG).length,
        lines: 477,
        records: 477,
        unparsedLines: 0,
        journal: 'short',
        klog: hang.sources[0]?.klog,
        timeZone: 'unknown',
        year: 2026,
        yearFrom: 'option',
      },
    ]);
    expect(hang.counts).toMatchObject({ lines: 477, records: 477, skips: 21, plegEvents: 37 });
  });

  it('has the skips with their reasons, elapsed and threshold', () => {
    const skip = hang.skips[2];
    expect(skip?.time).toMatch(TIME);
    expect(skip?.reasons).toEqual([
      {
        kind: 'pleg-stale',
        text: matching(/last seen active 4m2\.166611941s ago/),
        elapsedSeconds: 242.166611941,
        thresholdSeconds: 180,
        lastRelist: matching(/^2026-11-21T00:28:42\.38[67]\d{3}Z$/),
      },
    ]);
  });

  it('has the process with its version, settings and their evidence', () => {
    const [process] = hang.processes;
    expect(process).toMatchObject({
      node: 'node-1',
      pid: 20_595,
      version: 'v1.36.2',
      versionKnown: 'line',
      startedInLog: true,
    });
    expect(process?.versionEvidence?.text).toContain('v1.36.2');
    expect(Object.values(process?.settings ?? {}).length).toBeGreaterThan(0);
    for (const setting of Object.values(process?.settings ?? {}))
      expect(setting.evidence === 'assumed' || setting.evidence.line > 0).toBe(true);
    // Two relists that timed out one after the other: no line says it.
    expect(process?.settings['runtimeRequestTimeout']).toMatchObject({
      value: '2m0s',
      evidence: { line: 403 },
      shownByWait: true,
    });
    expect(process?.settings['nodeStatusUpdateFrequency']).not.toHaveProperty('shownByWait');
  });

  it('has both episodes, each with its bounds and skips', () => {
    expect(hang.episodes.map(({ startup, skips, endedBy }) => [startup, skips.observed, endedBy])).toEqual([
      [true, 2, 'recovered'],
      [false, 19, 'recovered'],
    ]);
    const begin = hang.episodes[1]?.begin; // the last listed relist began at 00:28:42.387, by the run's own record
    expect(begin?.min.startsWith('2026-11-21T00:31:42.38')).toBe(true);
    expect(begin?.max.startsWith('2026-11-21T00:31:42.387')).toBe(true);
    expect(hang.episodes[1]?.evidence.every((line) => line.text !== undefined)).toBe(true);
  });

  it('has the node, its readiness, the pods and the replay', () => {
    expect(hang.nodes).toMatchObject([{ id: 'node-1', names: ['worker-2'] }]);
    expect(hang.nodeReady.map((change) => change.ready)).toContain(false);
    expect(
      hang.pods.some((pod) =>
        pod.containers.some((container) => container.states.some((state) => state.state === 'exited')),
      ),
    ).toBe(true);
    expect(hang.replay).toMatchObject({ explainedSkips: 21, unexplainedSkips: [], missingSkips: 0 });
  });
});

const ID = '0123456789abcdef'.repeat(4);
/** A pod with a name alone, an event that tells no pod, ids of another form, and names that JSON has to escape. */
const MORE = [
  '"SyncLoop ADD" source="api" pods=["shop/only-a-name"]',
  `"SyncLoop (PLEG): event for pod" pod="shop/w\\"eb" event={"ID":"u-1","Type":"ContainerStarted","Data":"${ID}"}`,
  '"SyncLoop (PLEG): event for pod" pod="ü/web" event={"ID":"u-2","Type":"ContainerDied","Data":"not-an-id"}',
  '"SyncLoop (PLEG): event for pod" event={"ID":"","Type":"ContainerDied","Data":"x"}',
  `"Generic (PLEG): container finished" podID="u-1" containerID="${ID}" exitCode=137`,
]
  .map((text, index) => `I1121 23:00:0${index}.000000    4242 kubelet.go:${2400 + index}] ${text}\n`)
  .join('');

describe('every fixture', () => {
  const names = [
    HANG,
    ...readdirSync(join(projectRoot, 'test/fixtures/incidents'))
      .filter((name) => name.endsWith('.log'))
      .map((name) => `incidents/${name}`),
  ];

  it.each(names)('%s keeps to the contract', (name) => {
    const json = jsonOf(name);
    expect(JSON.parse(JSON.stringify(json))).toEqual(json); // nothing is lost on the way: no undefined, NaN or Map
    for (const bounds of boundsIn(json)) {
      expect(bounds.min).toMatch(TIME);
      expect(bounds.max).toMatch(TIME);
      expect(bounds.min <= bounds.max).toBe(true);
    }
    const processes = new Set(json.processes.map((process) => process.id));
    for (const { process } of [...json.skips, ...json.plegEvents, ...json.relists, ...json.episodes, ...json.nodeReady])
      expect(processes).toContain(process);
    const episodes = new Set(json.episodes.map((episode) => episode.id));
    for (const finding of json.findings) {
      expect(FINDING_IDS).toContain(finding.id);
      if (finding.episode !== undefined) expect(episodes).toContain(finding.episode);
      for (const line of finding.evidence) {
        expect(line.line).toBeGreaterThan(0);
        expect(line.line).toBeLessThanOrEqual(json.counts.lines);
        expect(line.text).not.toBe('');
      }
    }
    expect(json.counts.skips).toBe(json.skips.length);
    expect(json.counts.plegEvents).toBe(json.plegEvents.length);
    expect(json.replay.explainedSkips + json.replay.unexplainedSkips.length).toBe(json.skips.length);
  });

  it.each([1, 2])('is the same as text that is written piece by piece, of %i sources', (sources) => {
    const session = createAnalysisSession();
    const bytes = [fixture(HANG), new TextEncoder().encode(MORE)];
    const logs = sources === 1 ? [new Uint8Array(Buffer.concat(bytes))] : bytes;
    logs.forEach((log, source) => {
      session.open(`${source}.log`, { year: 2026 });
      session.push(log);
      session.end();
    });
    const analysis = analysisOf(session);
    expect(analysis.reconstruction.history.plegEvents.map(({ type, containerId }) => `${type} ${containerId}`)).toEqual(
      expect.arrayContaining([`ContainerStarted ${ID}`, 'ContainerDied not-an-id']),
    );
    expect(JSON.parse(textOfPieces(analysisJsonPieces(analysis, session.lineText)))).toEqual(
      JSON.parse(JSON.stringify(analysisJson(analysis, session.lineText))),
    );
  });
});

/** Every `{min, max}` anywhere in a value. */
function boundsIn(value: unknown): JsonBounds[] {
  if (typeof value !== 'object' || value === null) return [];
  const own =
    'min' in value &&
    'max' in value &&
    typeof value.min === 'string' &&
    typeof value.max === 'string' &&
    value.min.includes('T')
      ? [{ min: value.min, max: value.max }]
      : [];
  return [...own, ...Object.values(value).flatMap(boundsIn)];
}
