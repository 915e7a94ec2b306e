// Asks about some expressions in a thread of its own: the checker keeps what it worked out, four gigabytes after a thousand of them, until its thread ends. Used by check-regexps.mjs.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { whyNotLinear } from './linear.mjs';

/** @typedef {{ why: string | undefined, took: number }} Verdict why it is not linear; microseconds of the processor */

if (!isMainThread && parentPort !== null) parentPort.postMessage(workerData.map(verdictOn));

/** @param {import('./regexps.mjs').Pattern} pattern @returns {Verdict} */
function verdictOn(pattern) {
  const since = process.cpuUsage();
  const why = whyNotLinear(pattern);
  return { why, took: process.cpuUsage(since).user };
}

/** So many keep a gigabyte. */
const MOST_AT_ONCE = 150;

/**
 * @param {readonly import('./regexps.mjs').Pattern[]} patterns
 * @returns {Promise<Verdict[]>} in their order
 */
export async function verdictsOn(patterns) {
  /** @type {Verdict[]} */
  const verdicts = [];
  for (let at = 0; at < patterns.length; at += MOST_AT_ONCE) {
    const worker = new Worker(new URL(import.meta.url), { workerData: patterns.slice(at, at + MOST_AT_ONCE) });
    verdicts.push(
      ...(await new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      })),
    );
    await worker.terminate();
  }
  return verdicts;
}
