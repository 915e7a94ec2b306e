/** Runs every vector of a folder and counts. */
import type { Judge, VectorFile } from './vectors.ts';
import { profileOfFolder, vectorFiles } from './vectors.ts';
import { judgeEvented, judgeFallback } from './evented.ts';
import { judgeGenerateEvents } from './generateEvents.ts';
import { judgeGoDuration } from './goDuration.ts';
import { klogJudges } from './klog.ts';
import { judgeRelist } from './relist.ts';
import { judgeRuntimeErrors } from './runtimeErrors.ts';
import { judgeSyncloopBackoff } from './syncloopBackoff.ts';

export const JUDGES: Readonly<Record<string, Judge | undefined>> = {
  evented: judgeEvented,
  fallback: judgeFallback,
  'generate-events': judgeGenerateEvents,
  'go-duration': judgeGoDuration,
  relist: judgeRelist,
  'runtime-errors': judgeRuntimeErrors,
  'syncloop-backoff': judgeSyncloopBackoff,
  ...klogJudges,
};

export interface FileResult {
  readonly file: VectorFile;
  readonly passed: number;
  readonly failures: readonly string[];
  /** False when nothing in the house judges this set. */
  readonly judged: boolean;
}

/** Judges every vector below a folder, file by file. */
export function* runVectors(folder: string): IterableIterator<FileResult> {
  for (const file of vectorFiles(folder)) yield runFile(file);
}

export function runFile(file: VectorFile): FileResult {
  const judge = JUDGES[file.set];
  if (judge === undefined) return { file, passed: 0, failures: [], judged: false };
  const profile = profileOfFolder(file.version);
  const failures: string[] = [];
  for (const [index, vector] of file.vectors.entries()) {
    const id = (vector as { id?: string }).id ?? `line ${index + 1}`;
    const verdict = verdictOf(() => judge(vector, profile, file.version));
    if (verdict !== undefined) failures.push(`${id}: ${verdict}`);
  }
  return { file, passed: file.vectors.length - failures.length, failures, judged: true };
}

function verdictOf(judge: () => string | undefined): string | undefined {
  try {
    return judge();
  } catch (problem) {
    return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  }
}
