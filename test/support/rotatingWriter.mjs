// Writes a kubelet's lines at a steady rate into a log that it rotates itself, as a process of its own: node rotatingWriter.mjs FILE rename|copytruncate ROTATIONS BYTES RATE
import { appendFileSync, copyFileSync, existsSync, renameSync, truncateSync, writeSync } from 'node:fs';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

const [file = '', how, rotations, bytes, rate] = process.argv.slice(2);
const TICK_MS = 20;
const KEPT = 30;
const start = Date.UTC(2026, 10, 21);
let lines = 0;

function line() {
  const time = new Date(start + (lines += 1)).toISOString();
  const clock = `${time.slice(11, 23)}000`;
  return `${time.slice(0, 23)}000+0000 node-a kubelet[812]: I1121 ${clock}     812 kubelet.go:2301] "SyncLoop (probe)" probe="readiness" status="ready" pod="default/web-${lines}"\n`;
}

function rotate() {
  for (let number = KEPT; number >= 1; number -= 1)
    if (existsSync(`${file}.${number}`)) renameSync(`${file}.${number}`, `${file}.${number + 1}`);
  if (how === 'rename') renameSync(file, `${file}.1`);
  else {
    copyFileSync(file, `${file}.1`);
    truncateSync(file);
  }
}

appendFileSync(file, line());
await setTimeout(500); // whoever follows has begun then
const began = Date.now();
let written = 0;
let rotated = 0;
let inFile = 0;
while (rotated < Number(rotations)) {
  const due = ((Date.now() - began) / 1000) * Number(rate);
  while (written < due) {
    let text = '';
    while (text.length < 8192) text += line();
    appendFileSync(file, text);
    written += text.length;
    inFile += text.length;
    if (inFile < Number(bytes)) continue;
    inFile = 0;
    rotate();
    rotated += 1;
    if (rotated === Number(rotations)) break;
  }
  await setTimeout(TICK_MS);
}
appendFileSync(file, line());
writeSync(1, JSON.stringify({ lines, bytes: written, seconds: (Date.now() - began) / 1000 }));
