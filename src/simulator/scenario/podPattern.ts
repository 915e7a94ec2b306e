/** Pods as a scenario names them: `namespace/name`, with `*` at the end for anything. */
export function matchesPod(pattern: string, pod: { readonly namespace: string; readonly name: string }): boolean {
  const text = `${pod.namespace}/${pod.name}`;
  return pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern;
}
