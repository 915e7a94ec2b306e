/** What `--redact` leaves of the names of a log, in every output. */
import { expect } from 'vitest';
import { describeInputError } from '../../../src/adapters/inputError.ts';
import { runCommandLine } from '../../../src/cli/run.ts';
import { REPORT_PLACES, reportPlace } from '../../../src/report/htmlReport.ts';
import { textOfPiece } from '../../support/pieces.ts';

export async function run(log: Uint8Array, ...args: string[]): Promise<string> {
  let out = '';
  let errors = '';
  async function* chunks(): AsyncIterable<Uint8Array> {
    await Promise.resolve();
    yield log;
  }
  await runCommandLine(args, {
    version: () => '1',
    openInput: async (file) => ({
      name: file === '-' ? 'standard input' : file,
      ...(file === '-' ? { once: true } : {}),
      chunks: chunks(),
    }),
    describeInputError,
    write: async (text) => {
      out += textOfPiece(text);
    },
    writeError: (text) => {
      errors += text;
    },
    writeFile: async (_file, pieces) => {
      for (const piece of pieces) out += textOfPiece(piece);
    },
    reportTemplate: async () => REPORT_PLACES.map(reportPlace).join('\n'),
  });
  expect(errors).toBe('');
  return out;
}

/** What only the log can have given: uids, ids, hosts and the pods of klog's pairs. */
function namesOf(log: string): Set<string> {
  const names = new Set<string>();
  for (const [id] of log.matchAll(/\b(?:[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g)) names.add(id);
  for (const [, namespace = '', pod = ''] of log.matchAll(/pod="([\w-]+)\/([\w.-]+)"/g))
    names.add(`${namespace}/${pod}`).add(pod);
  for (const [, pod = ''] of log.matchAll(/([a-z0-9.-]+)_[a-z0-9-]+\([0-9a-f]{8}/g)) names.add(pod);
  for (const [, host = ''] of log.matchAll(/^\w{3} [ \d]\d [\d:]+ (\S+) /gm)) names.add(host);
  for (const [address] of log.matchAll(/(?<![\w.])(?!127\.|0\.0)\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g)) names.add(address);
  return names;
}

const OUTPUTS: readonly (readonly string[])[] = [
  ['analyze', '--format', 'text'],
  ['analyze', '--format', 'json'],
  ['analyze', '--format', 'markdown'],
  ['analyze', '--format', 'trace'],
  ['analyze', '--format', 'summary'],
  ['analyze', '--format', 'html'],
  // With its picture.
  ['analyze', '--format', 'markdown', '--out', 'report.md'],
  ['state', '--every', '30s', '--format', 'ndjson'],
  ['state', '--every', '60s'],
  ['scenario'],
  ['what-if', '--hung-pods', '1'],
  ['what-if', '--kubelet-version', '1.32', '--format', 'json'],
];

interface Counted {
  readonly counts: unknown;
  readonly findings: readonly { readonly id: string; readonly confidence: string }[];
  readonly episodes: readonly { readonly begin: unknown; readonly end?: unknown }[];
  readonly replay: { readonly explainedSkips: number };
  readonly pods: readonly unknown[];
}

/** What must not change when names do. */
function gist(json: string): unknown {
  const { counts, findings, episodes, replay, pods } = JSON.parse(json) as Counted;
  return {
    counts,
    pods: pods.length,
    findings: findings.map(({ id, confidence }) => [id, confidence]),
    episodes: episodes.map(({ begin, end }) => [begin, end]),
    explained: replay.explainedSkips,
  };
}

/** Names of a log that an output still has, and what a redacted analysis says otherwise. */
export async function faultsOf(log: Uint8Array): Promise<unknown[]> {
  const names = [...namesOf(new TextDecoder().decode(log)), 'worker-9.log'];
  const faults: unknown[] = names.length > 10 ? [] : ['the log has no names'];
  for (const output of OUTPUTS) {
    const out = await run(log, ...output, '/home/me/worker-9.log', '--year', '2026', '--redact');
    if (out === '' && output[0] === 'analyze') faults.push({ output, is: 'empty' });
    faults.push(...names.filter((name) => out.includes(name)).map((name) => ({ output: output.join(' '), name })));
  }
  const json = ['analyze', '--format', 'json', '--year', '2026', 'k.log'];
  const [open, redacted] = [gist(await run(log, ...json)), gist(await run(log, ...json, '--redact'))];
  if (JSON.stringify(open) !== JSON.stringify(redacted)) faults.push({ open, redacted });
  return faults;
}
