/** The name of a file without its folders, by the rules of Linux and of Windows: a log tells not on which of them it was written. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
