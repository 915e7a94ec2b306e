/** A number of 27 bits for a text (the upper ones of FNV-1a over its UTF-16 units): what a package has in place of English texts that are looked up as they are. Of 100,000 texts that are not among 1,400 one has the number of one that is. `scripts/lib/packedWords.mjs` writes them. */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 5;
}

const BEGIN = '\u0000';

/** The key of a text in a table that has such numbers. */
export function hashKey(hash: number): string {
  return BEGIN + String(hash);
}

/** Whether a key is one of a number: no text of ours begins so. */
export function isHashKey(key: string): boolean {
  return key.startsWith(BEGIN);
}
