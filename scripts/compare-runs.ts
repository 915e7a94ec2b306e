/**
 * Simulates the scenarios of recorded kubelets and puts the simulation beside the record: npm run compare-runs [-- RECORDS [SCENARIO…]]
 * RECORDS is a folder VERSION/NAME/truth.jsonl[.gz] (default ../shared/runs). Each is simulated with seeds 1 to 10 (--seeds=N), and with what its file knows about the chance of the recorded
 * kubelet (--without-chance leaves that to the seed too; --idle-host leaves out what was measured of kubelet and host). --verbose tells what differs, --truth=FOLDER keeps the simulated truths.
 * Exit 1 if something is outside of its tolerance that `docs/model.md` does not explain (EXPLAINED below).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { compare, type Comparison, type Problem, simulatedTruth } from './compare-runs/compare.ts';
import { readTruthOf } from './compare-runs/truth.ts';
import { listFiles } from './lib/files.mjs';

/** Scenarios in which something is known to differ for some seeds, and what: docs/model.md says why. */
const EXPLAINED: ReadonlyMap<string, readonly Problem[]> = new Map<string, readonly Problem[]>([
  ['v1.36.2/o-channel-full', ['events']],
  ['v1.36.2/p-slow-growing', ['events']],
]);

const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
const [records = '../shared/runs', ...wanted] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const option = (name: string): string | undefined =>
  options.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);

function main(): number {
  if (!existsSync(records)) {
    console.error(`${records} does not exist: give the folder of the records`);
    return 2;
  }
  const [withoutChance, idleHost] = [options.includes('--without-chance'), options.includes('--idle-host')];
  const seeds = Array.from({ length: Number(option('seeds') ?? 10) }, (_, index) => index + 1);
  let unexplained = 0;
  console.log(
    `scenario                            skips recorded : simulated  first skip  spacing  seeds inside  PLEG events: containers equal, seeds with all equal`,
  );
  for (const file of listFiles('test/fixtures/scenarios', /\.kubelet-scenario\.json$/)) {
    const name = file.split('/').slice(-2).join('/').replace('.kubelet-scenario.json', '');
    if (wanted.length > 0 && !wanted.some((one) => name.includes(one))) continue;
    const recorded = readTruthOf(join(records, name));
    if (recorded === undefined) continue;
    const text = readFileSync(file, 'utf8');
    const found = seeds.map((seed) => compare(recorded, text, { seed, withoutChance, idleHost }));
    console.log(line(name, found));
    if (options.includes('--verbose'))
      for (const [how, count] of differences(found)) console.log(`    ${String(count).padStart(3)} × ${how}`);
    const problems = new Set(found.flatMap((one) => one.problems));
    const news = [...problems].filter((problem) => EXPLAINED.get(name)?.includes(problem) !== true);
    if (news.length > 0) console.log(`    not explained: ${news.join(', ')}`);
    unexplained += news.length;
    const out = option('truth');
    if (out !== undefined)
      for (const seed of seeds)
        writeFileSync(
          join(out, `${name.replace('/', '-')}.${seed}.jsonl`),
          `${simulatedTruth(text, { seed, withoutChance, idleHost }).join('\n')}\n`,
        );
  }
  return unexplained === 0 ? 0 : 1;
}

function line(name: string, found: readonly Comparison[]): string {
  const inside = found.filter(({ problems }) => problems.every((problem) => problem === 'events')).length;
  const alike = found.filter(({ differing }) => differing.length === 0).length;
  const skips = range(
    found.map((one) => one.skips[1]),
    0,
  );
  const equal = range(
    found.map(({ containers, differing }) => containers - differing.length),
    0,
  );
  return [
    name.padEnd(35),
    `${found[0]?.skips[0] ?? 0} : ${skips}`.padEnd(27),
    `${range(
      found.map(({ first }) => first),
      2,
    )} s`.padEnd(11),
    `${(Math.max(...found.map(({ spacing }) => spacing)) * 100).toFixed(2)} %`.padEnd(8),
    `${inside} of ${found.length}`.padEnd(13),
    `${equal} of ${range(
      found.map(({ containers }) => containers),
      0,
    )}, ${alike} of ${found.length}`,
  ].join(' ');
}

function range(values: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? least.toFixed(digits) : `${least.toFixed(digits)}–${most.toFixed(digits)}`;
}

/** How often each difference of events came, the commonest first. */
function differences(found: readonly Comparison[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const how of found.flatMap(({ differing }) => differing)) counts.set(how, (counts.get(how) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

process.exitCode = main();
