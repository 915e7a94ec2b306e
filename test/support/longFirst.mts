/**
 * The order of test files. Vitest begins with those that took longest the last time, and in a fresh clone, where it knows of no last time, with the largest files.
 * These are small and take long: begun last, one lane goes through them for minutes while the other has nothing left to do.
 */
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONG: readonly RegExp[] = [
  /\/webview\/(?:looks|contrast)\.e2e\.test\.ts$/,
  /\/e2e\/(?:editors|interaction|web|activation|keptWindow|closing|large|nodeLogs)\.e2e\.test\.ts$/,
];

/** Those of npm test. */
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

/**
 * Those of npm run test:long: in any order, so that a time box leaves out others each time. The products that npm test does a part of come first: that they are
 * gone through is certain only here, and they take seconds.
 */
export class ProductsFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isProduct = ({ moduleId }: TestSpecification): boolean => readFileSync(moduleId, 'utf8').includes('inTurn(');
    const shuffled = files
      .map((file) => ({ file, at: Math.random() - (isProduct(file) ? 1 : 0) }))
      .toSorted((a, b) => a.at - b.at);
    return Promise.resolve(shuffled.map(({ file }) => file));
  }
}
