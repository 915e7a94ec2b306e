import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bash } from '../../support/builtProgram.ts';
import { projectRoot } from '../../support/shared.ts';

// Bash, FIFOs, /dev/full: what is tested here is how the program lives with them. Windows has none.
const onUnix = process.platform === 'win32' ? describe.skip : describe;
const LOG = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
const LINES = LOG.trimEnd().split('\n');
const HEAD = `${LINES.slice(0, 200).join('\n')}\n`;
const TAIL = `${LINES.slice(200).join('\n')}\n`;

vi.setConfig({ testTimeout: 30_000 }); // programs are started, on machines that do other things too

let folder = '';
const file = (name: string): string => join(folder, name);
const read = (name: string): string => readFileSync(file(name), 'utf8');
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubelet-timeline-streams-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(file(name), { recursive: true });
  writeFileSync(file('all.log'), LOG);
  writeFileSync(file('head.log'), HEAD);
  writeFileSync(file('tail.log'), TAIL);
});

/** What is compared: everything but the names of sources. */
async function answer(line: string): Promise<unknown> {
  const { code, out, errors } = await bash(line, folder);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return JSON.parse(
    out.replaceAll(/"name":"[^"]*(?:\.log|fd\/\d+|fifo|standard input)"/g, '"name":"a log"'),
  ) as unknown;
}

onUnix('pipes are read once, and wholly', () => {
  it.each([
    [
      'a pipe beside a file',
      '$CLI analyze head.log <(cat tail.log) --year 2026 --format json',
      '$CLI analyze head.log tail.log --year 2026 --format json',
    ],
    [
      'two pipes',
      '$CLI analyze <(gzip -c head.log | gzip -dc) <(cat tail.log) --year 2026 --format json',
      '$CLI analyze head.log tail.log --year 2026 --format json',
    ],
    [
      'a FIFO beside a file',
      'mkfifo fifo; (cat tail.log > fifo &); $CLI analyze head.log fifo --year 2026 --format json',
      '$CLI analyze head.log tail.log --year 2026 --format json',
    ],
    [
      'standard input beside a file',
      'cat head.log | $CLI analyze - tail.log --year 2026 --format json',
      '$CLI analyze head.log tail.log --year 2026 --format json',
    ],
    [
      'a pipe whose end is asked for',
      '$CLI analyze <(cat all.log) --since -5m --year 2026 --format json',
      '$CLI analyze all.log --since -5m --year 2026 --format json',
    ],
    [
      'a pipe of a named node',
      '$CLI analyze --node n1=<(cat all.log) --year 2026 --format json',
      '$CLI analyze --node n1=all.log --year 2026 --format json',
    ],
  ])('%s', async (_name, piped, plain) => {
    const [one, other] = await Promise.all([answer(piped), answer(plain)]);
    expect(one).toEqual(other);
  });

  it('one that nobody writes to is waited for, and the user is told', async () => {
    const { errors } = await bash('mkfifo fifo; timeout 5 $CLI analyze fifo; [ $? = 124 ]', folder);
    expect(errors).toMatch(/^kubelet-timeline: still waiting for fifo: nothing has come from it\. .*\n$/);
  });
});

onUnix('the conventions of a command line', () => {
  it('what is piped in needs no -, and --out - is standard output', async () => {
    const [one, other] = await Promise.all([
      answer('cat all.log | $CLI analyze --format json --out -'),
      answer('$CLI analyze - --format json < all.log'),
    ]);
    expect(one).toEqual(other);
    expect(await answer('$CLI analyze --format json < all.log')).toEqual(other);
  });

  it('with nothing piped in, a file is asked for', async () => {
    expect(await bash('$CLI analyze < /dev/null', folder)).toEqual({
      code: 2,
      out: '',
      errors: 'kubelet-timeline: analyze needs a FILE, or - for standard input\nTry kubelet-timeline analyze --help\n',
    });
    expect((await bash('$CLI analyze <&-', folder)).code).toBe(2);
  });

  it('of several files the missing one is named, the others are analysed', async () => {
    const { code, out, errors } = await bash('$CLI analyze head.log gone.log tail.log --format json', folder);
    expect([code, errors]).toEqual([1, 'kubelet-timeline: There is no file gone.log. Check the path.\n']);
    expect(JSON.parse(out)).toMatchObject({ sources: [{ name: 'head.log' }, { name: 'tail.log' }] });
  });

  it.skipIf(spawnSync('script', ['--version']).error !== undefined)(
    'a terminal gets colours and progress, a pipe neither',
    async () => {
      const slow = '(cat head.log; sleep 2.5; cat tail.log)';
      const onTerminal = (line: string, to = '/dev/null'): string =>
        `CLI="$CLI" script -qefc '${line}' ${to} < /dev/null`;
      const coloured = await bash(onTerminal('$CLI analyze all.log'), folder);
      expect(coloured.out).toContain('\u001b[1m');
      expect(await bash(onTerminal('NO_COLOR=1 $CLI analyze all.log'), folder)).toMatchObject({
        out: expect.not.stringContaining('\u001b') as unknown,
      });
      // Standard error is the terminal here. Lines come slowly until something stands there: a busy machine takes its time.
      const patient =
        '(cat head.log; while IFS= read -r l; do printf "%s\\n" "$l"; grep -q "readin[g]," told.txt || sleep 0.1; done < tail.log)';
      const told = await bash(onTerminal(`${patient} | $CLI analyze > answer.txt`, 'told.txt'), folder);
      expect(told.out).toMatch(/^kubelet-timeline: reading, [\d,]+ lines \(\d+ MB\)\r +\r/);
      expect(read('answer.txt')).not.toContain('\u001b');
      const piped = await bash(`${slow} | $CLI analyze`, folder);
      expect([piped.code, piped.errors]).toEqual([0, '']);
      expect(piped.out).toBe(read('answer.txt'));
    },
  );
});

onUnix('an output never destroys what is read', () => {
  it.each([
    ['itself', '$CLI analyze x.log --out x.log'],
    ['by another path', '$CLI analyze x.log --out ./sub/../x.log'],
    ['by a link', '$CLI analyze x.log --out link.log'],
    ['through a link', '$CLI analyze link.log --out x.log'],
    ['by a hard link', '$CLI analyze x.log --out hard.log'],
    ['in a folder', '$CLI analyze sub --out sub/kubelet.log'],
    ['as one of several', '$CLI analyze all.log x.log --out x.log'],
    ['as standard input', '$CLI analyze - --out x.log < x.log'],
    ['as standard output', '$CLI analyze x.log >> x.log'],
    ['of a named node', '$CLI analyze --node n=x.log --out x.log'],
    ['a scenario', '$CLI simulate s.json --out s.json'],
    ['a scenario by its truth', '$CLI simulate s.json --truth link.json'],
  ])('%s', async (_name, line) => {
    mkdirSync(file('sub'));
    for (const name of ['x.log', 'sub/kubelet.log', 's.json'])
      writeFileSync(file(name), name === 's.json' ? '{"version":"1.28.4","duration":"30s","pods":[]}' : LOG);
    symlinkSync('x.log', file('link.log'));
    symlinkSync('s.json', file('link.json'));
    linkSync(file('x.log'), file('hard.log'));
    const before = ['x.log', 'sub/kubelet.log', 's.json'].map(read);
    const { code, out, errors } = await bash(line, folder);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(errors).toMatch(
      /^kubelet-timeline: .*(?:is the same file as .*|goes to x\.log), which is read: choose another (?:name|file)\.\n$/,
    );
    expect(['x.log', 'sub/kubelet.log', 's.json'].map(read)).toEqual(before);
  });

  it('and two outputs are two files', async () => {
    writeFileSync(file('s.json'), '{"version":"1.28.4","duration":"30s","pods":[]}');
    writeFileSync(file('o'), 'old');
    const { code, errors } = await bash(
      'ln -s o p; $CLI simulate s.json --out o --truth o; $CLI simulate s.json --out o --truth p',
      folder,
    );
    expect(code).toBe(2);
    expect(errors).toMatch(/^(?:kubelet-timeline: --out o and --truth [op] are the same file: .*\n){2}$/);
    expect(read('o')).toBe('old');
  });
});

onUnix('an output is there as a whole or not at all', () => {
  it('a full disk keeps the older report', async () => {
    writeFileSync(file('report.json'), 'the older report');
    const { code, errors } = await bash(
      "trap '' XFSZ; ulimit -f 8; $CLI analyze all.log --format json --out report.json",
      folder,
    );
    expect({ code, report: read('report.json'), files: readdirSync(folder).sort() }).toEqual({
      code: 1,
      report: 'the older report',
      files: ['all.log', 'head.log', 'report.json', 'tail.log'],
    });
    expect(errors).toMatch(/^kubelet-timeline: report\.json could not be written: EFBIG.*\n$/);
  });

  const WRITERS: readonly (readonly [string, string])[] = [
    ['the report as text', 'analyze all.log --format markdown --redact'],
    ['the trace', 'analyze all.log --format trace'],
    ['the summary of a node', 'analyze all.log --format summary'],
    ['the states', 'state all.log --every 1s --format ndjson'],
    ['a simulated log', 'simulate s.json'],
    ['the answer for a fleet', 'fleet s.ndjson --format json'],
    ['what was followed', 'analyze - --follow'],
  ];
  it.each(WRITERS)('a full disk: %s is not there, and nothing else is left', async (_name, command) => {
    writeFileSync(file('s.json'), '{"version":"1.28.4","duration":"10m","pods":[]}');
    if (command.includes('s.ndjson')) await bash('$CLI analyze all.log --format summary --out s.ndjson', folder);
    const before = readdirSync(folder).sort();
    const piped = command.includes(' - ') ? 'cat all.log | ' : '';
    // A limit of one block of 1 KiB stands for the disk; what a program finds in memory is not counted.
    const { code, errors } = await bash(`trap '' XFSZ; ulimit -f 1; ${piped}$CLI ${command} --out new.out`, folder);
    expect({ code, files: readdirSync(folder).sort() }).toEqual({ code: 1, files: before });
    expect(errors).toMatch(/(?:^|\n)kubelet-timeline: new\.out could not be written: EFBIG[^\n]*\n$/);
  });

  it('a signal leaves nothing half', async () => {
    writeFileSync(file('report.json'), 'the older report');
    const big = LINES.map((line) => `${line}\n`)
      .join('')
      .repeat(40);
    writeFileSync(file('big.log'), big);
    for (const after of ['0.35', '0.5', '0.7']) {
      await bash(
        `$CLI analyze big.log --format json --out report.json & sleep ${after}; kill -INT $! 2>/dev/null; wait $!; true`,
        folder,
      );
      const report = read('report.json');
      expect(report === 'the older report' || report.endsWith('}\n') || report.endsWith('}')).toBe(true);
      expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    }
  });

  it('keeps a link, and the permissions of the file', async () => {
    writeFileSync(file('report.txt'), 'older');
    chmodSync(file('report.txt'), 0o640);
    symlinkSync('report.txt', file('latest'));
    expect((await bash('$CLI analyze all.log --year 2026 --out latest', folder)).code).toBe(0);
    expect(readlinkSync(file('latest'))).toBe('report.txt');
    expect(statSync(file('report.txt')).mode & 0o777).toBe(0o640);
    expect(read('report.txt')).toMatch(/^(?:[\w.-]+: )?PLEG was unhealthy/);
  });

  it.skipIf(process.platform !== 'linux')('a full disk behind standard output or a device is one line', async () => {
    for (const line of [
      '$CLI analyze all.log > /dev/full',
      '$CLI analyze all.log --format json > /dev/full',
      '$CLI --help > /dev/full',
      '$CLI analyze all.log --out /dev/full',
    ]) {
      const { code, errors } = await bash(line, folder);
      expect({ line, code }).toEqual({ line, code: 1 });
      expect(errors).toMatch(/^kubelet-timeline: (?:standard output|\/dev\/full) could not be written: ENOSPC.*\n$/);
    }
  });

  it('a reader that has seen enough is no error', async () => {
    appendFileSync(file('all.log'), LOG.repeat(10));
    const { errors, out } = await bash('$CLI analyze all.log --format json | head -c 10', folder);
    expect({ errors, out: out.length }).toEqual({ errors: '', out: 10 });
  });
});
