import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROFILE_TABLE, profileFor } from '../../../src/kubelet/profile.ts';
import {
  formatPlegEventValue,
  parsePlegEventValue,
  plegEventPieces,
  PLEG_EVENT_TYPES,
} from '../../../src/kubelet/plegEvent.ts';
import { compareVersions, formatVersion, parseVersion } from '../../../src/kubelet/version.ts';
import { toPlegState } from '../../../src/kubelet/containerState.ts';

describe('the profile table', () => {
  it('names a source behind each row', () => {
    const text = readFileSync('src/kubelet/profile.ts', 'utf8');
    const sourced = [...text.matchAll(/^ {4}\{ since: .* \}, \/\/ .{11,}$/gm)];
    expect(sourced.length).toBe(Object.values(PROFILE_TABLE).flat().length);
  });

  it('has the rows of a trait in order', () => {
    for (const [trait, rows] of Object.entries(PROFILE_TABLE)) {
      rows.forEach((row, index) => {
        const before = rows[index - 1];
        if (before === undefined) expect(formatVersion(row.since), trait).toBe('v1.8');
        else expect(compareVersions(before.since, row.since), trait).toBeLessThan(0);
      });
    }
  });

  it.each([
    [
      'v1.8.3',
      {
        skipSeverity: 'I',
        reasonList: 'space',
        eventChannel: 'blocking',
        plegNever: 'largest-elapsed',
        structuredLogging: false,
      },
    ],
    ['v1.13.12', { reasonList: 'space', plegNever: 'yet-to-be-successful', eventChannel: 'blocking' }],
    ['v1.14.0', { reasonList: 'dots', eventChannel: 'discarding' }],
    ['v1.17.9', { skipSeverity: 'E', structuredLogging: false, reinspection: 'second-pass' }],
    ['v1.21.0', { structuredLogging: true, plegEventForm: 'plus-v', lastContainerStartTimes: true }],
    ['v1.28.4', { plegEventForm: 'json', eventedPleg: true, reinspection: 'second-pass' }],
    ['v1.33.1', { reinspection: 'single-pass', watchConditions: true, podSyncEvents: false }],
    ['v1.36.2', { watchConditions: false, onDemandRelist: true, podSyncEvents: true, cacheTime: 'pod-timestamp' }],
    ['v1.40.0', { onDemandRelist: true, reasonList: 'comma' }],
    ['v1.6.0', { reasonList: 'space', skipSeverity: 'I' }],
  ])('%s', (text, expected) => {
    const version = parseVersion(text);
    expect(version).toBeDefined();
    if (version !== undefined) expect(profileFor(version)).toMatchObject(expected);
  });
});

describe('versions', () => {
  it.each([
    ['v1.36.2+vendor', { major: 1, minor: 36, patch: 2 }],
    ['1.20', { major: 1, minor: 20 }],
    ['v1.23.5-eks-0c1b2', { major: 1, minor: 23, patch: 5 }],
    ['Kubernetes', undefined],
    ['', undefined],
  ])('%s', (text, expected) => {
    expect(parseVersion(text)).toEqual(expected);
  });
});

describe('PLEG events as text', () => {
  it.each([
    [
      '&pleg.PodLifecycleEvent{ID:"a-b", Type:"ContainerDied", Data:"c"}',
      { podUid: 'a-b', type: 'ContainerDied', data: 'c' },
    ],
    ['&pleg.PodLifecycleEvent{ID:"a", Type:"PodSync", Data:interface {}(nil)}', { podUid: 'a', type: 'PodSync' }],
    ['&{ID:a Type:ContainerStarted Data:c}', { podUid: 'a', type: 'ContainerStarted', data: 'c' }],
    ['&{ID:a Type:PodSync Data:<nil>}', { podUid: 'a', type: 'PodSync' }],
    ['{"ID":"a","Type":"ContainerRemoved","Data":"c"}', { podUid: 'a', type: 'ContainerRemoved', data: 'c' }],
    ['{"ID":"a","Type":"PodSync","Data":null}', { podUid: 'a', type: 'PodSync' }],
    [
      '{\\"ID\\":\\"a\\",\\"Type\\":\\"ContainerDied\\",\\"Data\\":\\"c\\"}',
      { podUid: 'a', type: 'ContainerDied', data: 'c' },
    ],
    ['&{ID:a Type:Contain      erDied Data:c}', { podUid: 'a', type: 'ContainerDied', data: 'c' }],
    [
      '&pleg.PodLifecycleEvent{ID:"a-\n\t\tb", Type:"ContainerDied", Data:"c"}',
      { podUid: 'a-b', type: 'ContainerDied', data: 'c' },
    ],
    ['{"ID":"a","T', { podUid: 'a', cut: true }],
    ['{"ID":"a","Type":"ContainerDied","Data":"c12', { podUid: 'a', type: 'ContainerDied', cut: true }],
    ['&{ID:a Type:ContainerDied Data:c12', { podUid: 'a', type: 'ContainerDied', cut: true }],
    ['no event', undefined],
    ['{}', undefined],
  ])('%s', (text, expected) => {
    expect(parsePlegEventValue(text)).toEqual(expected);
  });

  it.each([
    [
      '&pleg.PodLifecycleEvent{ID:"a", Type:"PodSync", Data:"c"}',
      ['&pleg.PodLifecycleEvent{ID:"', ', Type:"', ', Data:"', '}'],
    ],
    ['&{ID:a Type:ContainerDied Data:c}', ['&{ID:', ' Type:', ' Data:', '}']],
    ['{"ID":"a","Type":"ContainerDied","Data":"c"}', ['{"ID":"', ',"Type":"', ',"Data":"', '}']],
    ['&{ID:a Type:Contain erDied Data:c}', undefined],
    ['{"ID":"a","Type":"ContainerDied","Data":null}', undefined],
    ['{"ID":"a\\","Type":"ContainerDied","Data":"c"}', undefined],
    ['{"ID":"a","Type":"ContainerDied","Data":"c', undefined],
  ])('are cut around their values: %s', (text, expected) => {
    const pieces = plegEventPieces(text);
    expect(pieces && [pieces.beforeUid, pieces.beforeType, pieces.beforeData, pieces.behind]).toEqual(expected);
  });

  it('reads back what each version writes', () => {
    const hex = fc.stringMatching(/^[0-9a-f]{8,64}$/);
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 36 }),
        hex,
        fc.constantFrom(...PLEG_EVENT_TYPES),
        fc.option(hex, { nil: undefined }),
        (minor, podUid, type, data) => {
          const event = { podUid, type, ...(data === undefined ? {} : { data }) };
          expect(parsePlegEventValue(formatPlegEventValue(event, profileFor({ major: 1, minor })))).toEqual(event);
        },
      ),
    );
    fc.assert(fc.property(fc.string(), (text) => void parsePlegEventValue(text)));
  });
});

describe('container states', () => {
  it('count created as unknown, and know no other', () => {
    expect(['created', 'running', 'exited', 'unknown', 'paused'].map(toPlegState)).toEqual([
      'unknown',
      'running',
      'exited',
      'unknown',
      undefined,
    ]);
  });
});
