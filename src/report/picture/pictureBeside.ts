/** The file of the picture beside a Markdown file; `undefined` for a file that is none, such as a device. */
export function pictureBeside(file: string): string | undefined {
  const name = file.replace(/\.(?:md|markdown)$/i, '');
  return name === file ? undefined : `${name}-chart.svg`;
}
