// Makes syntaxes/kubelet-log.tmLanguage.json: the frame of a line is written here, the key words come from the catalogue.
//   node scripts/messages-grammar.mjs [--check]
import { pathToFileURL } from 'node:url';
import { importCore, writeOrCheck } from './messages-lib.mjs';

export const GRAMMAR_FILE = 'syntaxes/kubelet-log.tmLanguage.json';

const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** One alternation of literal texts, longest first so that a text is not hidden by its own beginning. */
function anyOf(texts) {
  return [...new Set(texts)]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map(escape)
    .join('|');
}

/** The literal beginning of a template, up to its first field. */
function beginning(template) {
  const at = template.search(/"?\{[A-Za-z][A-Za-z0-9]*\}/);
  return at < 0 ? template : template.slice(0, at);
}

/** Literal pieces that are long enough to be told from prose. */
function pieces(template) {
  return template
    .split(/"?\{[A-Za-z][A-Za-z0-9]*\}"?/)
    .map((piece) => piece.trim())
    .filter((piece) => piece.length >= 12);
}

const captures = (...names) =>
  Object.fromEntries(names.flatMap((name, index) => (name === '' ? [] : [[String(index + 1), { name }]])));

// Times of journalctl's modes. Each alternative begins with a character class of its own, so no text is read twice.
const JOURNAL_TIME = [
  String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| ?[+-]\d\d:?\d\d| UTC)?`,
  String.raw`\p{L}{2,4}\.? \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})? [A-Z][A-Za-z0-9+-]{0,5}`,
  String.raw`(?:\p{L}{3,9}\.?|\d{1,2}月) {1,2}\d{1,2} \d\d:\d\d:\d\d(?:\.\d{1,9})?`,
  String.raw`\[ {0,6}\d{1,10}\.\d{6}(?: <?[ \d.]{1,16}>?)?\]`,
  String.raw`\d{9,10}\.\d{6}`,
].join('|');

const HEADER = String.raw`(\d{4}) (\d\d:\d\d:\d\d\.\d{6}) {1,8}(\d{1,10}) ([\w.\/+-]{1,80}\.(?:go|s))(:)(\d{1,6})(\])`;
const HEADER_NAMES = [
  'constant.numeric.date.kubelet',
  'constant.numeric.time.kubelet',
  'constant.numeric.pid.kubelet',
  'entity.name.function.caller.kubelet',
  'punctuation.separator.kubelet',
  'constant.numeric.line.kubelet',
  'punctuation.definition.header.kubelet',
];

function record(letter, severity, token) {
  return {
    name: `meta.record.${severity}.kubelet`,
    begin: `(?<![\\w.])(${letter})${HEADER}[ ]?`,
    beginCaptures: captures(`severity.${severity}.kubelet ${token}.kubelet`, ...HEADER_NAMES),
    end: '$',
    patterns: [{ include: '#message' }],
  };
}

/** @param {{ rows: readonly import('../src/messages/recognise/row.ts').CatalogueRow[], eventTypes: readonly string[] }} catalogue */
export function grammarText({ rows, eventTypes }) {
  const kubelet = rows.filter((row) => row.form === 'structured' || row.form === 'unstructured');
  const isSkip = (row) => row.id.startsWith('syncloop.skip.');
  const isEvent = (row) => row.id.startsWith('syncloop.pleg.');
  const isIgnored = (row) => row.id.startsWith('syncloop.pleg-ignored.');
  const ofHighlight = (highlight) =>
    kubelet.filter((row) => row.highlight === highlight && !isSkip(row) && !isEvent(row) && !isIgnored(row));
  const structured = (list) => anyOf(list.filter((row) => row.form === 'structured').map((row) => row.template));
  const printf = (list) =>
    anyOf(
      list
        .filter((row) => row.form === 'unstructured')
        .map((row) => beginning(row.template).trimEnd())
        .filter((text) => text.length >= 8),
    );
  const reasons = anyOf(rows.filter((row) => row.form === 'error-text').flatMap((row) => pieces(row.template)));
  const neighbourRows = rows.filter(
    (row) => row.form === 'neighbour' && row.component !== 'systemd' && row.component !== 'rke2',
  );
  const neighbours = (of) =>
    anyOf(neighbourRows.filter((row) => of(row)).flatMap((row) => pieces(row.template).slice(0, 1)));
  const isOfKernel = (row) => row.component === 'kernel';

  const highlighted = (highlight, scope) => {
    const list = ofHighlight(highlight);
    return [
      {
        match: `\\G(")(${structured(list)})(")`,
        captures: captures(
          'punctuation.definition.string.begin.kubelet',
          scope,
          'punctuation.definition.string.end.kubelet',
        ),
      },
      { match: `\\G(?:${printf(list)})`, name: scope },
    ];
  };
  const skipStart = `${anyOf(kubelet.filter((row) => isSkip(row) && row.form === 'unstructured').map((row) => beginning(row.template)))}|"(?:${structured(kubelet.filter(isSkip))})"`;
  const eventStart = `${anyOf(kubelet.filter((row) => isEvent(row) && row.form === 'unstructured').map((row) => beginning(row.template)))}(?=")|"(?:${structured(kubelet.filter(isEvent))})"`;
  const ignoredStart = `${anyOf(kubelet.filter((row) => isIgnored(row) && row.form === 'unstructured').map((row) => beginning(row.template)))}|"(?:${structured(kubelet.filter(isIgnored))})"`;

  const wholeLine = (meta, start, scope, anchor) => ({
    name: `meta.${meta}.kubelet`,
    begin: `${anchor}(${start})`,
    beginCaptures: { 1: { name: scope } },
    end: '$',
    patterns: [{ include: '#values' }],
  });
  const SKIP_SCOPE = 'keyword.control.skip.kubelet token.error-token.kubelet';
  const EVENT_SCOPE = 'entity.name.tag.pleg-event.kubelet';
  const IGNORED_SCOPE = 'comment.line.pleg-event-ignored.kubelet';

  const typeScope = {
    ContainerStarted: 'markup.inserted.started.kubelet',
    ContainerDied: 'markup.deleted.died.kubelet',
    ContainerRemoved: 'markup.deleted.removed.kubelet',
  };
  const jsonMessage = (meta, list, scope) => ({
    name: `meta.${meta}.kubelet`,
    begin: `("msg")(:)(")(${structured(list)})(")`,
    beginCaptures: captures(
      'support.type.property-name.json.kubelet',
      'punctuation.separator.kubelet',
      'punctuation.definition.string.begin.kubelet',
      scope,
      'punctuation.definition.string.end.kubelet',
    ),
    end: '$',
    patterns: [{ include: '#json' }],
  });

  const grammar = {
    $schema: 'https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json',
    comment: 'Generated by scripts/messages-grammar.mjs from src/messages: change it there.',
    name: 'Kubelet Log',
    scopeName: 'text.log.kubelet',
    patterns: [
      { include: '#mark' },
      { include: '#stamp' },
      { include: '#jsonLine' },
      { include: '#record' },
      { include: '#lostHeader' },
      { include: '#plain' },
    ],
    repository: {
      mark: { match: '^-- .*$', name: 'comment.line.mark.kubelet' },
      stamp: {
        comment: 'Stamp, host, unit[pid] of the journal.',
        match: `^[ \\t]{0,12}(?:# )?(${JOURNAL_TIME})(?:(?: {1,12}([\\w.:-]{1,253}))? {1,12}([\\w.@\\/-]{1,80})(?:(\\[)([\\d.]{1,10})(\\]))?(:)(?=[ \\t]|$))?`,
        captures: captures(
          'constant.numeric.timestamp.journal.kubelet',
          'entity.name.namespace.host.kubelet',
          'entity.name.type.unit.kubelet',
          'punctuation.definition.pid.kubelet',
          'constant.numeric.pid.kubelet',
          'punctuation.definition.pid.kubelet',
          'punctuation.separator.kubelet',
        ),
      },
      record: {
        patterns: [
          record('I', 'info', 'token.info-token'),
          record('W', 'warning', 'token.warn-token'),
          record('E', 'error', 'token.error-token'),
          record('F', 'fatal', 'invalid'),
        ],
      },
      lostHeader: {
        comment: 'Skip and PLEG lines in pastes that have lost their header.',
        patterns: [
          wholeLine('skip', skipStart, SKIP_SCOPE, '(?<=^|\\]|\\s)(?<![\\w,] )'),
          wholeLine('pleg-event', eventStart, EVENT_SCOPE, '(?<=^|\\]|\\s)'),
        ],
      },
      message: {
        patterns: [
          wholeLine('skip', skipStart, SKIP_SCOPE, '\\G'),
          wholeLine('pleg-event', eventStart, EVENT_SCOPE, '\\G'),
          wholeLine('pleg-event-ignored', ignoredStart, IGNORED_SCOPE, '\\G'),
          ...highlighted('trouble', 'markup.changed.message.trouble.kubelet token.warn-token.kubelet'),
          ...highlighted('pleg', 'entity.name.tag.message.pleg.kubelet'),
          ...highlighted('loop', 'entity.name.function.message.loop.kubelet'),
          {
            name: 'string.quoted.double.message.kubelet',
            begin: '\\G"',
            end: '"|$',
            patterns: [{ include: '#escape' }],
          },
          { include: '#values' },
        ],
      },
      values: {
        patterns: [
          { include: '#key' },
          { include: '#eventType' },
          { include: '#property' },
          { include: '#string' },
          { include: '#reason' },
          { include: '#code' },
          { include: '#literal' },
        ],
      },
      property: { match: '"[\\w.\\/-]{1,80}"(?=:)', name: 'support.type.property-name.json.kubelet' },
      plain: {
        patterns: [
          { include: '#neighbour' },
          { include: '#string' },
          { include: '#reason' },
          { include: '#code' },
          { include: '#literal' },
        ],
      },
      key: {
        match: '(?<=[ {(\\[]|^)([A-Za-z][\\w.\\/-]{0,80})(=)(?!=)',
        captures: captures('variable.other.key.kubelet', 'keyword.operator.assignment.kubelet'),
      },
      eventType: {
        patterns: eventTypes.map((type) => ({
          match: `((?<=[{ ,])"?Type"?)(: ?"?)(${type})\\b("?)`,
          captures: captures(
            'support.type.property-name.event.kubelet',
            'punctuation.separator.kubelet',
            typeScope[type] ?? 'markup.changed.event.kubelet',
            'punctuation.definition.string.end.kubelet',
          ),
        })),
      },
      string: {
        name: 'string.quoted.double.kubelet',
        begin: '"',
        end: '"|$',
        patterns: [
          { include: '#escape' },
          { include: '#eventType' },
          { include: '#reason' },
          { include: '#code' },
          { include: '#duration' },
          { include: '#identifier' },
        ],
      },
      escape: { match: '\\\\.', name: 'constant.character.escape.kubelet' },
      reason: {
        match: `\\b(?:[A-Z][A-Za-z]{2,24} (?=is not healthy:))?(?:${reasons})`,
        name: 'keyword.other.reason.kubelet',
      },
      code: { match: '(?<=\\bcode = )[A-Z][A-Za-z]{1,24}\\b', name: 'constant.language.grpc-code.kubelet' },
      literal: {
        patterns: [
          { include: '#duration' },
          { include: '#identifier' },
          { include: '#number' },
          { match: '\\b(?:true|false|null|nil)\\b', name: 'constant.language.kubelet' },
        ],
      },
      duration: {
        match:
          '(?<![\\w.-])(?:\\d{1,9}h(?:\\d{1,2}m(?:\\d{1,2}(?:\\.\\d{1,9})?s)?)?|\\d{1,9}m(?:\\d{1,2}(?:\\.\\d{1,9})?s)?|\\d{1,9}(?:\\.\\d{1,9})?(?:ns|us|µs|ms|s))(?![\\w])',
        name: 'constant.numeric.duration.kubelet',
      },
      identifier: {
        patterns: [
          {
            match: '\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b',
            name: 'constant.other.id.uid.kubelet support.constant.kubelet',
          },
          { match: '\\b[0-9a-f]{64}\\b', name: 'constant.other.id.container.kubelet support.constant.kubelet' },
          {
            match: '\\b(?=[0-9]{0,31}[a-f])[0-9a-f]{32}\\b',
            name: 'constant.other.id.static-pod.kubelet support.constant.kubelet',
          },
        ],
      },
      number: {
        match: '(?<![\\w.:\\/-])-?\\d{1,20}(?:\\.\\d{1,20})?(?![\\w.:\\/-])',
        name: 'constant.numeric.kubelet',
      },
      // Two, for the checker of expressions counts the texts of one that begin alike.
      neighbour: {
        patterns: [isOfKernel, (row) => !isOfKernel(row)].map((of) => ({
          match: `(?:${neighbours(of)})`,
          name: 'markup.changed.message.neighbour.kubelet token.warn-token.kubelet',
        })),
      },
      jsonLine: {
        name: 'meta.json.kubelet',
        begin: '(?<=^|\\s)\\{(?=")',
        beginCaptures: { 0: { name: 'punctuation.definition.dictionary.kubelet' } },
        end: '$',
        patterns: [{ include: '#jsonMessage' }, { include: '#json' }],
      },
      jsonMessage: {
        patterns: [
          jsonMessage('skip', kubelet.filter(isSkip), SKIP_SCOPE),
          jsonMessage('pleg-event', kubelet.filter(isEvent), EVENT_SCOPE),
          jsonMessage('pleg-event-ignored', kubelet.filter(isIgnored), IGNORED_SCOPE),
        ],
      },
      json: {
        patterns: [
          {
            match: '("ts")(:)([\\d.]{1,24})',
            captures: captures(
              'support.type.property-name.json.kubelet',
              'punctuation.separator.kubelet',
              'constant.numeric.timestamp.kubelet',
            ),
          },
          {
            match: '("caller")(:)(")([^":]{1,120})(:)(\\d{1,6})(")',
            captures: captures(
              'support.type.property-name.json.kubelet',
              'punctuation.separator.kubelet',
              'punctuation.definition.string.begin.kubelet',
              'entity.name.function.caller.kubelet',
              'punctuation.separator.kubelet',
              'constant.numeric.line.kubelet',
              'punctuation.definition.string.end.kubelet',
            ),
          },
          { match: '("err")(?=:)', name: 'support.type.property-name.json.err.kubelet token.error-token.kubelet' },
          { include: '#eventType' },
          { include: '#property' },
          { include: '#string' },
          { include: '#literal' },
        ],
      },
    },
  };
  return `${JSON.stringify(grammar, null, 2)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { CATALOGUE } = await importCore('src/messages/catalogue/index.ts');
  const { PLEG_EVENT_TYPES } = await importCore('src/kubelet/plegEvent.ts');
  writeOrCheck(GRAMMAR_FILE, grammarText({ rows: CATALOGUE, eventTypes: PLEG_EVENT_TYPES }));
}
