import { compareVersions, type KubeletVersion, parseVersion } from '../kubelet/version.ts';
import { rowById } from '../messages/catalogue/index.ts';
import type { ProcessLedger } from './ledger.ts';

/** Bounds of a version, whole minors. */
export interface VersionRange {
  readonly min?: KubeletVersion;
  readonly max?: KubeletVersion;
}

/** What is known of a life's version: from its line, or bounded by the forms of its lines. */
export interface KnownVersion {
  readonly version?: KubeletVersion;
  readonly known: 'line' | 'forms' | 'unknown';
  readonly range?: VersionRange;
  /** What rules take for the version: the line's, else the newest that the forms allow. */
  readonly assumed?: KubeletVersion;
}

/** Reads the version of a life. */
export function versionOf(ledger: ProcessLedger): KnownVersion {
  if (ledger.version !== undefined) return { version: ledger.version.value, known: 'line', assumed: ledger.version.value };
  let min: KubeletVersion | undefined;
  let max: KubeletVersion | undefined;
  const atLeast = (version: KubeletVersion | undefined): void => {
    if (version !== undefined && (min === undefined || compareVersions(version, min) > 0)) min = version;
  };
  const atMost = (version: KubeletVersion | undefined): void => {
    if (version !== undefined && (max === undefined || compareVersions(version, max) < 0)) max = version;
  };
  for (const message of ledger.messages) {
    const row = rowById(message);
    if (row === undefined || row.form === 'neighbour') continue;
    if (row.since !== undefined) atLeast(parseVersion(row.since));
    if (row.until !== undefined) atMost(parseVersion(row.until));
  }
  for (const skip of ledger.skips.slice(0, 20)) readSkipForm(skip.text, atLeast, atMost);
  if (min === undefined && max === undefined) return { known: 'unknown' };
  if (min !== undefined && max !== undefined && compareVersions(min, max) > 0) return { known: 'unknown' };
  const range: VersionRange = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  return { known: 'forms', range, ...(max === undefined ? {} : { assumed: max }) };
}

/** How the reasons of a skip are put together tells the version (see the profile table's `reasonList` and `plegNever`). */
function readSkipForm(text: string, atLeast: (version: KubeletVersion) => void, atMost: (version: KubeletVersion) => void): void {
  if (text.includes('2562047h47m')) atMost({ major: 1, minor: 12 });
  if (text.includes('yet to be successful')) atLeast({ major: 1, minor: 13 });
  if (text.startsWith('[') && !text.includes(', ') && text.endsWith(']')) atMost({ major: 1, minor: 13 });
}

/** The least verbosity that the lines of a life prove: the highest at which one of its messages is written, or what its flag says. */
export function verbosityOf(ledger: ProcessLedger): number | undefined {
  const flag = ledger.settings.get('v')?.value;
  // The configuration file can raise what the flag says, so the lines that are there count as well.
  const said = flag !== undefined && /^\d{1,3}$/.test(flag) ? Number(flag) : undefined;
  let proven = Math.max(ledger.verbosity, said ?? 0);
  for (const message of ledger.messages) {
    const verbosity = rowById(message)?.verbosity;
    if (verbosity !== undefined && verbosity > proven) proven = verbosity;
  }
  return proven === 0 ? said : proven;
}
