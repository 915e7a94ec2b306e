/** Names of files with `/` between them: what the worker's program asks of Node's `path`. */

export function basename(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}

export function join(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('/');
}
