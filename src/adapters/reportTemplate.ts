/** The template of the HTML report: a file beside the program, or in it where the program is one file. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getAsset, isSea } from 'node:sea';

const NAME = 'report.html';

/** Its text; `folder` is that of the program. Rejects where the file is gone. */
export async function readReportTemplate(folder: string): Promise<string> {
  return isSea() ? getAsset(NAME, 'utf8') : readFile(join(folder, NAME), 'utf8');
}
