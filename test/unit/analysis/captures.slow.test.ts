import { describe, expect, it } from 'vitest';
import { analysisOf, fixture, HANG, sessionOf } from './analyse.ts';
import { PASTES, PREFIXES, told, WRAPS } from './captureWays.ts';
import { firstOf } from '../../support/effort.ts';

const plain = new TextDecoder().decode(fixture(HANG));
const lines = plain.trimEnd().split('\n');

/** The message of a line of the journal, and what stands before it. */
function parts(line: string): { readonly pid: string; readonly identifier: string; readonly message: string } {
  const [, identifier = '', pid = '', message = ''] =
    /^\S+ +\d+ \S+ \S+ ([\w.@-]+)(?:\[(\d+)\])?: (.*)$/.exec(line) ?? [];
  return { identifier, pid, message };
}

describe('a capture tells the same as the plain log', () => {
  const expected = told(plain);

  it.each([...PASTES, ...WRAPS])('%s', (_what, paste) => expect(told(paste(lines))).toEqual(expected));

  it.each(PREFIXES)('its skips and events behind %s', (_what, paste) => {
    const { skips, plegEvents } = told(paste(lines));
    expect({ skips, plegEvents }).toEqual({ skips: expected.skips, plegEvents: expected.plegEvents });
  });

  it('as UTF-16', () => {
    const bytes = new Uint8Array(2 + plain.length * 2);
    bytes.set([0xff, 0xfe]);
    for (let i = 0; i < plain.length; i += 1)
      bytes.set([plain.charCodeAt(i) & 255, plain.charCodeAt(i) >> 8], 2 + 2 * i);
    expect(told(bytes)).toEqual(expected);
  });
});

describe('an export tells the same as the messages alone', () => {
  const documents = lines.map((line, index) => ({
    ...parts(line),
    time: new Date(Date.UTC(2026, 10, 21, 0, 27, 30) + index).toISOString(),
  }));
  const known = documents.filter(({ message }) => message !== '');
  const entries = known.map(({ identifier, pid, message, time }) => ({
    insertId: 'x',
    jsonPayload: {
      MESSAGE: message,
      SYSLOG_IDENTIFIER: identifier,
      _HOSTNAME: 'worker-2',
      ...(pid === '' ? {} : { _PID: pid }),
    },
    timestamp: time,
  }));
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const expected = told(entries.map((entry) => JSON.stringify(entry)).join('\n'));

  it('of Cloud Logging, one entry a line, holds the skips of the log', () => {
    expect(expected.skips).toHaveLength(analysisOf(sessionOf(plain)).reconstruction.history.counts.skips);
  });

  it.each([
    ['Cloud Logging, indented', JSON.stringify(entries, undefined, 2)],
    ['Cloud Logging, in one line', JSON.stringify(entries)],
    [
      'CSV',
      [
        'insertId,jsonPayload.MESSAGE,jsonPayload.SYSLOG_IDENTIFIER,jsonPayload._HOSTNAME,jsonPayload._PID,timestamp',
        ...known.map(({ identifier, pid, message, time }) =>
          ['x', message, identifier, 'worker-2', pid, time].map(cell).join(','),
        ),
      ].join('\r\n'),
    ],
    [
      'a list inside of an answer',
      JSON.stringify(
        {
          took: 3,
          hits: {
            hits: entries.map((entry) => ({ _id: '1', _source: { ...entry.jsonPayload, timestamp: entry.timestamp } })),
          },
        },
        undefined,
        1,
      ),
    ],
  ])('%s', (_what, text) => expect(told(text)).toEqual(expected));
});

describe('cut with ellipses', () => {
  const whole = analysisOf(sessionOf(plain)).reconstruction.history;
  const cuts = lines
    .flatMap((_line, from) => (from % 19 === 1 ? [5, 40, 150].map((length) => ({ from, length })) : []))
    .filter(({ from, length }) => from + length < lines.length);

  it.each(firstOf(['...', '<snip>', '[...]', '......', '. . .', '…', '--- 40 lines omitted ---'], 2))(
    '%s is a hole: the process and the skips that remain, and no untrue bound',
    (mark) => {
      expect(cuts.length).toBeGreaterThan(50);
      for (const { from, length } of cuts) {
        const at = `${from}+${length}`;
        const { processes, skips, episodes, gaps } = analysisOf(
          sessionOf([...lines.slice(0, from), mark, ...lines.slice(from + length)].join('\n')),
        ).reconstruction.history;
        expect(
          processes.map(({ pid }) => pid),
          at,
        ).toEqual(whole.processes.map(({ pid }) => pid));
        expect(
          skips.map(({ time }) => time),
          at,
        ).toEqual(whole.skips.filter(({ line }) => line <= from || line > from + length).map(({ time }) => time));
        expect(
          gaps.filter(({ why }) => why === 'suppressed').flatMap(({ evidence }) => evidence.map(({ line }) => line)),
          at,
        ).toEqual(from === 0 ? [] : [from + 1]);
        for (const episode of episodes) {
          const same = whole.episodes.find(
            ({ begin, end }) =>
              episode.begin.max <= (end?.max ?? Infinity) && (episode.end?.max ?? Infinity) >= begin.min,
          );
          expect(same, at).toBeDefined();
          if (same === undefined) continue;
          expect(episode.begin.min, at).toBeLessThanOrEqual(same.begin.max);
          expect(episode.begin.max, at).toBeGreaterThanOrEqual(same.begin.max);
          if (episode.end !== undefined) expect(episode.end.max, at).toBeGreaterThanOrEqual(same.end?.max ?? Infinity);
        }
      }
    },
  );
});

describe('damage', () => {
  const pid = (text: string): readonly unknown[] =>
    analysisOf(sessionOf(text)).reconstruction.history.processes.map((process) => [process.pid, process.records]);

  it('headers that lost severity and date are of the day of the line before', () => {
    const { history } = analysisOf(
      sessionOf(
        'I0304 08:20:05.000000    4242 kubelet.go:1907] SyncLoop (ADD, "api"): "a_b(c)"\n08:20:06.500000    4242 kubelet.go:1907] SyncLoop (ADD, "api"): "d_b(e)"\n',
      ),
    ).reconstruction;
    expect(history.processes.map(({ from, to }) => to - from)).toEqual([1_500_000]);
  });

  it('the last line of a text may end in its header', () => {
    expect(
      pid(
        'Mar 04 08:20:05 n1 kubelet[4242]: I0304 08:20:05.000000    4242 kubelet.go:1907] hello\nMar 04 08:20:09 n1 kubelet[4242]: I0304 08:20:09.000000    4242 kubelet_nod',
      ),
    ).toEqual([[4242, 2]]);
  });

  it('an event that was broken between words is one, and those that are ignored count', () => {
    const { counts } = analysisOf(
      sessionOf(
        'kubelet[5992]: I0304 11:30:42.639790    5992 kubelet.go:1898] SyncLoop (PLEG): ignore\n irrelevant event: &pleg.PodLifecycleEvent{ID:"68224015-de33-4879-a229-b8eee8538b89", Type:"ContainerDied", Data:"894f35dca3eda57ad"}\n',
      ),
    ).reconstruction.history;
    expect([counts.plegEvents, counts.plegEventsIgnored]).toEqual([0, 1]);
  });

  it('two lines of one second do not make a log that runs backwards', () => {
    const { history } = analysisOf(
      sessionOf('E0304 08:20:05.900000    4242 kubelet.go:1] a\nE0304 08:20:05.100000    4242 kubelet.go:1] b\n'),
    ).reconstruction;
    expect(history.warnings.map(({ text }) => text).join()).not.toContain('backwards');
  });
});
