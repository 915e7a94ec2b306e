import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { someOf } from '../../support/effort.ts';
import { projectRoot, sharedFolder } from '../../support/shared.ts';
import { byLane, byRecords, everything } from './bothWays.ts';

const LOG = /\.log(?:\.gz)?$/;
const CHUNK = 1_000_003;

function logsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && LOG.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function bytesOf(file: string): Uint8Array {
  const bytes = readFileSync(file);
  return new Uint8Array(file.endsWith('.gz') ? gunzipSync(bytes) : bytes);
}

const shared = sharedFolder();
const folders = [join(projectRoot, 'test/fixtures/runs'), ...(shared === undefined ? [] : [join(shared, 'runs')])];

describe('logs of real kubelets', () => {
  it.each(someOf(folders.flatMap(logsIn)).map((file) => relative(projectRoot, file)))(
    'say the same by plain lines as by records: %s',
    (name) => {
      const bytes = bytesOf(join(projectRoot, name));
      const lane = byLane(bytes, CHUNK);
      const records = byRecords(bytes);
      expect(lane.result().ok).toBe(records.result().ok);
      if (records.result().ok) expect(everything(lane) === everything(records)).toBe(true);
    },
    60_000,
  );
});
