/** Files that have no name and live in memory, with the functions of Node that write and read them: the logs of an archive are put there. */

interface MemoryFile {
  bytes: Uint8Array;
  length: number;
}

/** The functions, over files of their own. Numbers of files are never used again. */
export function memoryFiles(): {
  readonly mkdtempSync: (name: string) => string;
  readonly rmSync: () => void;
  readonly openSync: () => number;
  readonly closeSync: (file: number) => void;
  readonly writeSync: (file: number, bytes: Uint8Array, from: number, count: number, at: number) => number;
  readonly readSync: (file: number, bytes: Uint8Array, to: number, count: number, at: number) => number;
  readonly fstatSync: (file: number) => { readonly size: number };
} {
  const files = new Map<number, MemoryFile>();
  let opened = 0;
  const fileOf = (number: number): MemoryFile => {
    const file = files.get(number);
    if (file === undefined) throw Object.assign(new Error('the file is closed'), { code: 'EBADF' });
    return file;
  };
  return {
    mkdtempSync: (name) => name,
    rmSync: () => undefined,
    openSync: () => {
      opened += 1;
      files.set(opened, { bytes: new Uint8Array(0), length: 0 });
      return opened;
    },
    closeSync: (number) => void files.delete(number),
    writeSync: (number, bytes, from, count, at) => {
      const file = fileOf(number);
      if (file.bytes.length < at + count) {
        const room = new Uint8Array(Math.max(2 * file.bytes.length, at + count));
        room.set(file.bytes.subarray(0, file.length));
        file.bytes = room;
      }
      file.bytes.set(bytes.subarray(from, from + count), at);
      file.length = Math.max(file.length, at + count);
      return count;
    },
    readSync: (number, bytes, to, count, at) => {
      const file = fileOf(number);
      const part = file.bytes.subarray(at, Math.min(file.length, at + count));
      bytes.set(part, to);
      return part.length;
    },
    fstatSync: (number) => ({ size: fileOf(number).length }),
  };
}
