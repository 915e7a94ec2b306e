import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../../scripts/lib/files.mjs';
import { inRoot } from '../../../scripts/lib/project.mjs';
import { isCommand } from '../../../webview/answer/commandCopy.ts';

describe('a command among what stands between backticks', () => {
  it.each([
    'journalctl -u containerd --since "2026-11-21 00:28:30"',
    'time crictl --timeout 20s ps -a',
    'for p in $(crictl pods -q); do crictl inspectp $p; done',
    'uptime',
    'kill -USR1 $(pidof containerd)',
    'systemd-cgls --no-pager',
    'Get-Service kubelet',
  ])('%s is one', (code) => {
    expect(isCommand(code)).toBe(true);
  });

  it.each([
    'kind: Pod',
    'apiVersion: v1',
    'maxPods',
    '--kubelet-insecure-tls',
    '/var/lib/kubelet/config.yaml',
    'soft',
    'RateLimitBurst=',
    '',
    ' uptime',
    'LimitNOFILE=1048576',
    '<img src=x>',
    'GET /healthz',
  ])('"%s" is none', (code) => {
    expect(isCommand(code)).toBe(false);
  });

  it('is all that next steps name but settings, options, files, queries of Prometheus and things to look for', () => {
    const steps = listFiles('src/diagnosis', /\.ts$/)
      .flatMap((file) => readFileSync(inRoot(file), 'utf8').split('\n'))
      .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line))
      .flatMap((line) =>
        [...line.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? match[2] ?? ''),
      )
      .filter((text) => / \S/.test(text));
    const codes = new Set(
      steps.flatMap((step) => step.split('`').filter((_, place, all) => place % 2 === 1 && all.length % 2 === 1)),
    );
    expect(codes.size).toBeGreaterThan(60);
    const others = [...codes].filter((code) => !isCommand(code));
    const programs = new Set([...codes].filter(isCommand).map((code) => code.split(' ')[0]));
    expect(others.filter((code) => programs.has(code.split(' ')[0] ?? ''))).toEqual([]);
    expect(
      others.filter((code) => code.includes(' ') && !/^(?:[a-zA-Z0-9]+: |rate\(|[A-Z][A-Za-z ]*:$)/.test(code)),
    ).toEqual([]);
  });
});
