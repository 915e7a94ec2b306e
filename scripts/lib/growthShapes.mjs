// Logs built to hurt, one shape each: what grows is named, everything else stays. Read by bench-growth.mjs and by the long tests.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const START = Date.UTC(2026, 3, 26) / 1000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** @param {number} value @param {number} width */
const pad = (value, width) => String(value).padStart(width, '0');

/** Writes lines in blocks: a line each call. @param {string} file @param {(line: (text: string) => void) => void} fill */
function write(file, fill) {
  const descriptor = openSync(file, 'w');
  let buffer = '';
  fill((text) => {
    buffer += `${text}\n`;
    if (buffer.length > 1 << 20) {
      writeSync(descriptor, buffer);
      buffer = '';
    }
  });
  writeSync(descriptor, buffer);
  closeSync(descriptor);
}

/** The klog header and what journalctl puts before it. @param {number} seconds since the begin @param {number} pid @param {string} severity @param {string} caller */
function head(seconds, pid, severity, caller, host = 'worker-7') {
  const date = new Date((START + seconds) * 1000);
  const time = date.toISOString().slice(11, 19);
  const micros = pad(Math.round(((seconds % 1) + 1) * 1e6) % 1e6, 6);
  const day = pad(date.getUTCDate(), 2);
  return `${MONTHS[date.getUTCMonth()]} ${day} ${time} ${host} kubelet[${pid}]: ${severity}${pad(date.getUTCMonth() + 1, 2)}${day} ${time}.${micros} ${String(pid).padStart(7)} ${caller}] `;
}

/** @param {number} seconds @param {number} pid @param {string} error */
const skip = (seconds, pid, error) =>
  `${head(seconds, pid, 'E', 'kubelet.go:2337')}"Skipping pod synchronization" err="${error}"`;
const STARTING =
  '[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]';
/** @param {number} elapsed seconds */
const stale = (elapsed) =>
  `PLEG is not healthy: pleg was last seen active ${Math.floor(elapsed / 60)}m${(elapsed % 60).toFixed(3)}s ago; threshold is 3m0s`;
/** @param {number} number @param {number} digits */
const hex = (number, digits) => (number + 1).toString(16).padStart(8, '0').repeat(8).slice(0, digits);
/** @param {number} number */
const uid = (number) => `${hex(number, 8)}-${pad(number % 10_000, 4)}-4000-a000-${hex(number, 12)}`;
/** @param {number} pod @param {string} type @param {string} container */
const event = (pod, type, container) =>
  `"SyncLoop (PLEG): event for pod" pod="team/app-${pod}" event={"ID":"${uid(pod)}","Type":"${type}","Data":"${container}"}`;

/** A pod whose worker could not do what the error says. @param {number} seconds @param {number} pod @param {string} error */
const podError = (seconds, pod, error) =>
  `${head(seconds, 4711, 'E', 'pod_workers.go:1298')}"Error syncing pod, skipping" err=${JSON.stringify(error)} pod="team/app-${pod}" podUID="${uid(pod)}"`;

/**
 * @typedef {object} Shape
 * @property {string} name
 * @property {number} start the smallest size
 * @property {number} goal the size that must go through within the bounds
 * @property {(path: string, size: number) => void} make writes a file, or a folder of files
 * @property {boolean} [named] the files of the folder are named one by one: of a folder only so many are read
 */

/** So many lines of one form, the hundred thousandth of which must go through. @param {string} name @param {(at: number) => string} text @returns {Shape} */
const linesOf = (name, text) => ({
  name,
  start: 6_250,
  goal: 100_000,
  make: (path, size) =>
    write(path, (line) => {
      for (let at = 0; at < size; at += 1) line(text(at));
    }),
});

/** @type {readonly Shape[]} */
export const SHAPES = [
  {
    name: 'lives',
    start: 6_250,
    goal: 200_000,
    make: (path, size) =>
      write(path, (line) => {
        for (let life = 0; life < size; life += 1) {
          const at = life * 10.5;
          const pid = 1000 + (life % 30_000);
          line(`${head(at, pid, 'I', 'server.go:487')}"Kubelet version" kubeletVersion="v1.29.9"`);
          line(`${head(at + 0.4, pid, 'I', 'kubelet.go:2311')}"Starting kubelet main sync loop"`);
          line(skip(at + 0.41, pid, STARTING));
          line(
            `${head(at + 0.5, pid, 'E', 'run.go:74')}"command failed" err="failed to run Kubelet: validate service connection: connection refused"`,
          );
        }
      }),
  },
  {
    name: 'crash loop under systemd',
    start: 2_000,
    goal: 16_000,
    make: (path, size) =>
      write(path, (line) => {
        for (let life = 0; life < size; life += 1) {
          const at = life * 10.5;
          const pid = 1000 + life;
          const system = head(at, pid, 'I', 'x').slice(0, 15);
          line(`${system} worker-7 systemd[1]: Started kubelet: The Kubernetes Node Agent.`);
          line(`${head(at, pid, 'I', 'server.go:487')}"Kubelet version" kubeletVersion="v1.29.9"`);
          for (let flag = 0; flag < 4; flag += 1)
            line(`${head(at + 0.1, pid, 'I', 'flags.go:64')}FLAG: --flag-${flag}="value"`);
          line(`${head(at + 0.4, pid, 'I', 'kubelet.go:2311')}"Starting kubelet main sync loop"`);
          line(skip(at + 0.41, pid, STARTING));
          line(
            `${head(at + 0.5, pid, 'E', 'kubelet.go:1544')}"Failed to start ContainerManager" err="failed to initialize top level QOS containers"`,
          );
          line(`${system} worker-7 systemd[1]: kubelet.service: Main process exited, code=exited, status=1/FAILURE`);
          line(`${system} worker-7 systemd[1]: kubelet.service: Failed with result 'exit-code'.`);
        }
      }),
  },
  {
    name: 'hosts and pids per line',
    start: 2_500,
    goal: 40_000,
    make: (path, size) =>
      write(path, (line) => {
        for (let at = 0; at < size; at += 1)
          line(
            `${head(at, 1000 + at, 'I', 'kubelet.go:2453', `node-${at}`)}${event(at % 100, 'ContainerStarted', hex(at, 64))}`,
          );
      }),
  },
  {
    name: 'pids without skips',
    start: 62_500,
    goal: 1_000_000,
    make: (path, size) =>
      write(path, (line) => {
        for (let at = 0; at < size; at += 1)
          line(`${head(at / 10, 1000 + at, 'I', 'kubelet.go:2453')}"SyncLoop ADD" source="api"`);
      }),
  },
  {
    name: 'equal skips',
    start: 375_000,
    goal: 6_000_000,
    make: (path, size) =>
      write(path, (line) => {
        const text = skip(300, 4711, stale(200));
        for (let at = 0; at < size; at += 1) line(text);
      }),
  },
  {
    name: 'skips',
    start: 62_500,
    goal: 1_000_000,
    make: (path, size) =>
      write(path, (line) => {
        for (let at = 0; at < size; at += 1) line(skip(300 + at * 5, 4711, stale(200 + at * 5)));
      }),
  },
  {
    name: 'episodes',
    start: 6_250,
    goal: 100_000,
    make: (path, size) =>
      write(path, (line) => {
        line(`${head(0, 4711, 'I', 'kubelet.go:2311')}"Starting kubelet main sync loop"`);
        for (let at = 0; at < size; at += 1) {
          const begin = 10 + at * 400;
          line(
            `${head(begin, 4711, 'I', 'kubelet.go:2453')}${event(at % 100, 'ContainerStarted', hex(at % 1000, 64))}`,
          );
          line(skip(begin + 190, 4711, stale(190)));
          line(skip(begin + 190.1, 4711, stale(190.1)));
          line(
            `${head(begin + 190.4, 4711, 'I', 'kubelet.go:2453')}${event(at % 100, 'ContainerDied', hex(at % 1000, 64))}`,
          );
        }
      }),
  },
  {
    name: 'pods',
    start: 62_500,
    goal: 1_000_000,
    make: (path, size) =>
      write(path, (line) => {
        for (let at = 0; at < size; at += 1)
          line(`${head(at / 20, 4711, 'I', 'kubelet.go:2453')}${event(at, 'ContainerStarted', hex(at, 64))}`);
      }),
  },
  {
    name: 'containers of one pod',
    start: 2_500,
    goal: 40_000,
    make: (path, size) =>
      write(path, (line) => {
        for (let at = 0; at < size; at += 1)
          line(`${head(at / 20, 4711, 'I', 'kubelet.go:2453')}${event(1, 'ContainerStarted', hex(at, 64))}`);
        line(skip(300 + size / 20, 4711, stale(200)));
      }),
  },
  {
    name: 'overlapping files',
    start: 312,
    goal: 5_000,
    named: true,
    make: (path, size) => {
      mkdirSync(path, { recursive: true });
      for (let file = 0; file < size; file += 1) {
        write(join(path, `kubelet-${pad(file, 6)}.log`), (line) => {
          for (let at = 0; at < 40; at += 1)
            line(
              `${head(at + (file % 97) / 100, 4711 + file, 'I', 'kubelet.go:2453', `node-${file % 50}`)}${event(at, 'ContainerStarted', hex(at, 64))}`,
            );
        });
      }
    },
  },
  {
    name: 'names in a folder',
    start: 6_250,
    goal: 100_000,
    make: (path, size) => {
      mkdirSync(path, { recursive: true });
      for (let file = 0; file < size; file += 1)
        write(join(path, `kubelet-${pad(file, 6)}.log`), (line) => file === 0 && line(skip(300, 4711, stale(200))));
    },
  },
  {
    name: 'keys of a line',
    start: 11_250,
    goal: 180_000,
    make: (path, size) =>
      write(path, (line) => {
        const keys = Array.from({ length: size }, (_, key) => `key${key}="value"`).join(' ');
        line(skip(300, 4711, stale(200)));
        line(`${head(301, 4711, 'E', 'kubelet.go:2453')}"SyncLoop ADD" ${keys}`);
      }),
  },
  linesOf('images', (at) =>
    podError(
      at / 5,
      at,
      `failed to "StartContainer" for "app" with ErrImagePull: "initializing source docker://quay.example/team/app-${at}:v${at}: reading manifest v${at} in quay.example/team/app-${at}: manifest unknown"`,
    ),
  ),
  linesOf('images of one pod', (at) =>
    podError(
      at / 5,
      1,
      `failed to "StartContainer" for "app-${at}" with ImagePullBackOff: "Back-off pulling image \\"quay.example/team/app-${at}:v1\\""`,
    ),
  ),
  linesOf('texts of errors', (at) =>
    podError(at / 5, at % 100, `failed to do what was asked: reason-${hex(at, 16)}: code ${at}`),
  ),
  linesOf('crashing containers', (at) =>
    podError(
      at / 5,
      at,
      `failed to "StartContainer" for "app" with CrashLoopBackOff: "back-off 5m0s restarting failed container=app pod=app-${at}_team(${uid(at)})"`,
    ),
  ),
  linesOf(
    'failed probes',
    (at) =>
      `${head(at / 5, 4711, 'I', 'prober.go:107')}"Probe failed" probeType="Liveness" pod="team/app-${at}" podUID="${uid(at)}" containerName="app" probeResult="failure" output="HTTP probe failed with statuscode: ${400 + (at % 200)}"`,
  ),
  linesOf(
    'volumes',
    (at) =>
      `${head(at / 5, 4711, 'E', 'nestedpendingoperations.go:348')}Operation for "{volumeName:kubernetes.io/csi/block.csi.example^vol-${at} podName: nodeName:worker-7}" failed. No retries permitted until 2026-04-26 08:00:09.6 +0000 UTC m=+9.1 (durationBeforeRetry 500ms). Error: AttachVolume.Attach failed for volume "pvc-${at}" (UniqueName: "kubernetes.io/csi/block.csi.example^vol-${at}") from node "worker-7" : rpc error: code = Internal desc = timed out`,
  ),
  {
    name: 'exits in unhealthy times',
    start: 1_250,
    goal: 20_000,
    make: (path, size) =>
      write(path, (line) => {
        line(`${head(0, 4711, 'I', 'kubelet.go:2311')}"Starting kubelet main sync loop"`);
        for (let at = 0; at < size; at += 1) {
          const begin = 10 + at * 400;
          const container = hex(at, 64);
          line(`${head(begin, 4711, 'I', 'kubelet.go:2453')}${event(at, 'ContainerStarted', container)}`);
          line(skip(begin + 190, 4711, stale(190)));
          line(`${head(begin + 190.2, 4711, 'I', 'kubelet.go:2453')}${event(at, 'ContainerDied', container)}`);
          line(
            podError(
              begin + 191,
              at,
              `failed to "StartContainer" for "app" with RunContainerError: "context deadline exceeded ${at}"`,
            ),
          );
        }
      }),
  },
];
