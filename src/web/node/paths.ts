/** Names of files with `/` between them: what the worker's program asks of Node's `path`. */

export function basename(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
}

export function join(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('/');
}
