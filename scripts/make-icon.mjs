// Draws media/icon.png (256 x 256): the sawtooth of "time since the last relist", its last tooth above the threshold.
// Run it by hand after a change: node scripts/make-icon.mjs
import { writeFileSync } from 'node:fs';
import { deflateSync, crc32 } from 'node:zlib';
import { inRoot } from './lib/project.mjs';

const SIZE = 256;
const SAMPLES = 4; // per pixel and direction

/** @typedef {[number, number]} Point @typedef {[number, number, number]} Colour */

/** @type {Colour} */ const NIGHT_TOP = [34, 48, 66];
/** @type {Colour} */ const NIGHT_BOTTOM = [19, 27, 38];
/** @type {Colour} */ const HEALTHY = [88, 196, 178];
/** @type {Colour} */ const STALE = [255, 122, 89];
/** @type {Colour} */ const THRESHOLD = [247, 201, 112];

const THRESHOLD_Y = 104;
/** @type {Point[]} */
const SAWTOOTH = [
  [34, 196],
  [58, 160],
  [58, 196],
  [82, 160],
  [82, 196],
  [106, 160],
  [106, 196],
  [192, 52],
  [192, 196],
  [222, 156],
];

/** @param {number} x @param {number} y @param {Point} a @param {Point} b distance from a point to a stretch */
function distance(x, y, [ax, ay], [bx, by]) {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
  return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay));
}

/** @param {number} x @param {number} y */
function isInsideTile(x, y) {
  const inner = SIZE / 2 - 8 - 44;
  const dx = Math.max(0, Math.abs(x - SIZE / 2) - inner);
  const dy = Math.max(0, Math.abs(y - SIZE / 2) - inner);
  return Math.hypot(dx, dy) <= 44;
}

/** @param {Colour} a @param {Colour} b @param {number} t @returns {Colour} */
const mix = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];

/** @param {number} x @param {number} y @returns {Colour | undefined} undefined: outside */
function colourAt(x, y) {
  if (!isInsideTile(x, y)) return undefined;
  let colour = mix(NIGHT_TOP, NIGHT_BOTTOM, y / SIZE);
  // What is above the threshold glows: the stretch in which the node is not ready.
  if (y < THRESHOLD_Y && x < 192 && x > 106 + ((196 - y) * 86) / 144) colour = mix(colour, STALE, 0.32);
  if (Math.abs(y - THRESHOLD_Y) < 2.5 && x > 30 && x < 226 && (x - 30) % 18 < 11) colour = THRESHOLD;
  for (const [i, a] of SAWTOOTH.entries()) {
    const b = SAWTOOTH[i + 1];
    if (b && distance(x, y, a, b) < 5.5) return y < THRESHOLD_Y ? STALE : HEALTHY;
  }
  return colour;
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}

const rows = Buffer.alloc(SIZE * (1 + SIZE * 4));
for (let y = 0; y < SIZE; y++) {
  for (let x = 0; x < SIZE; x++) {
    const sum = [0, 0, 0];
    let covered = 0;
    for (let s = 0; s < SAMPLES * SAMPLES; s++) {
      const colour = colourAt(x + ((s % SAMPLES) + 0.5) / SAMPLES, y + (Math.floor(s / SAMPLES) + 0.5) / SAMPLES);
      if (!colour) continue;
      covered++;
      for (const i of [0, 1, 2]) sum[i] = (sum[i] ?? 0) + (colour[i] ?? 0);
    }
    const at = y * (1 + SIZE * 4) + 1 + x * 4;
    for (const i of [0, 1, 2]) rows[at + i] = covered === 0 ? 0 : Math.round((sum[i] ?? 0) / covered);
    rows[at + 3] = Math.round((covered / SAMPLES ** 2) * 255);
  }
}
const header = Buffer.alloc(13);
header.writeUInt32BE(SIZE, 0);
header.writeUInt32BE(SIZE, 4);
header.set([8, 6, 0, 0, 0], 8); // 8 bits, RGB with alpha
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
writeFileSync(
  inRoot('media/icon.png'),
  Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]),
);
