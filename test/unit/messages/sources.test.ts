import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KUBELET_ROWS } from '../../../src/messages/catalogue/index.ts';
import { SOURCES, SOURCE_TABLES } from '../../../src/messages/catalogue/sources.ts';
import { rowSources } from '../../../src/messages/catalogue/source.ts';
import { sharedFolder } from '../../support/shared.ts';

const VERSIONS = /^1\.\d{1,2}(?:-1\.\d{1,2})?$/;
const COPY = new Set(['glog', 'klog', 'structured', 'contextual', 'read', 'lines', 'unread']);

/** The items of what was read: `lines of 1.24, 1.28` is one. */
const items = (read: string): string[] => read.split(/, (?!1\.\d{1,2}(?:$|,))|, (?=1\.\d{1,2}-)/);
const minor = (version: string): number => Number(version.slice(version.indexOf('.') + 1));

/** Files that are logged under another name: a library's through klog, the CRI client's through its wrapper. */
const OTHER_FILE = new Set(['logging.go', 'log.go']);

/** Minor versions that a text of what was read names, e.g. 8 for 1.8; of a range all. */
function versionsRead(read: string): readonly number[] {
  return [...read.matchAll(/\b1\.(\d{1,2})(?:-1\.(\d{1,2}))?/g)].flatMap(([, first, last]) => {
    const from = Number(first);
    return Array.from({ length: Number(last ?? first) - from + 1 }, (_, index) => from + index);
  });
}

describe('the sources of the catalogue', () => {
  it('tell of every row of the kubelet where its text was read', () => {
    expect(KUBELET_ROWS.filter(({ id }) => !SOURCES.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('tell of each row once, and of no row that is not there', () => {
    const ids = SOURCE_TABLES.flatMap((table) => Object.values(table).flatMap((rows) => Object.keys(rows)));
    expect(ids.length).toBe(new Set(ids).size);
    const known = new Set(KUBELET_ROWS.map(({ id }) => id));
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
  });

  it('say what was read in the words that there are', () => {
    for (const [id, { path, read }] of SOURCES) {
      expect(path, id).toMatch(/^[a-z0-9.-]+(?:\/[\w.-]+)+$/);
      for (const item of items(read))
        expect(COPY.has(item) || VERSIONS.test(item) || /^lines of 1\.\d{1,2}(?:, 1\.\d{1,2})*$/.test(item), read).toBe(
          true,
        );
    }
  });

  it('name the file that the rows name', () => {
    const other = KUBELET_ROWS.filter(({ id, file }) => {
      const path = SOURCES.get(id)?.path ?? '';
      return file !== undefined && !OTHER_FILE.has(file) && !path.endsWith(`/${file}`);
    });
    expect(other.map(({ id, file }) => `${id}: ${file} is not of ${SOURCES.get(id)?.path}`)).toEqual([]);
  });

  it('leave no version out of a row in which its text was read', () => {
    const narrow = KUBELET_ROWS.filter(({ id, since, until }) =>
      versionsRead(SOURCES.get(id)?.read ?? '').some(
        (version) =>
          version < (since === undefined ? 0 : minor(since)) ||
          version > (until === undefined ? Number.POSITIVE_INFINITY : minor(until)),
      ),
    );
    expect(narrow.map(({ id }) => id)).toEqual([]);
  });

  it('are of the age that the form of the row is of', () => {
    const wrong = KUBELET_ROWS.filter(({ id, form, since, until }) => {
      const read = items(SOURCES.get(id)?.read ?? '');
      const from = since === undefined ? 0 : minor(since);
      const to = until === undefined ? Number.POSITIVE_INFINITY : minor(until);
      if (form === 'structured') return read.includes('glog') || read.includes('klog');
      return (read.includes('glog') && from > 12) || (read.includes('klog') && to < 13);
    });
    expect(wrong.map(({ id }) => `${id}: ${SOURCES.get(id)?.read}`)).toEqual([]);
  });

  it('are missing for no more than a few', () => {
    expect([...SOURCES].filter(([, { read }]) => read === 'unread').length).toBeLessThanOrEqual(6);
  });

  const shared = sharedFolder();

  it.skipIf(shared === undefined)('are those of the reference where it has the row', () => {
    const reference = readFileSync(join(shared ?? '', 'messages.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; caller_path: string; versions_seen: string });
    for (const { id, caller_path: path, versions_seen: seen } of reference)
      expect(SOURCES.get(id), id).toEqual({ path, read: seen.replaceAll(',', ', ') });
  });
});

describe('what was read', () => {
  it('counts the versions of ranges and lists', () => {
    expect(versionsRead('1.8-1.10, 1.17-1.18, lines of 1.24, 1.28')).toEqual([8, 9, 10, 17, 18, 24, 28]);
    expect(versionsRead('glog, klog')).toEqual([]);
  });

  it('is kept by the id of the row', () => {
    const sources = rowSources([{ 'pkg/kubelet/pleg/generic.go': { 'a.u': '1.8-1.20', 'a.s': 'structured' } }]);
    expect(sources.get('a.s')).toEqual({ path: 'pkg/kubelet/pleg/generic.go', read: 'structured' });
  });
});
