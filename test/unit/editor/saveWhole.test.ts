/** A file that is saved as a whole or not at all, on a disk that is made up. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Fake from './fakeVscode.ts';
import type * as SaveWhole from '../../../src/editor/saveWhole.ts';

const state = vi.hoisted(() => ({
  files: new Map<string, string>(),
  links: new Set<string>(),
  /** What a write to a path comes to. */
  write: (_path: string, _isNew: boolean): Error | undefined => undefined,
  rename: (): Error | undefined => undefined,
}));
class FileSystemError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
vi.mock('vscode', async () => {
  const own = await import('./fakeVscode.ts');
  type Uri = Fake.Uri;
  return {
    ...own,
    FileSystemError,
    FileType: { SymbolicLink: 64 },
    Uri: Object.assign(
      function noUri() {
        throw new Error('not made here');
      },
      {
        joinPath: (base: Uri, _up: string, name: string) =>
          base.with({ path: `${base.path.slice(0, base.path.lastIndexOf('/'))}/${name}` }),
      },
    ),
    workspace: {
      fs: {
        stat: async ({ path }: Uri) => {
          if (!state.files.has(path)) throw new Error('not there');
          return { type: state.links.has(path) ? 65 : 1 };
        },
        writeFile: async ({ path }: Uri, content: Uint8Array) => {
          const error = state.write(path, !state.files.has(path));
          // A disk that becomes full has taken a part.
          if (error?.message !== 'NoPermissions')
            state.files.set(path, new TextDecoder().decode(error === undefined ? content : content.subarray(0, 2)));
          if (error !== undefined) throw error;
        },
        rename: async ({ path }: Uri, target: Uri) => {
          const error = state.rename();
          if (error !== undefined) throw error;
          state.files.set(target.path, state.files.get(path) ?? '');
          state.files.delete(path);
        },
        delete: async ({ path }: Uri) => {
          if (!state.files.delete(path)) throw new Error('not there');
        },
      },
    },
  };
});

let fake: typeof Fake;
let saveWhole: typeof SaveWhole.saveWhole;
beforeEach(async () => {
  vi.resetModules();
  fake = await import('./fakeVscode.ts');
  ({ saveWhole } = await import('../../../src/editor/saveWhole.ts'));
  state.files.clear();
  state.links.clear();
  state.write = () => undefined;
  state.rename = () => undefined;
});
afterAll(() => {
  vi.resetModules(); // other files have a VS Code of their own
});
const save = (): Promise<void> =>
  saveWhole(fake.asUri(fake.Uri.file('/logs/report.md')), new TextEncoder().encode('whole'));
const files = (): unknown => Object.fromEntries(state.files);

describe('a report that is saved', () => {
  it('is there as a whole, in place of an older one too', async () => {
    await save();
    expect(files()).toEqual({ '/logs/report.md': 'whole' });
    state.files.set('/logs/report.md', 'older');
    await save();
    expect(files()).toEqual({ '/logs/report.md': 'whole' });
  });

  it('leaves the older one and nothing half when the disk is full', async () => {
    state.files.set('/logs/report.md', 'older');
    state.write = () => new FileSystemError('NoSpace');
    await expect(save()).rejects.toThrow('NoSpace');
    expect(files()).toEqual({ '/logs/report.md': 'older' });
    state.files.clear();
    await expect(save()).rejects.toThrow('NoSpace');
    expect(files()).toEqual({});
  });

  it('leaves the older one and nothing half when it cannot be put in its place', async () => {
    state.files.set('/logs/report.md', 'older');
    state.rename = () => new FileSystemError('Unavailable');
    await expect(save()).rejects.toThrow('Unavailable');
    expect(files()).toEqual({ '/logs/report.md': 'older' });
  });

  it('is written in its place where the folder takes no other file, and where it is a link', async () => {
    state.files.set('/logs/report.md', 'older');
    state.write = (_path, isNew) => (isNew ? new FileSystemError('NoPermissions') : undefined);
    await save();
    expect(files()).toEqual({ '/logs/report.md': 'whole' });
    state.files.set('/logs/report.md', 'older');
    state.links.add('/logs/report.md');
    state.rename = () => new Error('a link would be lost');
    await save();
    expect(files()).toEqual({ '/logs/report.md': 'whole' });
  });
});
