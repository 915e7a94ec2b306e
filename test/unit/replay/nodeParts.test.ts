import { expect, it } from 'vitest';
import { partsOfNodes } from '../../../src/replay/nodeParts.ts';
import { replayOf } from './readLog.ts';

/** A line of a kubelet, or of another program of its node. */
const line = (second: number, node: string, text: string): string =>
  `Mar 12 10:00:${second} ${node} ${text.replace('%', `0312 10:00:${second}.100000     700`)}`;

it('gives a line of the kernel to the node of its host, also amid the lines of another', () => {
  const reconstruction = replayOf(
    [
      line(10, 'a', 'kubelet[700]: I% server.go:467] "Kubelet version" kubeletVersion="v1.28.4"'),
      line(11, 'b', 'kubelet[900]: I% server.go:467] "Kubelet version" kubeletVersion="v1.28.4"'.replace('700', '900')),
      line(12, 'b', 'kernel: INFO: task containerd:1234 blocked for more than 120 seconds.'),
      line(13, 'a', 'kubelet[700]: I% kubelet.go:2421] "SyncLoop ADD" source="api" pods=["a/b"]'),
    ].join('\n'),
  );
  const { nodes } = reconstruction.history;
  const partOf = partsOfNodes(reconstruction);
  const kernelLines = (...names: readonly string[]): number => {
    const ids = nodes.filter((node) => node.names.some((name) => names.includes(name))).map(({ id }) => id);
    return partOf(new Set(ids)).history.facts.filter(({ fact }) => fact.kind === 'neighbour').length;
  };
  expect([kernelLines('a'), kernelLines('b'), kernelLines('a', 'b')]).toEqual([0, 1, 1]);
  expect(partOf(new Set(nodes.map(({ id }) => id))).history.facts).toHaveLength(reconstruction.history.facts.length);
});
