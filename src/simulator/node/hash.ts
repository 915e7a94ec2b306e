/** Numbers and ids that depend on a seed and a name alone, so that a run does not change when something else is drawn before them. */
import { seededRandom } from '../../model/random.ts';

/** FNV-1a over the characters, mixed with the seed. */
function hashOf(seed: number, name: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < name.length; index += 1)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}

/** A number in [0, 1) for a name. */
export function drawOf(seed: number, name: string): number {
  return seededRandom(hashOf(seed, name))();
}

/** So many hexadecimal digits. */
export function hexText(seed: number, name: string, digits: number): string {
  const random = seededRandom(hashOf(seed, name));
  let text = '';
  while (text.length < digits)
    text += Math.floor(random() * 0x10000)
      .toString(16)
      .padStart(4, '0');
  return text.slice(0, digits);
}

/** A UUID of version 4. */
export function uuidText(seed: number, name: string): string {
  const hex = hexText(seed, name, 31);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
}
