/**
 * Makes the charts of docs/what-if.md, by the embedded kubelet itself: npm run what-if-charts [-- --check]
 * --check writes nothing, and ends with 1 where a chart is not as it would be made.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { hungLists, hungPod, mostPods } from './what-if-charts/runs.ts';
import { chartSvg } from './what-if-charts/svg.ts';

const FOLDER = 'docs/what-if';
/** Seconds that the inspection of one pod takes. */
const INSPECTIONS = [1, 2, 5, 10, 20, 30, 60];

const charts = {
  'pods.svg': chartSvg({
    title: 'Pods that change at once before PLEG is unhealthy',
    x: { name: 'inspection of one pod', scale: 'log', unit: 's' },
    y: { name: 'pods', scale: 'log', unit: '' },
    curves: ['1.20.0', '1.31.1', '1.36.2'].map((version) => ({
      name: version.replace(/\.\d+$/, ''),
      points: INSPECTIONS.map((seconds) => [seconds, mostPods(version, seconds)] as const),
    })),
  }),
  'hung-pod.svg': chartSvg({
    title: 'Staleness while the inspection of one pod hangs',
    x: { name: 'time', scale: 'linear', unit: 'm' },
    y: { name: 'staleness', scale: 'linear', unit: 's' },
    threshold: 180,
    curves: [
      { name: '1.31', points: hungPod({ version: '1.31.1' }) },
      { name: '1.32', points: hungPod({ version: '1.32.1' }) },
    ],
  }),
  'restart.svg': chartSvg({
    title: 'List calls hang from minute 2 to 8: without and with a restart of the kubelet at minute 6',
    x: { name: 'time', scale: 'linear', unit: 'm' },
    y: { name: 'staleness', scale: 'linear', unit: 's' },
    threshold: 180,
    curves: [
      { name: 'no restart', points: hungLists({}) },
      { name: 'with a restart', points: hungLists({ restart: true }) },
    ],
  }),
  'time-out.svg': chartSvg({
    title: 'One hung pod in 1.31: time-outs of two minutes and of 15 seconds',
    x: { name: 'time', scale: 'linear', unit: 'm' },
    y: { name: 'staleness', scale: 'linear', unit: 's' },
    threshold: 180,
    curves: [
      { name: '2m', points: hungPod({ version: '1.31.1' }) },
      { name: '15s', points: hungPod({ version: '1.31.1', timeout: '15s' }) },
    ],
  }),
};

function main(): number {
  const isCheck = process.argv.includes('--check');
  let others = 0;
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of Object.entries(charts)) {
    const file = `${FOLDER}/${name}`;
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    others += 1;
    console.log(`${file}${isCheck ? ' is not as it would be made' : ' written'}`);
    if (!isCheck) writeFileSync(file, text);
  }
  return isCheck && others > 0 ? 1 : 0;
}

process.exitCode = main();
