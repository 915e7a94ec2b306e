const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * A copy of a text to be kept (pod uids, container ids). A text cut from a line keeps the whole line in memory in some engines; a decoded one does not.
 */
export function detached(text: string): string {
  const copy = decoder.decode(encoder.encode(text));
  // Half a surrogate pair cannot be encoded.
  return copy === text ? copy : text;
}
