/** Reads conformance vectors: one JSON object a line, plain or gzipped, in folders named after the version that produced them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type KubeletProfile, profileFor } from '../../src/kubelet/profile.ts';
import { parseVersion } from '../../src/kubelet/version.ts';

/** One vector file: its version, its set and its lines as parsed JSON. */
export interface VectorFile {
  readonly file: string;
  /** Folder name, such as `v1.36.2`. */
  readonly version: string;
  /** File name without endings, such as `relist`. */
  readonly set: string;
  readonly vectors: readonly unknown[];
}

/** What became of one vector: nothing to say if it passed, else what differs. */
export type Verdict = string | undefined;

/** Judges one vector of a set against the model of a version. */
export type Judge = (vector: unknown, profile: KubeletProfile, version: string) => Verdict;

/** All vector files below a folder, in the order of their paths. */
export function* vectorFiles(folder: string): IterableIterator<VectorFile> {
  for (const name of readdirSync(folder).sort()) {
    const file = path.join(folder, name);
    if (statSync(file).isDirectory()) {
      yield* vectorFiles(file);
      continue;
    }
    const match = /^(.+)\.jsonl(\.gz)?$/.exec(name);
    if (match === null) continue;
    const bytes = readFileSync(file);
    const text = (match[2] === undefined ? bytes : gunzipSync(bytes)).toString('utf8');
    yield {
      file,
      version: path.basename(folder),
      set: match[1] ?? '',
      vectors: text
        .split('\n')
        .filter((line) => line !== '')
        .map((line): unknown => JSON.parse(line)),
    };
  }
}

/** The profile of a folder's version; folders without one (`go1.27`) take the newest. */
export function profileOfFolder(version: string): KubeletProfile {
  const known = /^v\d/.test(version) ? parseVersion(version) : undefined;
  return profileFor(known ?? { major: 1, minor: 36 });
}

/** The first place in which two JSON values differ, as text; `undefined` if they are equal. `null` and an empty list count as equal. */
export function difference(expected: unknown, actual: unknown, at = ''): string | undefined {
  if (isNothing(expected) && isNothing(actual)) return undefined;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    for (let index = 0; index < Math.max(expected.length, actual.length); index += 1) {
      const found = difference(expected[index], actual[index], `${at}[${index}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isObject(expected) && isObject(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const found = difference(expected[key], actual[key], `${at}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return Object.is(expected, actual) ? undefined : `${at}: expected ${show(expected)}, got ${show(actual)}`;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
