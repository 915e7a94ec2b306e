/** What is read where a path is given: of a folder or an archive the kubelet logs in it. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { ARCHIVE_HEAD_BYTES, archiveKindOf } from './archives/archiveKind.ts';
import { searchArchive, type ArchiveFindings } from './archives/archiveSearch.ts';
import type { FolderSearch, FoundLog } from '../analysis/sources/openedSource.ts';
import { findLogs } from './findLogs.ts';
import { headOf } from './kubeletHead.ts';
import { inputErrorOf } from './inputError.ts';
import { openBytes, type OpenedInput } from './openBytes.ts';
import { MAGIC_BYTES, packingOf } from './packed/packing.ts';
import { peek } from './peek.ts';

export interface FindOptions {
  /** Asked now and then while an archive is read; throws to end that. */
  readonly onEntry?: () => void;
}

/** The logs in a folder or an archive; `undefined` for what is neither, is not there, or can be read only once (`findLogsInStream`). */
export async function findLogsIn(path: string, options: FindOptions = {}): Promise<FolderSearch | undefined> {
  const stats = await statOf(path);
  if (stats?.isDirectory() === true) return findLogs(path, undefined, (archive) => findLogsInArchive(archive, options));
  return stats?.isFile() === true && (await isArchive(path)) ? findLogsInArchive(path, options) : undefined;
}

/** The logs in an archive that is read from a stream; else the input, of which nothing is lost. */
export async function findLogsInStream(
  input: OpenedInput,
  options: FindOptions = {},
): Promise<FolderSearch | OpenedInput> {
  const { head, chunks } = await peek(input.chunks, ARCHIVE_HEAD_BYTES);
  if (archiveKindOf(head) === undefined) return { ...input, chunks };
  let taken = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      taken += chunk.length;
      yield chunk;
    }
  };
  const packedBytes = (): number => input.packedBytes() ?? taken;
  return searchOf(input.name, await searchArchive(input.name, { chunks: counted(), packedBytes }, options));
}

async function findLogsInArchive(path: string, options: FindOptions): Promise<FolderSearch> {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    throw inputErrorOf(error, path, false);
  }
  try {
    const range = { file, from: 0, to: fstatSync(file).size };
    return searchOf(path, await searchArchive(path, { range }, options));
  } catch (error) {
    closeSync(file);
    throw inputErrorOf(error, path, true);
  }
}

function searchOf(path: string, { logs, lookedAt, warnings }: ArchiveFindings): FolderSearch {
  return {
    logs: logs.map((log): FoundLog => ({
      path,
      place: `${basename(path)}/${log.inside}`,
      name: `${path}/${log.inside}`,
      inside: log.inside,
      open: log.open,
    })),
    lookedAt,
    cutShort: false,
    warnings,
  };
}

/** Told by its first bytes, unpacked if they are packed. What cannot be read is no archive: whoever reads it says what is wrong. */
async function isArchive(path: string): Promise<boolean> {
  try {
    const head = firstBytes(path);
    if (packingOf(head.subarray(0, MAGIC_BYTES)) === undefined) return archiveKindOf(head) !== undefined;
    return archiveKindOf(await headOf((await openBytes(path)).chunks, ARCHIVE_HEAD_BYTES)) !== undefined;
  } catch {
    return false;
  }
}

function firstBytes(path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const head = new Uint8Array(ARCHIVE_HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
}

async function statOf(path: string): Promise<Awaited<ReturnType<typeof stat>> | undefined> {
  try {
    return await stat(path);
  } catch {
    return undefined;
  }
}
