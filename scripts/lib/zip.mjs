// Reads the table of contents of a zip file (a VSIX is one), and files in it. Node built-ins only.
import { inflateRawSync } from 'node:zlib';

/**
 * @typedef {{ name: string, packedBytes: number, bytes: number }} ZipEntry
 */

/**
 * @param {Buffer} zip a whole zip file, below 4 GiB
 * @returns {ZipEntry[]} in the order of the file's central directory
 * @throws {Error} if it is not a zip file
 */
export function readZipEntries(zip) {
  return directoryOf(zip).map(({ name, packedBytes, bytes }) => ({ name, packedBytes, bytes }));
}

/**
 * @param {Buffer} zip a whole zip file, below 4 GiB
 * @param {string} name of a file in it
 * @returns {string} its text
 * @throws {Error} if it is not a zip file, or has no such file
 */
export function readZipText(zip, name) {
  const entry = directoryOf(zip).find((candidate) => candidate.name === name);
  if (entry === undefined) throw new Error(`the zip file has no ${name}`);
  // The local header has a name and extra fields of its own.
  const start = entry.at + 30 + zip.readUInt16LE(entry.at + 26) + zip.readUInt16LE(entry.at + 28);
  const packed = zip.subarray(start, start + entry.packedBytes);
  return (entry.isStored ? packed : inflateRawSync(packed)).toString('utf8');
}

/**
 * @param {Buffer} zip
 * @returns {(ZipEntry & { at: number, isStored: boolean })[]} with the place of the local header
 */
function directoryOf(zip) {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('not a zip file: it has no end of central directory');
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  /** @type {(ZipEntry & { at: number, isStored: boolean })[]} */
  const entries = [];
  for (let i = 0; i < count; i++) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`not a zip file: entry ${i} of its directory is damaged`);
    const nameLength = zip.readUInt16LE(at + 28);
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      packedBytes: zip.readUInt32LE(at + 20),
      bytes: zip.readUInt32LE(at + 24),
      at: zip.readUInt32LE(at + 42),
      isStored: zip.readUInt16LE(at + 10) === 0,
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}
