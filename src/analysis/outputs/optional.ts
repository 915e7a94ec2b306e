/** An object with one field, or with none when there is no value. */
export function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [N in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: Value };
}
