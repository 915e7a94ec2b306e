/** The first look at a file as a program of its own, for the benchmark: firstAnswer FILE YEAR. The last line says the CPU seconds that it took after the program's start. */
import { closeSync, openSync, readSync } from 'node:fs';
import { findBytes } from '../../src/adapters/findBytes.ts';
import { FirstScan } from '../../src/analysis/firstAnswer.ts';

const [file, year] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: firstAnswer FILE [YEAR]');
const started = process.cpuUsage();
const scan = new FirstScan(findBytes, year === undefined ? {} : { year: Number(year) });
const chunk = Buffer.allocUnsafeSlow(1 << 16);
const descriptor = openSync(file, 'r');
for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk))
  scan.push(chunk.subarray(0, length));
closeSync(descriptor);
scan.end();
const { skips, headline } = scan.answer();
const { user, system } = process.cpuUsage(started);
process.stdout.write(`${skips} ${headline ?? ''}\n${(user + system) / 1e6}\n`);
