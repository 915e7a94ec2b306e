/**
 * Where the text of a row was read, and in what. The tables are for those who check the catalogue and for docs/messages.md; the extension does not carry them.
 *
 * What was read is a list of
 * - minor versions (`1.8-1.20`, `1.36`): the file in a source tree of each of them;
 * - `glog`, `klog`, `structured`, `contextual`: a copy of the file whose version nobody tells, but whose calls do: glog.Errorf up to 1.12, klog.Errorf from 1.13 to
 *   1.20, klog.ErrorS (or an error for utilruntime.HandleError) from 1.21, a logger of the context from 1.24 on;
 * - `read`: a copy of a library's file, which tells no version;
 * - `lines of 1.28`, `lines`: what kubelets of these versions, or of one that is not told, wrote into logs;
 * - `unread`: nothing of that could be had; the row is there so as not to shut out a version that may have it.
 */
export interface RowSource {
  /** File below the root of Kubernetes, or of the module whose path it begins with. */
  readonly path: string;
  /** What was read of it, as above. */
  readonly read: string;
}

/** What was read, by path and by the id of the row. */
export type SourceTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The sources of all tables, by id; the last of two for one id counts. */
export function rowSources(tables: readonly SourceTable[]): ReadonlyMap<string, RowSource> {
  const sources = new Map<string, RowSource>();
  for (const table of tables)
    for (const [path, rows] of Object.entries(table))
      for (const [id, read] of Object.entries(rows)) sources.set(id, { path, read });
  return sources;
}
