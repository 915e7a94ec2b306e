/** Real logs in other dress: what the answer says of them must be the same, but for what the dress takes away. */
import type { Analysis } from '../../../src/analysis/analysis.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { WrittenMode } from '../../../src/journal/envelope/writeEnvelope.ts';
import type { ReaderOptions } from '../../../src/journal/record.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import { blank, notOfWhole, otherFacts, otherWords, type Told, toldIn } from './alike.ts';
import { CROWD_DRESSES, NEIGHBOUR } from './crowdDresses.ts';
import { asSyslog5424, type Entry, inMode, journalOfKlog, klogAsJson, klogTime } from './journalDresses.ts';
import { PART_DRESSES } from './partDresses.ts';
import { SHIPPED_DRESSES } from './shippedDresses.ts';
import { type Dressed, TEXT_DRESSES, type TextDressName } from './textDresses.ts';
import { inJournal, isNearHalfAMinute, isPlain, isReadInOrder, textOf, type Wearing, type Worn } from './wearing.ts';

/** What the product answers of files; `undefined`: it does not take them for a kubelet's. */
export function analysedFiles(files: Dressed, year?: number): Analysis | undefined {
  const session = createAnalysisSession();
  const options: ReaderOptions =
    year === undefined ? { fallbackYearFrom: (Date.UTC(2026, 10, 30) * 1000) as Instant, fallbackIs: 'now' } : { year };
  const bytes = files.map((file) => (typeof file === 'string' ? new TextEncoder().encode(file) : file));
  const [only, ...others] = bytes;
  if (only !== undefined && others.length === 0) {
    session.open('kubelet.log', options);
    session.push(only);
    session.end();
  } else {
    const feed = session.openMerged(bytes.map((_, row) => ({ name: `kubelet-${row + 1}.log`, options })));
    for (let row = feed.wanted(); row !== undefined; row = feed.wanted()) {
      feed.push(row, bytes[row] ?? new Uint8Array(0));
      feed.end(row);
    }
  }
  const result = session.result();
  return result.ok ? result.analysis : undefined;
}

/** Cuts of a few lines, or of lines that are alike, do not show a width (docs/formats.md). */
const LEAST_CUT = 12;
const LEAST_JOINTS = 7;

const isUnderNothing = ({ lines }: Worn): boolean => !lines.some((line) => /==> |^[$#] /.test(line));

const fitsText: Readonly<Partial<Record<TextDressName, (log: Worn) => boolean>>> = {
  // Entities are told by those of quotation marks.
  entities: (log) => isPlain(log) && log.lines.some((line) => line.includes('"')),
  'html page': (log) => isPlain(log) && log.lines.some((line) => line.includes('"')) && isUnderNothing(log),
  // Behind a heading, or a prompt with a command, what follows is of whom they name.
  fence: isUnderNothing,
  details: isUnderNothing,
  jira: isUnderNothing,
  bbcode: isUnderNothing,
};
/** What is there whatever stands around it. */
const OF_ANY: ReadonlySet<TextDressName> = new Set<TextDressName>([
  'crlf',
  'bom',
  'utf-16',
  'utf-16 of Windows',
  'one colour',
  'colour of grep',
  'trailing blanks',
  'no newline at the end',
]);
const OF_ARRIVALS: ReadonlySet<TextDressName> = new Set<TextDressName>(['cri', 'docker', 'kubectl --timestamps']);
/** Three lines may be alike by chance. */
const LEAST_PREFIXED = 4;

function fits(name: TextDressName, log: Worn): boolean {
  const { lines } = log;
  const own = fitsText[name];
  if (own !== undefined) return own(log);
  if (OF_ANY.has(name)) return true;
  const columns = Number(/^at (\d+) columns$/.exec(name)?.[1] ?? 0);
  if (columns > 0) {
    const cut = lines.filter((line) => line.length > columns);
    const joints = new Set(cut.map((line) => line.slice(columns - 8, columns + 8)));
    return isPlain(log) && cut.length >= LEAST_CUT && joints.size >= LEAST_JOINTS;
  }
  if (OF_ARRIVALS.has(name)) return isPlain(log) && isReadInOrder(log) && !isNearHalfAMinute(log);
  return isPlain(log) && lines.length >= LEAST_PREFIXED;
}

const dressedText =
  (name: TextDressName): Wearing =>
  (log) =>
    fits(name, log)
      ? {
          plain: [textOf(log.lines)],
          other: TEXT_DRESSES[name](log.lines, log.year),
          as: OF_ARRIVALS.has(name) ? 'facts' : 'words',
        }
      : undefined;

const ofMode = (mode: WrittenMode): Wearing =>
  inJournal((entries, { lines }) => ({ plain: [textOf(lines)], other: [inMode(entries, mode)], as: 'facts' }));
/** A file of klog of which each line is one of the same process: of two, nobody knows who they are. */
const ofKlog =
  (write: (entries: readonly Entry[], log: Worn) => string | undefined): Wearing =>
  (log) => {
    const entries = journalOfKlog(log.lines, log.year, log.told.nodes[0] || 'node-x');
    if (entries === undefined || new Set(entries.map(({ pid }) => pid)).size !== 1) return undefined;
    const other = write(entries, log);
    return other === undefined ? undefined : { plain: [textOf(log.lines)], other: [other], as: 'of nobody' };
  };
const isKubelet = ({ identifier }: Entry): boolean => identifier === 'kubelet';

/** JSON has no severity of its own for what ends a kubelet, and no second line of a message that has no header. */
function asJson(lines: readonly string[], year: number): readonly string[] | undefined {
  const json = lines.map((line) => (line.startsWith('F') ? undefined : klogAsJson(line, year)));
  return json.some((line) => line === undefined) ? undefined : (json as string[]);
}

const JOURNAL_DRESSES = {
  'as short': ofMode('short'),
  'as short-precise': ofMode('short-precise'),
  'as short-iso': ofMode('short-iso'),
  'as short-iso-precise': ofMode('short-iso-precise'),
  'as short-full': ofMode('short-full'),
  'as short-unix': ofMode('short-unix'),
  'as with-unit': ofMode('with-unit'),
  'as json': ofMode('json'),
  'as json-pretty': ofMode('json-pretty'),
  'as export': ofMode('export'),
  'as verbose': ofMode('verbose'),
  'as syslog of RFC 5424': inJournal((entries, { lines }) => ({
    plain: [textOf(lines)],
    other: [asSyslog5424(entries)],
    as: 'facts',
  })),
  'turned round': inJournal((entries, { lines }) =>
    new Set(entries.map(({ time }) => Math.floor(time / 1e6))).size > 4
      ? { plain: [textOf(lines)], other: [textOf(lines.toReversed())], as: 'facts' }
      : undefined,
  ),
  'of klog in JSON': inJournal((entries, { year }) => {
    const own = entries.filter(isKubelet);
    const json = asJson(
      own.map(({ message }) => message),
      year,
    );
    // Its pid is the journal's alone.
    if (json === undefined || own.length === 0 || own.some(({ pid }) => pid === undefined)) return undefined;
    let row = 0;
    const dressed = entries.map((one) => (isKubelet(one) ? { ...one, message: json[row++] ?? '' } : one));
    return {
      plain: [inMode(entries, 'short-iso-precise')],
      other: [inMode(dressed, 'short-iso-precise')],
      as: 'facts',
    };
  }),
  'a file as journal': ofKlog((entries) => inMode(entries, 'short')),
  'a file as precise journal': ofKlog((entries) => inMode(entries, 'short-iso-precise')),
  'a file as JSON of the journal': ofKlog((entries) => inMode(entries, 'json')),
  'a file of klog in JSON': ofKlog((_entries, { lines, year }) => {
    const json = asJson(lines, year);
    return json === undefined ? undefined : textOf(json);
  }),
  'as cat': inJournal((entries, { told }) => {
    const own = entries.filter((one) => isKubelet(one) && klogTime(one.message, 2026) !== undefined);
    // A few words would not be told to be a kubelet's but by the names of its files; and where all have them, somebody may have searched for that.
    const named = own.filter(({ message }) => message.includes('kubelet')).length;
    return told.nodes.length > 1 || named === 0 || named === own.length
      ? undefined
      : { plain: [inMode(own, 'short')], other: [textOf(own.map(({ message }) => message))], as: 'of nobody' };
  }),
} as const satisfies Readonly<Record<string, Wearing>>;

export const REAL_DRESSES: Readonly<Record<string, Wearing>> = {
  ...Object.fromEntries((Object.keys(TEXT_DRESSES) as TextDressName[]).map((name) => [name, dressedText(name)])),
  ...JOURNAL_DRESSES,
  ...SHIPPED_DRESSES,
  ...CROWD_DRESSES,
  ...PART_DRESSES,
};

/** A log as it is; `undefined` where it is no kubelet's. */
export function worn(lines: readonly string[]): Worn | undefined {
  const analysis = analysedFiles([textOf(lines)]);
  const from = analysis?.reconstruction.history.span?.from;
  return analysis === undefined || from === undefined
    ? undefined
    : { lines, year: new Date(from / 1000).getUTCFullYear(), told: toldIn(analysis) };
}

/** What is told otherwise of a log in a dress; `undefined` where the dress does not fit it. */
export function toldOtherwise(log: Worn, dress: string): readonly string[] | undefined {
  const compared = REAL_DRESSES[dress]?.(log);
  if (compared === undefined) return undefined;
  // What a stamp says of the year is not what is asked here, and some dresses have no stamp.
  const year = compared.as === 'words' && compared.other.length === 1 ? undefined : log.year;
  const [plain, other] = [compared.plain, compared.other].map((files) => analysedFiles(files, year));
  if (plain === undefined) return undefined;
  if (other === undefined)
    return compared.as === 'a part' || compared.as === 'cut off' ? [] : ['it is not taken for the log of a kubelet'];
  const [one, two] = [toldIn(plain), toldIn(other)];
  switch (compared.as) {
    case 'words':
      return otherWords(one, two);
    case 'facts':
      return otherFacts(one, two);
    case 'of nobody':
      return otherFacts(nameless(one), nameless(two));
    case 'of two':
      return otherOfTwo(one, two);
    case 'a part':
    case 'cut off':
      return notOfWhole(one, two, compared.as === 'cut off');
  }
}

/** Without the names of the node, the pids, and commands: a name tells which kind of node it is. */
function nameless(told: Told): Told {
  const names = told.nodes.flatMap((all) => all.split(' ')).filter((name) => name !== '');
  const without = (sentence: string): string => {
    let rest = sentence;
    for (const name of names) rest = rest.replaceAll(`${name}: `, '').replaceAll(name, '<node>');
    return rest.replaceAll(/`[^`]*`/g, '`…`').replace(/^./, (letter) => letter.toLowerCase());
  };
  return {
    ...told,
    headline: without(told.headline),
    paragraphs: told.paragraphs.map(without),
    findings: told.findings.map((one) => ({ ...one, what: without(one.what) })),
    processes: told.processes.map((one) => ({ ...one, what: one.what.replace(/^(?:\d+|some pid) /, '') })),
    nodes: [],
  };
}

/** Of a capture of two nodes, of which one is well: what was told of the other is told of it, and of nobody else. */
function otherOfTwo(plain: Told, both: Told): readonly string[] {
  const isTroubled = plain.state !== 'healthy' && plain.state !== 'unknown';
  const own = plain.nodes[0]?.split(' ') ?? [];
  const first = [both.headline, both.paragraphs[0] ?? ''].join(' ');
  const without = ({ what }: { readonly what: string }): string =>
    own
      .reduce(
        (text, name) =>
          text.replace(new RegExp(` on (?:node )?${name}(?= |,|$)`, 'g'), '').replace(`On node ${name}: `, ''),
        blank(what),
      )
      .replace(/^startup-normal.*/, '')
      .toLowerCase();
  const found = (told: Told): readonly string[] =>
    told.findings
      .filter(({ isSure }) => isSure)
      .map(without)
      .filter((what) => what !== '');
  const [one, two] = [found(plain), found(both)];
  return [
    ...one.filter((what) => !two.includes(what)).map((what) => `- ${what}`),
    ...two.filter((what) => !one.includes(what)).map((what) => `+ ${what}`),
    ...(isTroubled && plain.state !== both.state
      ? [`${plain.state} ${plain.headline}, and ${both.state} ${both.headline}`]
      : []),
    ...(isTroubled && !own.some((name) => first.includes(name)) ? [`the node is not named: ${first}`] : []),
    ...(first.includes(NEIGHBOUR) ? [`of the other: ${first}`] : []),
    ...(both.nodes.length === plain.nodes.length + 1 ? [] : [`nodes ${both.nodes.join(', ')}`]),
  ];
}
