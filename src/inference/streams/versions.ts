import {
  compareVersions,
  formatVersion,
  type KubeletVersion,
  OLDEST_KNOWN_VERSION,
  parseVersion,
} from '../../kubelet/version.ts';
import { rowById } from '../../messages/catalogue/index.ts';
import type { MessageRow } from '../../messages/contract.ts';
import { voteByCallerLines } from './callerLineVotes.ts';
import type { LineReference } from '../history.ts';
import type { ProcessLedger } from './ledger.ts';
import { lineOf } from '../store/lines.ts';
import { FORM_MINORS } from './versionEvidence.ts';

/** Bounds of a version, whole minors. */
export interface VersionRange {
  readonly min?: KubeletVersion;
  readonly max?: KubeletVersion;
}

/** What is known of a process run's version: from its line, or bounded by the forms of its lines, or by the lines of its source files that they name. */
interface KnownVersion {
  readonly version?: KubeletVersion;
  readonly known: 'line' | 'forms' | 'caller-lines' | 'unknown';
  readonly range?: VersionRange;
  /** Within this the version is for sure; an end that nothing proves is open. Lines of source files count only where many agree: a vendor's patches shift them. */
  readonly proven: VersionRange;
  /** What the replay takes for the version: the line's, else the best guess within the range. */
  readonly assumed?: KubeletVersion;
  /** The line that says it, or the one that tells most. */
  readonly evidence?: LineReference;
  /** For people: `v1.28.4`, `about v1.28 (kubelet.go:2327)`, `v1.21 or later`. */
  readonly text: string;
}

/** Versions before 1.8 have lines near those of so many after it. */
const SPREAD_OF_OLD = 4;

/** So many different lines that fit exactly, and more than half of all, are no chance. */
const FIRM = 3;

/** Reads the version of a process run. */
export function versionOf(ledger: ProcessLedger): KnownVersion {
  const said = ledger.version ?? ledger.versionBefore;
  if (said !== undefined) {
    const { value, at } = said;
    return {
      version: value,
      known: 'line',
      proven: { min: value, max: value },
      assumed: value,
      evidence: at,
      text: formatVersion(value),
    };
  }
  const forms = formsOf(ledger);
  const { min, max } = forms;
  const from = min === undefined || min.major !== 1 ? undefined : min.minor;
  const to = max === undefined || max.major !== 1 ? undefined : max.minor;
  const ofForms: VersionRange = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  const lines = voteByCallerLines(ledger.versionSightings.sightings, from, to);
  if (lines === undefined) {
    if (min === undefined && max === undefined) return { known: 'unknown', proven: {}, text: 'unknown' };
    return {
      known: 'forms',
      range: ofForms,
      proven: ofForms,
      ...(max === undefined ? {} : { assumed: max }),
      ...(forms.evidence === undefined ? {} : { evidence: forms.evidence }),
      text: rangeText(ofForms),
    };
  }
  // Older versions than the table's first are near its lines as well.
  const open = lines.exact === 0 && min === undefined && lines.min <= OLDEST_KNOWN_VERSION.minor + SPREAD_OF_OLD;
  const range: VersionRange = {
    ...(open ? {} : { min: { major: 1, minor: lines.min } }),
    max: { major: 1, minor: lines.max },
  };
  const why = lines.exact === 0 ? `${lines.sighting.caller} is near its line` : lines.sighting.caller;
  const isFirm = lines.exact >= FIRM && lines.exact * 2 > lines.known;
  return {
    known: 'caller-lines',
    range,
    proven: isFirm ? range : ofForms,
    assumed: { major: 1, minor: lines.best },
    evidence: lines.sighting.at,
    text: `about ${rangeText(range)} (${why})`,
  };
}

function rangeText({ min, max }: VersionRange): string {
  if (min === undefined) return max === undefined ? 'unknown' : `${formatVersion(max)} or earlier`;
  if (max === undefined) return `${formatVersion(min)} or later`;
  return compareVersions(min, max) === 0 ? formatVersion(min) : `${formatVersion(min)} to ${formatVersion(max)}`;
}

/** What the forms of messages say. A row's first version can be off by a backport, so of forms that exclude each other none counts. */
function formsOf(ledger: ProcessLedger): VersionRange & { readonly evidence?: LineReference } {
  let min: KubeletVersion | undefined;
  let max: KubeletVersion | undefined;
  let evidence: LineReference | undefined;
  const atLeast = (version: KubeletVersion | undefined, at?: LineReference): void => {
    if (version === undefined || (min !== undefined && compareVersions(version, min) <= 0)) return;
    min = version;
    evidence = at ?? evidence;
  };
  const atMost = (version: KubeletVersion | undefined, at?: LineReference): void => {
    if (version === undefined || (max !== undefined && compareVersions(version, max) >= 0)) return;
    max = version;
    evidence = at ?? evidence;
  };
  const { sightings, forms } = ledger.versionSightings;
  const placeOf = new Map(sightings.map((sighting) => [sighting.message, sighting.at]));
  for (const message of new Set([...ledger.messages, ...placeOf.keys()])) {
    const row = rowById(message);
    if (row === undefined || row.form === 'neighbour') continue;
    const at = placeOf.get(message);
    if (row.since !== undefined) atLeast(parseVersion(row.since), at);
    if (row.until !== undefined) atMost(parseVersion(row.until), at);
  }
  for (const [form, at] of forms) {
    const [first, last] = FORM_MINORS[form];
    atLeast({ major: 1, minor: first }, at);
    if (last !== undefined) atMost({ major: 1, minor: last }, at);
  }
  for (const skip of ledger.skips.slice(0, 20))
    readSkipForm(
      skip.text,
      (version) => atLeast(version, lineOf(skip)),
      (version) => atMost(version, lineOf(skip)),
    );
  if (min !== undefined && max !== undefined && compareVersions(min, max) > 0) return {};
  return {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

/** How the reasons of a skip are put together tells the version (see the profile table's `reasonList` and `plegNever`). */
function readSkipForm(
  text: string,
  atLeast: (version: KubeletVersion) => void,
  atMost: (version: KubeletVersion) => void,
): void {
  if (text.includes('2562047h47m')) atMost({ major: 1, minor: 12 });
  if (text.includes('yet to be successful')) atLeast({ major: 1, minor: 13 });
  if (text.startsWith('[') && !text.includes(', ') && text.endsWith(']')) atMost({ major: 1, minor: 13 });
  // A list of texts that end with a full stop: 1.14 only.
  if (text.startsWith('[') && text.includes('., ')) {
    atLeast({ major: 1, minor: 14 });
    atMost({ major: 1, minor: 14 });
  } else if (text.startsWith('[') && text.includes(', ') && text.includes('PLEG is not healthy'))
    atLeast({ major: 1, minor: 14 });
}

/** The first version whose lines come from contextual loggers: these write errors at any verbosity (logr, `Logger.Error`; pleg/generic.go in 1.32). */
const CONTEXTUAL_SINCE: KubeletVersion = { major: 1, minor: 32 };

/** An error that some kubelet writes whatever its verbosity is, though the source has a level beside it. */
function isErrorOfAnyVerbosity({ severity, until }: MessageRow): boolean {
  const last = until === undefined ? undefined : parseVersion(`v${until}.0`);
  return severity === 'E' && (last === undefined || compareVersions(last, CONTEXTUAL_SINCE) >= 0);
}

/** The least verbosity that the lines of a process run prove: the highest at which one of its messages is written, or what its flag says. */
export function verbosityOf(ledger: ProcessLedger): number | undefined {
  const flag = ledger.settings.get('v')?.value;
  // The configuration file can raise what the flag says, so the lines that are there count as well.
  const said = flag !== undefined && /^\d{1,3}$/.test(flag) ? Number(flag) : undefined;
  let proven = Math.max(ledger.verbosity, said ?? 0);
  for (const message of new Set([
    ...ledger.messages,
    ...ledger.versionSightings.sightings.map((sighting) => sighting.message),
  ])) {
    const row = rowById(message);
    if (row?.verbosity !== undefined && row.verbosity > proven && !isErrorOfAnyVerbosity(row)) proven = row.verbosity;
  }
  return proven === 0 ? said : proven;
}
