/** Functions of Node that have no place in a browser: each throws as an operating system does that cannot do it, so that whoever called says so in the words for an input that cannot be read. */
export function missing(...names: readonly string[]): Readonly<Record<string, () => never>> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      () => {
        throw Object.assign(new Error(`${name} is not there in a browser`), { code: 'ENOSYS' });
      },
    ]),
  );
}
