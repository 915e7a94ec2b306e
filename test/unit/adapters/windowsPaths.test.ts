import { describe, expect, it } from 'vitest';
import { cacheFolder } from '../../../src/adapters/ownFiles.ts';
import { nodeNamesOf } from '../../../src/analysis/sources/sourceNodes.ts';
import { parseArguments } from '../../../src/cli/arguments.ts';
import { sameFile } from '../../../src/cli/options.ts';

describe('paths by the rules of Windows', () => {
  it('what is kept lies in the local data of the user', () => {
    const local = 'C:\\Users\\Ann Doe\\AppData\\Local';
    expect(cacheFolder({ LOCALAPPDATA: local }, 'win32')).toBe(`${local}\\kubelet-timeline`);
    expect(cacheFolder({ LOCALAPPDATA: 'AppData', HOME: '/home/ann' }, 'win32')).toBeUndefined();
    expect(cacheFolder({ HOME: '/Users/ann' }, 'darwin')).toBe('/Users/ann/Library/Caches/kubelet-timeline');
    expect(cacheFolder({ HOME: 'C:\\Users\\ann' }, 'linux')).toBeUndefined();
  });

  it('a file is the same with and without its .\\', () => {
    expect(sameFile('.\\logs\\k.log', 'logs\\k.log')).toBe(true);
    expect(sameFile('logs\\', '.\\logs')).toBe(true);
    expect(sameFile('C:\\a\\k.log', 'C:\\b\\k.log')).toBe(false);
  });

  it('a drive is no option, and no name of a node', () => {
    expect(parseArguments(['analyze', 'C:\\logs\\k.log', '--node', 'n1=D:\\k.log', '--out=C:\\x y.txt'])).toMatchObject(
      {
        files: ['C:\\logs\\k.log', 'D:\\k.log'],
        nodes: [{ node: 'n1', file: 'D:\\k.log' }],
        out: 'C:\\x y.txt',
      },
    );
  });

  it('folders of a must-gather name their nodes', () => {
    const head = { hosts: [], reversed: false, tellsYear: false };
    const inputs = ['gather\\worker-1\\logs\\k.log', 'gather\\worker-2\\logs\\k.log'].map((place) => ({ place }));
    expect(nodeNamesOf(inputs, [head, head])).toEqual(['worker-1', 'worker-2']);
  });
});
