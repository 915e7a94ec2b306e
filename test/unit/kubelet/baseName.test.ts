import { expect, it } from 'vitest';
import { baseName } from '../../../src/kubelet/baseName.ts';

it.each([
  ['/var/log/kubelet.log', 'kubelet.log'],
  ['C:\\k\\node-7\\kubelet.log', 'kubelet.log'],
  ['C:\\k/kubelet.log', 'kubelet.log'],
  ['kubelet.log', 'kubelet.log'],
  ['logs/', ''],
])('of %s it is %s', (path, name) => {
  expect(baseName(path)).toBe(name);
});
