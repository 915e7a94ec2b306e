/** Leaves out lines as long as the rest still fails: halves first, then single lines. Calls `fails` at most `most` times. */
export function shrinkLines(
  lines: readonly Uint8Array[],
  fails: (lines: readonly Uint8Array[]) => boolean,
  most = 2000,
): readonly Uint8Array[] {
  let left = lines;
  let calls = 0;
  for (let size = Math.ceil(left.length / 2); size >= 1 && calls < most;) {
    let smaller = false;
    for (let at = 0; at < left.length && calls < most;) {
      const rest = [...left.slice(0, at), ...left.slice(at + size)];
      calls += 1;
      if (rest.length > 0 && fails(rest)) {
        left = rest;
        smaller = true;
      } else at += size;
    }
    if (size === 1 && !smaller) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return left;
}
