/** Names of nodes where there is little room: without the domain that all of them share. Pure. */

/** Each name as short as that, in their order. Addresses and lone names stay as they are. */
export function shortNodeNames(names: readonly string[]): string[] {
  const parts = names.map((name) => name.split('.'));
  const [first] = parts;
  if (first === undefined || names.length < 2 || names.some((name) => name.includes(':') || /^[\d.]{0,40}$/.test(name)))
    return [...names];
  const most = Math.min(...parts.map((own) => own.length)) - 1;
  let shared = 0;
  while (shared < most && parts.every((own) => own.at(-1 - shared) === first.at(-1 - shared))) shared += 1;
  return parts.map((own) => own.slice(0, own.length - shared).join('.'));
}
