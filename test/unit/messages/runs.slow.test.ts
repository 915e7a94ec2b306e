import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createSourceReader } from '../../../src/journal/sourceReader.ts';
import type { FactKind } from '../../../src/messages/fact.ts';
import { createMessageReader } from '../../../src/messages/messageReader.ts';
import { givesNoFact } from '../../../src/messages/recognise/reject.ts';
import { projectRoot, sharedFolder } from '../../support/shared.ts';

/** Logs larger than this are left to the checks on real runs: the unit tests stay fast. */
const LARGEST = 3_000_000;

function logsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /kubelet\.(?:raw|journal\.short(?:-iso-precise)?)\.log(?:\.gz)?$/.test(file))
    .sort()
    .map((file) => join(folder, file));
}

function textOf(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

function countFacts(text: string): Map<FactKind, number> {
  const counts = new Map<FactKind, number>();
  const reader = createMessageReader();
  const source = createSourceReader(
    0,
    'log',
    { year: 2026 },
    {
      record: (record) => {
        const rejected = givesNoFact(record);
        // The rejection is only a shortcut: text that is read gives the same facts, but for errors that are quoted.
        const text = record.message;
        const facts = reader.facts(record);
        if (rejected && facts.some(({ kind }) => kind !== 'other-error'))
          throw new Error(`rejected, but it has facts: ${text}`);
        for (const { kind } of facts) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      },
      warning: () => undefined,
    },
  );
  source.push(new TextEncoder().encode(text));
  source.end();
  return counts;
}

/** What a plain search finds in the same text. */
const SEARCHES: readonly [FactKind, RegExp][] = [
  ['skip', /^.*[IE]\d{4} .*kubelet\.go:\d+\] "?[sS]kipping pod synchronization|"msg":"Skipping pod synchronization"/gm],
  ['pleg-event', /SyncLoop \(PLEG\): event for pod|SyncLoop \(PLEG\): "/g],
  ['pleg-event-ignored', /SyncLoop \(PLEG\): (?:pod does not exist, )?ignore irrelevant event/g],
  ['relist-failed', /GenericPLEG: Unable to retrieve pod/g],
  ['container-finished', /Generic \(PLEG\): container finished/g],
  ['event-channel-full', /vent channel is full, discard this relist/g],
  ['status-failed', /Container runtime sanity check failed/g],
  ['housekeeping-slow', /Housekeeping took longer than/g],
  ['housekeeping-failed', /Failed cleaning pods/g],
  ['node-condition', /Node became not ready/g],
  ['sync-loop-started', /Starting kubelet main sync loop/g],
  ['kubelet-version', /"Kubelet version"|server\.go:\d+\] Version: v|"msg":"Kubelet version"/g],
  ['flag', /FLAG: --|feature gates: &?\{map\[|"Updated" featureGates=|"msg":"Updated","v":\d,"featureGates"/g],
  ['pod-sync-error', /Error syncing pod(?:, skipping| [0-9a-f-]+ \()/g],
  ['state-change', /GenericPLEG" podUID|GenericPLEG: [0-9a-f-]+\//g],
];

const fixtures = join(projectRoot, 'test/fixtures/runs');
const shared = sharedFolder();
const logs = [...logsBelow(fixtures), ...(shared === undefined ? [] : logsBelow(join(shared, 'runs')))];

describe('facts of real runs', () => {
  it('has logs to read', () => {
    expect(logs.length).toBeGreaterThan(0);
  });

  it.each(logs.map((file) => [file.split('/').slice(-3).join('/'), file]))('%s', (_, file) => {
    const text = textOf(file);
    if (text.length > LARGEST) return;
    const counts = countFacts(text);
    for (const [kind, pattern] of SEARCHES)
      expect(counts.get(kind) ?? 0, kind).toBe([...text.matchAll(pattern)].length);
  });
});
