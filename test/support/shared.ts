import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's root folder, absolute. */
export const projectRoot = dirname(dirname(import.meta.dirname));

/**
 * The reference data (`shared`) beside the project's root, where a checkout has it. Tests that need it are
 * skipped without it; what every checkout must prove has its data in `test/fixtures`.
 */
export function sharedFolder(): string | undefined {
  const folder = join(dirname(projectRoot), 'shared');
  return existsSync(join(folder, 'design.md')) ? folder : undefined;
}
