// Reads the table of contents of a zip file (a VSIX is one). Node built-ins only.

/**
 * @typedef {{ name: string, packedBytes: number, bytes: number }} ZipEntry
 */

/**
 * @param {Buffer} zip a whole zip file, below 4 GiB
 * @returns {ZipEntry[]} in the order of the file's central directory
 * @throws {Error} if it is not a zip file
 */
export function readZipEntries(zip) {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('not a zip file: it has no end of central directory');
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  /** @type {ZipEntry[]} */
  const entries = [];
  for (let i = 0; i < count; i++) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`not a zip file: entry ${i} of its directory is damaged`);
    const nameLength = zip.readUInt16LE(at + 28);
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      packedBytes: zip.readUInt32LE(at + 20),
      bytes: zip.readUInt32LE(at + 24),
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}
