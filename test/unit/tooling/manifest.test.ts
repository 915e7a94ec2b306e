import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/shared.ts';

interface Manifest {
  contributes: {
    languages: { id: string; firstLine: string; filenamePatterns: string[] }[];
    commands: { command: string }[];
    walkthroughs: { steps: { id: string; media: { svg: string; altText: string }; completionEvents: string[] }[] }[];
    menus: Record<string, { when?: string }[]>;
  };
}

const text = readFileSync(join(projectRoot, 'package.json'), 'utf8');
const manifest = JSON.parse(text) as Manifest;
const [language] = manifest.contributes.languages;

it('has a string for every placeholder, and no string too many', () => {
  const strings = JSON.parse(readFileSync(join(projectRoot, 'package.nls.json'), 'utf8')) as Record<string, string>;
  const used = new Set([...text.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key));
  expect(used).toEqual(new Set(Object.keys(strings)));
});

it('guards every menu entry', () => {
  for (const [place, items] of Object.entries(manifest.contributes.menus)) {
    for (const { when } of items) expect(when, place).toBeTruthy();
  }
});

describe('the first line of a kubelet log', () => {
  const pattern = new RegExp(language?.firstLine ?? '(?!)');

  it.each([
    'I1121 00:27:33.829452   20595 flags.go:64] FLAG: --address="0.0.0.0"',
    'Nov 21 00:27:33 worker-2 kubelet[20595]: I1121 00:27:33.829452   20595 flags.go:64] FLAG: --address="0.0.0.0"',
    'Nov  1 00:27:33.123456 worker-2 kubelet[20595]: E1101 00:27:33.829452   20595 kubelet.go:2361] "Skipping pod synchronization"',
  ])('is told by %s', (line) => {
    expect(pattern.test(line)).toBe(true);
  });

  it.each([
    'Nov 21 00:27:33 worker-2 containerd[812]: time="2026-11-21T00:27:33Z" level=info msg="starting"',
    'Nov 21 00:27:33 worker-2 sshd[20595]: Accepted publickey for root',
    'INFO 2026-11-21 starting',
    '',
  ])('is not told by %s', (line) => {
    expect(pattern.test(line)).toBe(false);
  });
});

describe('names of kubelet logs', () => {
  /** VS Code matches a pattern without a slash against the file's name. */
  const matchers = (language?.filenamePatterns ?? []).map(
    (glob) => new RegExp(`^${glob.replace(/[.]/g, '\\.').replaceAll('*', '.*')}$`),
  );
  const isKubeletLog = (name: string) => matchers.some((matcher) => matcher.test(name));

  it.each([
    'kubelet.log',
    'kubelet-worker-2.log',
    'kubelet.log.1',
    'kubelet_node1.log.2',
    'kubelet.journal',
    'journalctl-kubelet.log',
    'kubelet.journal.short.log',
  ])('%s is one', (name) => {
    expect(isKubeletLog(name)).toBe(true);
  });

  it.each(['containerd.log', 'syslog', 'kubelet.go', 'kubelet-config.yaml', 'kubelet.service', 'messages'])(
    '%s is none',
    (name) => {
      expect(isKubeletLog(name)).toBe(false);
    },
  );
});

describe('the explorer menu', () => {
  const when = manifest.contributes.menus['explorer/context']?.[0]?.when ?? '';
  const pattern = /=~ \/(.*)\/i$/.exec(when)?.[1];
  const offered = (name: string) => new RegExp(pattern ?? '(?!)', 'i').test(name);

  it.each([
    'kubelet.log',
    'node.log',
    'node.log.1',
    'node.log-20261121.gz',
    'kubelet.journal.gz',
    'node.log.zst',
    'node.log.2.xz',
    'Kubelet.txt',
  ])('offers the timeline for %s', (name) => {
    expect(offered(name)).toBe(true);
  });

  it('offers it for folders on the disk', () => {
    expect(manifest.contributes.menus['explorer/context']?.[1]?.when).toBe(
      'explorerResourceIsFolder && resourceScheme == file && (!isWeb || remoteName)', // a browser calls what its user gave it `file`, too
    );
  });

  it.each(['README.md', 'catalog.json', 'main.go', 'dialog.ts'])('does not offer it for %s', (name) => {
    expect(offered(name)).toBe(false);
  });
});

describe('the walkthrough', () => {
  const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  const commands = new Set(manifest.contributes.commands.map(({ command }) => command));

  it('has a picture for each step, of the colours of the theme and nothing else', () => {
    expect(steps).toHaveLength(4);
    for (const { media } of steps) {
      const file = join(projectRoot, media.svg);
      expect(existsSync(file), media.svg).toBe(true);
      const svg = readFileSync(file, 'utf8');
      expect(svg.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|<script|<image|xlink|\son\w+=/);
      const colours = [...svg.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, colour]) => colour);
      expect(colours.filter((colour) => colour !== 'none' && colour?.startsWith('var(--vscode-') !== true)).toEqual([]);
    }
  });

  it('leads only to commands that there are', () => {
    const strings = readFileSync(join(projectRoot, 'package.nls.json'), 'utf8');
    const named = [
      ...[...strings.matchAll(/\(command:([\w.]+)\)/g)].map(([, command]) => command),
      ...steps.flatMap(({ completionEvents }) =>
        completionEvents.flatMap((event) => (event.startsWith('onCommand:') ? [event.slice('onCommand:'.length)] : [])),
      ),
    ];
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((command) => command === undefined || !commands.has(command))).toEqual([]);
  });
});
