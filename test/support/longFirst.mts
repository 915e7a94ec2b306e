/**
 * The order of test files. Vitest begins with those that took longest the last time, and in a fresh clone, where it knows of no last time, with the largest files.
 * These are small and take long: begun last, one lane goes through them for minutes while the other has nothing left to do.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONG: readonly RegExp[] = [
  /\/webview\/(?:looks|contrast)\.e2e\.test\.ts$/,
  /\/e2e\/(?:editors|interaction|typing|activation|keptWindow|closing)\.e2e\.test\.ts$/,
];

export class LongFirst extends BaseSequencer {
  /** Within each project the long ones first, the others as vitest has them. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((name) => name.test(moduleId));
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((one) => {
      const own = sorted.filter(({ project }) => project === one);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
