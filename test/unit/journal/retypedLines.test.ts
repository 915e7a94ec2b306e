import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { retypedOf } from '../../../src/journal/unwrap/retypedLines.ts';
import { projectRoot } from '../../support/shared.ts';
import { contentOf, readLog } from './readLog.ts';

const LOG = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
/** Of the journal only the kubelet's own lines. */
const RAW = LOG.replaceAll(/^\w{3} \d\d [\d:]{8} \S+ \S+: /gm, '');

const quotes = (open: string, close: string) => (log: string) => {
  let isOpen = false;
  const swapped = log.replaceAll('"', () => {
    isOpen = !isOpen;
    return isOpen ? open : close;
  });
  return swapped.replaceAll("'", '\u2019');
};
const inHeader = (blank: string) => (log: string) =>
  log.replaceAll(
    /([IWEF]\d{4}) ([\d:.]+) +(\d+) (?=\S+:\d+\] )/g,
    (_all, ...parts: readonly string[]) => `${parts[0]}${blank}${parts[1]}${blank}${blank}${parts[2]}${blank}`,
  );

const coloured = (escape: string) => (log: string) =>
  log.replaceAll(/(?<=^|: )(?=[IWEF]\d{4} )(.{1,9000})$/gm, `${escape}[0;1;31m$1${escape}[0m`);

const CHANGES: readonly (readonly [string, (log: string) => string])[] = [
  ['English quotation marks', quotes('\u201c', '\u201d')],
  ['German quotation marks', quotes('\u201e', '\u201c')],
  ['doubled quotation marks', (log) => log.replaceAll('"', '""')],
  ['escapes of JSON', (log) => log.replaceAll(/["\\]/g, '\\$&')],
  ['escapes of JSON as Go writes them', (log) => log.replaceAll(/["\\]/g, '\\$&').replaceAll('&', '\\u0026')],
  ['escapes of Markdown', (log) => log.replaceAll(/[\\_*[\]<>`~]/g, '\\$&')],
  ['escapes of Markdown before its marks alone', (log) => log.replaceAll(/[_*[\]]/g, '\\$&')],
  ['colours that less shows', coloured('^[')],
  ['colours in escapes', coloured('\\x1b')],
  ['colours whose escape character was lost', coloured('')],
  ['unbreakable blanks in headers', inHeader('\u00a0')],
  ['narrow unbreakable blanks in headers', inHeader('\u202f')],
  ['tabs in headers', inHeader('\t')],
  ['unbreakable blanks wherever two stand', (log) => log.replaceAll(/ {2}/g, '\u00a0 ')],
];

describe.each([
  ['the journal', LOG],
  ['a raw log', RAW],
])('%s', (_name, log) => {
  const read = readLog(log).records;

  it.each(CHANGES)('with %s says what it says without', (_change, change) => {
    const changed = change(log);
    expect(changed).not.toBe(log);
    const { records } = readLog(changed);
    // The journal's own lines have no klog header in which a blank would matter.
    expect(records.map(({ line, klog }) => [line, klog])).toEqual(read.map(({ line, klog }) => [line, klog]));
    const content = (all: typeof records): string =>
      JSON.stringify(all.map(contentOf), undefined, 1).replaceAll('\u00a0', ' ');
    expect(content(records)).toBe(content(read));
  });

  it('is read as it is where nothing was changed', () => {
    expect(retypedOf(log)).toBeUndefined();
  });
});

it('reads messages and values in single quotation marks', () => {
  const line = (mark: string): string =>
    `E1121 00:32:44.553000   20594 kubelet.go:2661] ${mark}Skipping pod synchronization${mark} err=${mark}PLEG is not healthy: couldn't say; threshold is 3m0s${mark} pod=${mark}a/b${mark}\n`;
  expect(readLog(line("'")).records.map(contentOf)).toEqual(readLog(line('"')).records.map(contentOf));
});

it('reads messages and values whose quotation marks were taken away', () => {
  const read = readLog(RAW).records;
  const { records } = readLog(RAW.replaceAll('"', ''));
  const told = (all: typeof records): unknown[] =>
    all
      .filter(({ message }) => message === 'Skipping pod synchronization')
      .map(({ line, pairs }) => [line, pairs.map(({ key, value }) => [key, value])]);
  expect(told(read).length).toBeGreaterThan(20);
  expect(told(records)).toEqual(told(read));
  expect(records.map(({ message }) => message)).toContain('GenericPLEG: Unable to retrieve pods');
});

it('takes no quotation marks of a message for those of all', () => {
  const line = 'E0311 09:14:02.221940    3120 pod_workers.go:190] Error syncing pod ("web"), skipping: ';
  expect(retypedOf(`${line}failed to \u201cStartContainer\u201d`)).toBeUndefined();
  expect(retypedOf(`${line}failed to \\"StartContainer\\"`)).toBeUndefined();
  expect(retypedOf(line.replaceAll('"', ''))).toBeUndefined();
  expect(
    retypedOf('E0311 09:14:02.221940    3120 a.go:1] Failed to add volume web to desiredStateOfWorld. err=gone'),
  ).toBeUndefined();
  expect(retypedOf('I0311 09:14:02.221940    3120 flags.go:64] FLAG: --pod=err=x')).toBeUndefined();
  expect(retypedOf(`${line}'web' is not there`)).toBeUndefined();
  expect(retypedOf(`I0311 09:14:02.221940    3120 a.go:1] "" x=""`)).toBeUndefined();
  expect(retypedOf('time="2026-01-01T00:00:00Z" msg="I0311 09:14:02.221940    3120 a.go:1] \\"x\\""')).toBeUndefined();
});

describe('marks of a blog', () => {
  const line = (rest: string): string => `Oct 12 11:20:15 n1 kubelet[7]: E1012 11:20:15.568022       7 ${rest}`;
  const OLD = line(
    'status.go:106] Unable to register node \u201cn249\u2033 with API server: nodes \u2018n249\u2032 \u2013 see \u2013v=2',
  );
  const changed = (text: string): string | undefined => {
    const rewriter = retypedOf(text);
    return rewriter && rewriter.push(text) + rewriter.end();
  };

  it('are undone within a message of old, primes and dashes of flags too', () => {
    expect(changed(`${OLD}\n`)).toBe(
      `${line('status.go:106] Unable to register node "n249" with API server: nodes \'n249\' \u2013 see --v=2')}\n`,
    );
  });

  it('are undone where prose and other lines have marks of klog, and those lines stay', () => {
    const kept = line('mount.go:9] "Mounting failed" err="wrong fs type on \u201c/dev/sdb\u201d"');
    expect(changed(`He said "no".\n${kept}\n${OLD}\n`)?.split('\n').slice(0, 2)).toEqual(['He said "no".', kept]);
  });

  it('prove nothing in a line with marks of klog, or in prose', () => {
    expect(retypedOf(`${line('mount.go:9] "Mounting failed" err="on \u201c/dev/sdb\u201d"')}\n`)).toBeUndefined();
    expect(retypedOf(`${line('mount.go:9] Mounting failed')}\nHe said \u201cno\u201d.\n`)).toBeUndefined();
  });
});

describe('marks of colours', () => {
  const HEADER = 'E1103 12:00:01.100200     812 kubelet.go:2840] ';

  it('are taken away in what systemd says, too', () => {
    const line = "Nov 03 12:00:01 n1 systemd[1]: ^[[0;1;39mkubelet.service: Failed with result 'exit-code'.^[[0m";
    expect(retypedOf(line)?.push(`${line}\n`)).toBe(
      "Nov 03 12:00:01 n1 systemd[1]: kubelet.service: Failed with result 'exit-code'.\n",
    );
  });

  it.each([
    `${HEADER}"Probe failed" output="\\x1b[31mno\\x1b[0m"`,
    `\u001b[31m${HEADER}"m"\u001b[0m`,
    `${HEADER}Trace[1]: [45m1.5s] [45m1.5s] END`,
  ])('are left where no terminal put them, or where they are whole: %s', (line) => {
    expect(retypedOf(line)).toBeUndefined();
  });

  it('are no durations', () => {
    const line = `[31m${HEADER}Trace[1]: [45m1.5s] END[0m`;
    expect(retypedOf(line)?.push(`${line}\n`)).toBe(`${HEADER}Trace[1]: [45m1.5s] END\n`);
  });
});
