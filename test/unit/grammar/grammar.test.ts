import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grammarText } from '../../../scripts/messages-grammar.mjs';
import { PLEG_EVENT_TYPES } from '../../../src/kubelet/plegEvent.ts';
import { CATALOGUE } from '../../../src/messages/catalogue/index.ts';
import { contrast, parseColour } from '../../../webview/page/contrast.ts';
import { projectRoot } from '../../support/shared.ts';
import { grammarFile, loadGrammar, scopesOf, tokensOf } from './tokens.ts';

const grammar = await loadGrammar();

/** Of the package's own colours for scopes: by theme. */
interface ColourDefaults {
  readonly contributes: {
    readonly configurationDefaults: {
      readonly 'editor.tokenColorCustomizations': Readonly<
        Record<
          string,
          {
            readonly textMateRules: readonly {
              readonly scope: string;
              readonly settings: { readonly foreground: string };
            }[];
          }
        >
      >;
    };
  };
}

it.each([
  ['[Default High Contrast]', '#000000'],
  ['[*Light*]', '#ffffff'],
])('messages of trouble can be read where the themes have a weak colour for warnings: %s', (theme, ground) => {
  const { contributes } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as ColourDefaults;
  const [rule] = contributes.configurationDefaults['editor.tokenColorCustomizations'][theme]?.textMateRules ?? [];
  expect(readFileSync(grammarFile, 'utf8')).toContain(rule?.scope);
  const [colour, back] = [parseColour(rule?.settings.foreground ?? ''), parseColour(ground)];
  if (colour === undefined || back === undefined) throw new Error('no colour');
  // What WCAG asks of a high contrast, level AAA.
  expect(contrast(colour, back)).toBeGreaterThanOrEqual(7);
});
const SKIP_36 =
  'E1121 00:31:44.596435   20594 kubelet.go:2661] "Skipping pod synchronization" err="[container runtime is down, PLEG is not healthy: pleg was last seen active 3m2.699176326s ago; threshold is 3m0s]"';
const SKIP_20 =
  'E1121 00:43:13.425816    9400 kubelet.go:1823] skipping pod synchronization - [container runtime is down, PLEG is not healthy: pleg was last seen active 3m2.219114663s ago; threshold is 3m0s]';
const SKIP_15 =
  'I1121 00:59:08.369522    5399 kubelet.go:1826] skipping pod synchronization - container runtime is down';
const EVENT_36 =
  'I1121 00:27:45.453745   20168 kubelet.go:2752] "SyncLoop (PLEG): event for pod" pod="default/crasher-1" event={"ID":"be2f0ffd-5557-4677-99dc-d3f10141af31","Type":"ContainerDied","Data":"202832791a1d7b7c6f1f48241fc7b3e2c71644e77b87db3b46d6d0c34e91e5fe"}';
const EVENT_22 =
  'I0417 19:46:20.280279    4170 kubelet.go:2231] "SyncLoop (PLEG): event for pod" pod="default/nginx-cb8956d5f-c5zh8" event=&{ID:d054e76b-1d9b-4788-9fc7-b35165ab02fb Type:ContainerStarted Data:007c2d8915cce53c32d6c4e3b1496fe80441e7a0abbbb3baa4802c7e14cd61f6}';
const EVENT_20 =
  'I1121 00:38:19.958919    8558 kubelet.go:1923] SyncLoop (PLEG): "kube-proxy-worker-21_kube-system(e65ce149871121954e0a49d9e7f79102)", event: &pleg.PodLifecycleEvent{ID:"e65ce149871121954e0a49d9e7f79102", Type:"ContainerStarted", Data:"34ee39bf08c77eeee3ead8843052ecdaf7a4f5e294de5bf40025b979a1d25f37"}';
const SKIP_JSON =
  '{"ts":1795221178639.1675,"caller":"kubelet/kubelet.go:2661","msg":"Skipping pod synchronization","err":"PLEG is not healthy: pleg was last seen active 4m0.664133019s ago; threshold is 3m0s"}';
const EVENT_JSON =
  '{"ts":1795220870985.1277,"caller":"kubelet/kubelet.go:2752","msg":"SyncLoop (PLEG): event for pod","v":2,"pod":{"name":"etcd-1","namespace":"kube-system"},"event":{"ID":"3820637a479112ffaec31bff83ae005d","Type":"ContainerStarted","Data":"e55002f28a4d98a211fa1fa6a3dda1e4b95b192caaf01d2f922a4430e84d9197"}}';
const CRI =
  'E1121 00:30:43.391784   20595 remote_runtime.go:347] "ListPodSandbox with filter from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" filter=""';

const STAMPS = {
  short: ['Nov 21 00:27:30 worker-1 kubelet[20168]: ', 'Nov 21 00:27:30'],
  'short in French': ['nov. 21 00:27:30 worker-1 kubelet[20168]: ', 'nov. 21 00:27:30'],
  'short in Chinese': ['11月 21 00:27:30 worker-1 kubelet[20168]: ', '11月 21 00:27:30'],
  'short-precise': ['Nov 21 00:27:30.313763 worker-1 kubelet[20168]: ', 'Nov 21 00:27:30.313763'],
  'short-iso': ['2026-11-21T00:27:30+0000 worker-1 kubelet[20168]: ', '2026-11-21T00:27:30+0000'],
  'short-iso-precise': [
    '2026-11-21T00:27:30.313763+00:00 worker-1 kubelet[20168]: ',
    '2026-11-21T00:27:30.313763+00:00',
  ],
  'short-full': ['Sat 2026-11-21 00:27:30 UTC worker-1 kubelet[20168]: ', 'Sat 2026-11-21 00:27:30 UTC'],
  'short-monotonic': ['[ 2768.389406] worker-1 kubelet[20168]: ', '[ 2768.389406]'],
  'short-unix': ['1795220850.313763 worker-1 kubelet[20168]: ', '1795220850.313763'],
} as const;

describe('the grammar', () => {
  it('is what the catalogue gives: run scripts/messages-grammar.mjs after a change', () => {
    expect(readFileSync(grammarFile, 'utf8')).toBe(grammarText({ rows: CATALOGUE, eventTypes: PLEG_EVENT_TYPES }));
  });

  it('comes without coloured pairs of brackets: the `]` of a klog header has no `[`, and VS Code would paint it as an error', () => {
    const configuration = JSON.parse(readFileSync(join(projectRoot, 'language-configuration.json'), 'utf8')) as {
      readonly colorizedBracketPairs?: unknown;
    };
    expect(configuration.colorizedBracketPairs).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
      readonly contributes: { readonly grammars: readonly { readonly balancedBracketScopes?: unknown }[] };
    };
    expect(manifest.contributes.grammars.map(({ balancedBracketScopes }) => balancedBracketScopes)).toEqual([[]]);
  });

  it.each([
    ['1.36', SKIP_36],
    ['1.20', SKIP_20],
    ['1.15', SKIP_15],
    ['1.36 JSON', SKIP_JSON],
  ])('gives skip lines of %s a scope of their own', (_, line) => {
    const scopes = scopesOf(grammar, line, 'kipping pod synchronization');
    expect(scopes).toContain('meta.skip');
    expect(scopes).toContain('keyword.control.skip token.error-token');
    if (line !== SKIP_15)
      expect(scopesOf(grammar, line, 'PLEG is not healthy').split(' ')).not.toContain('meta.pleg-event');
  });

  it.each([
    ['1.36', EVENT_36],
    ['1.22', EVENT_22],
    ['1.20', EVENT_20],
    ['1.36 JSON', EVENT_JSON],
  ])('gives PLEG event lines of %s a scope of their own', (_, line) => {
    expect(scopesOf(grammar, line, 'SyncLoop (PLEG)')).toContain('meta.pleg-event');
    const type = line === EVENT_36 ? 'ContainerDied' : 'ContainerStarted';
    expect(scopesOf(grammar, line, type)).toContain(
      line === EVENT_36 ? 'markup.deleted.died' : 'markup.inserted.started',
    );
  });

  it('colours the decoys of a skip line as what they are', () => {
    for (const line of [
      'E1121 00:38:38.782795    8558 pod_workers.go:191] Error syncing pod ffeef16b ("crasher-1_default(ffeef16b)"), skipping: failed to "StartContainer"',
      'E1121 00:27:52.535057   20168 pod_workers.go:1324] "Error syncing pod, skipping" err="PLEG is not healthy" pod="default/crasher-1"',
      '  Ready   False   KubeletNotReady   PLEG is not healthy: pleg was last seen active 3m10s ago; threshold is 3m0s',
    ])
      for (const token of tokensOf(grammar, line)) expect(token.scopes, token.text).not.toContain('skip');
  });

  it.each(Object.entries(STAMPS))('reads the stamp of journalctl -o %s', (_, [prefix, stamp]) => {
    const line = prefix + SKIP_36;
    expect(scopesOf(grammar, line, stamp)).toBe('constant.numeric.timestamp.journal');
    expect(scopesOf(grammar, line, 'worker-1')).toBe('entity.name.namespace.host');
    expect(tokensOf(grammar, line).find((token) => token.text === 'kubelet')?.scopes).toBe('entity.name.type.unit');
    expect(scopesOf(grammar, line, 'Skipping')).toContain('meta.skip');
  });

  it('reads stamps without a host', () => {
    const line = `Nov 21 00:27:30 kubelet[20168]: ${CRI}`;
    expect(tokensOf(grammar, line).find((token) => token.text === 'kubelet')?.scopes).toBe('entity.name.type.unit');
    expect(scopesOf(grammar, line, 'ListPodSandbox')).toContain('message.trouble');
  });

  it('scopes severity, caller, keys, codes, durations and ids', () => {
    expect(tokensOf(grammar, CRI)[0]).toEqual({
      text: 'E',
      scopes: 'meta.record.error severity.error token.error-token',
    });
    expect(tokensOf(grammar, SKIP_15)[0]?.scopes).toContain('token.info-token');
    expect(scopesOf(grammar, 'W1121 00:28:40.821018   21129 logging.go:55] [core] x', 'W')).toContain(
      'token.warn-token',
    );
    expect(scopesOf(grammar, 'F1121 00:30:39.078844   22610 csi_plugin.go:416] Failed to initialize', 'F')).toContain(
      'invalid',
    );
    expect(scopesOf(grammar, CRI, 'remote_runtime.go')).toContain('entity.name.function.caller');
    expect(scopesOf(grammar, CRI, 'err')).toContain('variable.other.key');
    expect(scopesOf(grammar, CRI, 'DeadlineExceeded')).toContain('constant.language.grpc-code');
    expect(scopesOf(grammar, SKIP_36, '3m2.699176326s')).toContain('constant.numeric.duration');
    expect(scopesOf(grammar, EVENT_36, 'be2f0ffd-5557-4677-99dc-d3f10141af31')).toContain('id.uid');
    expect(scopesOf(grammar, EVENT_36, '202832791a1d7b7c')).toContain('id.container');
    expect(scopesOf(grammar, EVENT_JSON, '3820637a479112ffaec31bff83ae005d')).toContain('id.static-pod');
    expect(scopesOf(grammar, SKIP_JSON, '1795221178639.1675')).toContain('constant.numeric.timestamp');
  });

  it('highlights trouble of neighbours', () => {
    expect(
      scopesOf(
        grammar,
        'Nov 21 00:27:30 worker-1 kernel: INFO: task dockerd:1234 blocked for more than 120 seconds.',
        'blocked for more than',
      ),
    ).toContain('message.neighbour');
  });

  it.each([
    ['v1.36.2', [SKIP_36, EVENT_36, CRI, SKIP_JSON]],
    ['v1.20.0', [SKIP_20, EVENT_20]],
    ['v1.15.5', [SKIP_15]],
  ] as const)('tokens of real lines of %s', (_, lines) => {
    expect(
      lines.map((line) =>
        tokensOf(grammar, line)
          .map((token) => `${token.text}  |  ${token.scopes}`)
          .join('\n'),
      ),
    ).toMatchSnapshot();
  });

  it('reads hostile lines of 20 kB in little time', () => {
    const hostile = [
      '"'.repeat(20_000),
      '\\'.repeat(20_000),
      'a='.repeat(10_000),
      '1h1m'.repeat(5_000),
      'deadbeef-'.repeat(2_222),
      '{"'.repeat(10_000),
      ' '.repeat(20_000),
      '0'.repeat(20_000),
      `${CRI}${'x"y\\"'.repeat(4_000)}`,
    ];
    const begun = process.cpuUsage();
    for (const line of hostile) grammar.tokenizeLine(line, null);
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1e6).toBeLessThan(4);
  }, 60_000);
});
