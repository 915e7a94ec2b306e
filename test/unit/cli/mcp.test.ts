/** `kubelet-timeline mcp` as it is built, asked by the SDK's own client. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/shared.ts';

const program = join(projectRoot, 'dist/cli.js');
const file = join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log');

async function connected(...options: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', ...options] }));
  return client;
}

async function call(
  client: Client,
  name: string,
  input: Record<string, unknown>,
): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = await client.callTool({ name, arguments: input });
  const [first] = content as { text: string }[];
  return { text: first?.text ?? '', isError: isError === true };
}

describe.skipIf(!existsSync(program))('mcp', () => {
  let client: Client;
  beforeAll(async () => {
    client = await connected();
  });
  afterAll(() => client.close());

  it('has three tools that only read', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['kubelet_analyze_log', true],
      ['kubelet_list_findings', true],
      ['kubelet_explain_line', true],
    ]);
  });

  it('analyses a log, lists findings and explains a line, in 4 KB each', async () => {
    const analysed = await call(client, 'kubelet_analyze_log', { file });
    expect(JSON.parse(analysed.text)).toMatchObject({ headline: 'PLEG unhealthy for about 2m10s, recovered' });
    const listed = await call(client, 'kubelet_list_findings', { file });
    const { findings } = JSON.parse(listed.text) as { findings: readonly unknown[] };
    expect(findings[0]).toMatchObject({ id: 'list-calls-hang', confidence: 'high' });
    const explained = await call(client, 'kubelet_explain_line', { file, line: 408 });
    expect(JSON.parse(explained.text)).toMatchObject({ message: 'Skipping pod synchronization' });
    expect(explained.text).toContain('kubelet.go:2661');
    for (const { text, isError } of [analysed, listed, explained])
      expect([isError, Buffer.byteLength(text) <= 4096]).toEqual([false, true]);
    const whole = await call(client, 'kubelet_list_findings', { file, full: true });
    expect(whole.text.length).toBeGreaterThan(4096);
  });

  it('says what is wrong', async () => {
    for (const [name, input, why] of [
      ['kubelet_analyze_log', { file: '/nowhere/k.log' }, /There is no file/],
      ['kubelet_analyze_log', { file: join(projectRoot, 'package.json') }, /no kubelet|not/i],
      ['kubelet_explain_line', { file, line: 99_999 }, /no such line/],
      ['kubelet_explain_line', { file }, /line must be/],
    ] as const) {
      const { text, isError } = await call(client, name, input);
      expect(isError).toBe(true);
      expect(text).toMatch(why);
    }
  });

  it('reads a folder again when a file in it has grown', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kubelet-timeline-mcp-'));
    try {
      const lines = readFileSync(file, 'utf8').split('\n');
      const log = join(folder, 'kubelet.log');
      writeFileSync(log, `${lines.slice(0, 200).join('\n')}\n`);
      const headline = async (): Promise<unknown> =>
        (JSON.parse((await call(client, 'kubelet_analyze_log', { file: folder })).text) as { headline: unknown })
          .headline;
      expect(await headline()).toBe('Too little to tell');
      appendFileSync(log, lines.slice(200).join('\n'));
      expect(await headline()).toBe('PLEG unhealthy for about 2m10s, recovered');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('tells no name of the log with --redact', async () => {
    const quiet = await connected('--redact');
    for (const name of ['kubelet_analyze_log', 'kubelet_list_findings'])
      expect((await call(quiet, name, { file, full: true })).text).not.toMatch(/worker-2|crasher|journal\.short/);
    await quiet.close();
  });
});
