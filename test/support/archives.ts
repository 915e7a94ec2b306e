/** Archives made in memory for tests: tars by the library, zips by hand. */

import { crc32, deflateRawSync } from 'node:zlib';
import { pack } from 'tar-stream';

export type Files = Readonly<Record<string, Uint8Array>>;

/** A tar of files in the order given. */
export async function tarOf(files: Files): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(files))
    tar.entry({ name, mtime: new Date('2026-11-21T01:00:00Z') }, Buffer.from(content));
  tar.finalize();
  const parts: Uint8Array[] = [];
  for await (const part of tar) if (part instanceof Uint8Array) parts.push(part);
  return Buffer.concat(parts);
}

const DEFLATED = 8;
const STORED = 0;

/** A zip of files in the order given; `stored`: without packing them, `encrypted`: only marked so; `streamed`: written as it came, with the sizes of a file behind it. */
export function zipOf(files: Files, { stored = false, encrypted = false, streamed = false } = {}): Buffer {
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = stored ? Buffer.from(content) : deflateRawSync(content);
    const title = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE((encrypted ? 1 : 0) + (streamed ? 8 : 0), 2);
    shared.writeUInt16LE(stored ? STORED : DEFLATED, 4);
    shared.writeUInt32LE(0x5d_75_10_20, 6); // a time of 2026
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(title.length, 22);
    const own = Buffer.from(shared);
    if (streamed) own.fill(0, 10, 22);
    const behind = streamed ? [Buffer.from('PK\u0007\u0008'), shared.subarray(10, 22)] : [];
    bodies.push(Buffer.concat([Buffer.from('PK\u0003\u0004'), own, title, data, ...behind]));
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    list.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), shared, tail, title]));
    at += bodies.at(-1)?.length ?? 0;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(list.length, 4);
  end.writeUInt16LE(list.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, directory, Buffer.from('PK\u0005\u0006'), end]);
}
