/**
 * Measures recorded kubelets for their scenarios: npm run scenario-from-record [-- RECORDS [SCENARIO…]] [--write]
 * What a file of `test/fixtures/scenarios` says of the pace of its kubelet and host (`kubelet.callWork`, `inspectionWork`, `listWork`, `timerLateness`, `busy`), of `latency`, of starts (`sandboxTakes`, `startTakes`) and of `chance` is what this
 * script takes from the record of the same name in RECORDS (default ../shared/runs), by one rule for all; the rest of the file (what was injected, and the pods) stays as it is.
 * Without --write it tells which files say something else, and exits with 1 if any does.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { listFiles } from './lib/files.mjs';
import { measured } from './scenario-from-record/measured.ts';

const write = process.argv.includes('--write');
const [records = '../shared/runs', ...wanted] = process.argv.slice(2).filter((word) => !word.startsWith('--'));

function main(): number {
  if (!existsSync(records)) {
    console.error(`${records} does not exist: give the folder of the records`);
    return 2;
  }
  let others = 0;
  for (const file of listFiles('test/fixtures/scenarios', /\.kubelet-scenario\.json$/)) {
    const name = file.split('/').slice(-2).join('/').replace('.kubelet-scenario.json', '');
    if (wanted.length > 0 && !wanted.some((one) => name.includes(one))) continue;
    const before = readFileSync(file, 'utf8');
    const after = measured(before, join(records, name));
    if (after === undefined || after === before) continue;
    others += 1;
    console.log(`${name}${write ? ': written' : ' says something else than its record'}`);
    if (write) writeFileSync(file, after);
  }
  return write || others === 0 ? 0 : 1;
}

process.exitCode = main();
