/** `npm run conformance -- DIRECTORY`: the model and the readers against vectors that real Kubernetes code produced. Ends with `N passed, N failed`. */
import process from 'node:process';
import { runVectors } from './conformance/run.ts';

const SHOWN_FAILURES = 3;

function main(folder: string | undefined): number {
  if (folder === undefined) {
    console.error('usage: npm run conformance -- DIRECTORY');
    return 2;
  }
  let passed = 0;
  let failed = 0;
  let files = 0;
  for (const { file, passed: good, failures, judged } of runVectors(folder)) {
    files += 1;
    if (!judged) {
      console.log(`${file.version}/${file.set}: nothing judges this set, ${file.vectors.length} not run`);
      failed += file.vectors.length;
      continue;
    }
    console.log(`${file.version}/${file.set}: ${good} passed, ${failures.length} failed`);
    for (const failure of failures.slice(0, SHOWN_FAILURES)) console.log(`  ${failure}`);
    passed += good;
    failed += failures.length;
  }
  if (files === 0) console.error(`no vector files (*.jsonl, *.jsonl.gz) below ${folder}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && files > 0 ? 0 : 1;
}

process.exitCode = main(process.argv[2]);
