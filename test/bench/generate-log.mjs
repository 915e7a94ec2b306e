#!/usr/bin/env node
// Writes a large, realistic kubelet journal to standard output, for measuring. The same arguments always give the same bytes;
// all names in it are invented.
//
//   node test/bench/generate-log.mjs BYTES [SEED=1] [--format=short|short-precise|short-iso-precise|json|klog]
//        [--truth=FILE] [--start=UNIX_SECONDS] [--pleg=PER_MYRIAD] [--episodes=ENTRIES_BETWEEN]
//
// BYTES may end in k, m or g (binary) and is never exceeded; the output ends with a newline. --truth writes what the log holds
// (counts, episodes) as JSON. --pleg: share of PLEG events; --episodes: mean number of entries between unhealthy episodes.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';

const pos = [],
  opt = Object.create(null);
for (const a of process.argv.slice(2)) {
  const m = /^--([a-z]+)=(.*)$/.exec(a);
  if (m) opt[m[1]] = m[2];
  else pos.push(a);
}
const sizeOf = (s) => {
  const m = /^(\d+(?:\.\d+)?)([kmg]?)$/i.exec(s ?? '');
  if (!m) {
    process.stderr.write('usage: generate-log.mjs BYTES[k|m|g] [seed] [--format=…] [--truth=FILE]\n');
    process.exit(2);
  }
  return Math.floor(Number(m[1]) * { '': 1, k: 1 << 10, m: 1 << 20, g: 2 ** 30 }[m[2].toLowerCase()]);
};
const LIMIT = sizeOf(pos[0]);
const FORMAT = opt.format ?? 'short';
const PLEG = Number(opt.pleg ?? 200); // per 10 000 entries
const EPISODE_GAP = Number(opt.episodes ?? 60000); // mean entries between unhealthy episodes

// ---- PRNG (xorshift32) ------------------------------------------------------
let s = (Number(pos[1] ?? 1) * 2654435761 + 0x9e3779b9) >>> 0 || 1;
const u32 = () => {
  s ^= s << 13;
  s ^= s >>> 17;
  s ^= s << 5;
  return (s >>>= 0);
};
const below = (n) => u32() % n;
const pick = (a) => a[u32() % a.length];
const HEX4 = Array.from({ length: 65536 }, (_, i) => i.toString(16).padStart(4, '0'));
const hex8 = () => {
  const x = u32();
  return HEX4[x >>> 16] + HEX4[x & 65535];
};
const hex64 = () => hex8() + hex8() + hex8() + hex8() + hex8() + hex8() + hex8() + hex8();
const ALNUM = 'bcdfghjklmnpqrstvwxz2456789';
const sfx = (n) => {
  let r = '';
  while (n--) r += ALNUM[u32() % 27];
  return r;
};
const uuid = () => {
  const a = hex8(),
    b = hex8(),
    c = hex8(),
    d = hex8();
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
};

// ---- the node ---------------------------------------------------------------
const HOST = 'ip-10-0-' + below(250) + '-' + below(250);
let PID = 1200 + below(3000);
const NS = [
  'kube-system',
  'monitoring',
  'payments',
  'checkout',
  'search-indexer',
  'ingress-nginx',
  'cert-manager',
  'default',
  'team-data-platform',
  'batch-jobs',
  'logging',
  'istio-system',
];
const APP = [
  'coredns',
  'prometheus-k8s',
  'node-exporter',
  'fluent-bit',
  'cart-service',
  'payment-gateway',
  'orders-api',
  'search-worker',
  'redis-cache',
  'kafka-broker',
  'nginx-ingress-controller',
  'cert-manager-webhook',
  'image-resizer',
  'report-cronjob',
  'session-store',
  'metrics-adapter',
];
const CTR = ['app', 'sidecar', 'istio-proxy', 'init-config', 'exporter', 'server', 'worker', 'config-reloader'];
const VOL = ['config', 'kube-api-access-', 'tls-certs', 'data', 'cache', 'tmp', 'host-sys', 'trusted-ca'];
const PLUG = ['configmap', 'projected', 'secret', 'empty-dir', 'host-path', 'csi'];
const newPod = () => {
  const ns = pick(NS),
    app = pick(APP);
  const nc = 1 + below(3),
    c = [];
  for (let i = 0; i < nc; i++) c.push({ n: CTR[(i * 3 + below(3)) % CTR.length], id: hex64(), up: true });
  return {
    ref: `${ns}/${app}-${sfx(9)}-${sfx(5)}`,
    ns,
    app,
    uid: uuid(),
    sandbox: hex64(),
    c,
    ip: `10.128.${below(8)}.${2 + below(250)}`,
    v: VOL.map((x) => (x.endsWith('-') ? x + sfx(5) : x)),
  };
};
const pods = Array.from({ length: 90 }, newPod);

// ---- clock ------------------------------------------------------------------
let us = Number(opt.start ?? 1714089600) * 1e6; // 2024-04-26T00:00:00Z
const MON = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const D2 = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'));
let secCached = -1,
  jSec = '',
  kSec = '',
  iSec = '';
const syncClock = () => {
  const sec = Math.floor(us / 1e6);
  if (sec === secCached) return;
  secCached = sec;
  const d = new Date(sec * 1000);
  const hms = `${D2[d.getUTCHours()]}:${D2[d.getUTCMinutes()]}:${D2[d.getUTCSeconds()]}`;
  const mo = d.getUTCMonth(),
    da = d.getUTCDate();
  jSec = `${MON[mo]} ${D2[da]} ${hms}`;
  kSec = `${D2[mo + 1]}${D2[da]} ${hms}.`;
  iSec = `${d.getUTCFullYear()}-${D2[mo + 1]}-${D2[da]}T${hms}`;
};
const us6 = () => {
  const f = us % 1e6;
  return String(f + 1e6).slice(1);
};
// Go's time.Duration text for a number of microseconds
const goDur = (x) => {
  const h = Math.floor(x / 3.6e9),
    m = Math.floor(x / 6e7) % 60,
    sec = (x % 6e7) / 1e6;
  if (x < 1000) return x + 'µs';
  if (x < 1e6) return x / 1000 + 'ms';
  return (h ? h + 'h' : '') + (h || m ? m + 'm' : '') + sec + 's';
};

// ---- output -----------------------------------------------------------------
const CHUNK = 1 << 20;
let buf = '',
  bufBytes = 0,
  total = 0,
  done = false,
  lines = 0;
const truth = {
  args: process.argv.slice(2),
  host: HOST,
  lines: 0,
  bytes: 0,
  entries: 0,
  plegEvents: 0,
  skipLines: 0,
  episodes: [],
  byType: {},
  byKind: {},
};
const BOOT = hex8() + hex8() + hex8() + hex8();
let seq = 0;
const put = (ident, pid, msg) => {
  // one journal entry, msg without newline
  let l;
  if (FORMAT === 'short') l = `${jSec} ${HOST} ${ident}[${pid}]: ${msg}\n`;
  else if (FORMAT === 'klog') {
    if (ident !== 'kubelet') return true;
    l = msg + '\n';
  } else if (FORMAT === 'short-precise') l = `${jSec}.${us6()} ${HOST} ${ident}[${pid}]: ${msg}\n`;
  else if (FORMAT === 'short-iso-precise') l = `${iSec}.${us6()}+0000 ${HOST} ${ident}[${pid}]: ${msg}\n`;
  else
    l = `{"__CURSOR":"s=${BOOT};i=${(++seq).toString(16)};b=${BOOT};t=${us.toString(16)}","__REALTIME_TIMESTAMP":"${us}","__MONOTONIC_TIMESTAMP":"${us % 1e12}","_BOOT_ID":"${BOOT}","_TRANSPORT":"stdout","PRIORITY":"6","SYSLOG_FACILITY":"3","SYSLOG_IDENTIFIER":"${ident}","_PID":"${pid}","_UID":"0","_GID":"0","_COMM":"${ident}","_EXE":"/usr/bin/${ident}","_SYSTEMD_UNIT":"kubelet.service","_HOSTNAME":"${HOST}","MESSAGE":${JSON.stringify(msg)}}\n`;
  let n = l.length;
  if (l.indexOf('µ') >= 0) n = Buffer.byteLength(l);
  if (total + n > LIMIT) {
    done = true;
    return false;
  }
  total += n;
  bufBytes += n;
  buf += l;
  lines++;
  return true;
};
const K = (sev, caller, text) =>
  put('kubelet', PID, `${sev}${kSec}${us6()} ${String(PID).padStart(7)} ${caller}] ${text}`);
const flush = async () => {
  const b = Buffer.from(buf, 'utf8');
  buf = '';
  bufBytes = 0;
  if (!process.stdout.write(b)) await once(process.stdout, 'drain');
};
process.stdout.on('error', (e) => process.exit(e.code === 'EPIPE' ? 0 : 1));

// ---- kinds of entries -------------------------------------------------------
const plegEvent = (p, type, data) => {
  truth.plegEvents++;
  truth.byType[type] = (truth.byType[type] ?? 0) + 1;
  return K(
    'I',
    'kubelet.go:2453',
    `"SyncLoop (PLEG): event for pod" pod="${p.ref}" event={"ID":"${p.uid}","Type":"${type}","Data":"${data}"}`,
  );
};
const pleg = () => {
  const i = below(pods.length),
    p = pods[i],
    c = pick(p.c),
    r = below(100);
  if (c.up && r < 55) {
    K(
      'I',
      'generic.go:334',
      `"Generic (PLEG): container finished" podID="${p.uid}" containerID="${c.id}" exitCode=${pick([0, 0, 0, 1, 137, 143, 2])}`,
    );
    c.up = false;
    return plegEvent(p, 'ContainerDied', c.id);
  }
  if (!c.up && r < 90) {
    c.id = hex64();
    c.up = true;
    return plegEvent(p, 'ContainerStarted', c.id);
  }
  if (!c.up) return plegEvent(p, 'ContainerRemoved', c.id);
  if (r < 80) {
    // pod replaced
    K('I', 'kubelet.go:2437', `"SyncLoop DELETE" source="api" pods=["${p.ref}"]`);
    for (const x of p.c) if (x.up) plegEvent(p, 'ContainerDied', x.id);
    plegEvent(p, 'ContainerDied', p.sandbox);
    K('I', 'kubelet.go:2431', `"SyncLoop REMOVE" source="api" pods=["${p.ref}"]`);
    const q = (pods[i] = newPod());
    K('I', 'kubelet.go:2421', `"SyncLoop ADD" source="api" pods=["${q.ref}"]`);
    plegEvent(q, 'ContainerStarted', q.sandbox);
    for (const x of q.c) plegEvent(q, 'ContainerStarted', x.id);
    return true;
  }
  if (r < 97) {
    c.id = hex64();
    return plegEvent(p, 'ContainerStarted', c.id);
  }
  return plegEvent(p, 'ContainerChanged', c.id);
};
const PROBE = ['Readiness', 'Readiness', 'Liveness', 'Startup'];
const kinds = [
  [
    'statusok',
    4200,
    () => K('I', 'kubelet_getters.go:187', `"Pod status updated" pod="${pick(pods).ref}" status="Running"`),
  ],
  [
    'housekeep',
    3300,
    () =>
      below(2)
        ? K('I', 'kubelet.go:2488', '"SyncLoop (housekeeping)"')
        : K('I', 'kubelet.go:2498', `"SyncLoop (housekeeping) end" duration="${(below(90000) + 900) / 1000}ms"`),
  ],
  ['synctick', 3000, () => K('I', 'kubelet.go:2472', `"SyncLoop (SYNC) pods" total=1 pods=["${pick(pods).ref}"]`)],
  [
    'evictok',
    3300,
    () =>
      K(
        'I',
        pick(['eviction_manager.go:258', 'helpers.go:827', 'container_manager_linux.go:510']),
        pick([
          '"Eviction manager: synchronize housekeeping"',
          '"Eviction manager: no resources are starved"',
          '"Found 62 PIDs in the system slice"',
          '"Periodic resource accounting done"',
        ]),
      ),
  ],
  [
    'probeok',
    2200,
    () => {
      const p = pick(pods);
      return K(
        'I',
        'prober.go:126',
        `"Probe succeeded" probeType="${pick(PROBE)}" pod="${p.ref}" podUID="${p.uid}" containerName="${pick(p.c).n}"`,
      );
    },
  ],
  [
    'volume',
    2700,
    () => {
      const p = pick(pods),
        v = pick(p.v),
        g = pick(PLUG),
        r = below(4);
      if (r === 0)
        return K(
          'I',
          'reconciler_common.go:258',
          `"operationExecutor.VerifyControllerAttachedVolume started for volume \\"${v}\\" (UniqueName: \\"kubernetes.io/${g}/${p.uid}-${v}\\") pod \\"${p.ref.slice(p.ns.length + 1)}\\" (UID: \\"${p.uid}\\") " pod="${p.ref}"`,
        );
      if (r === 1)
        return K(
          'I',
          'operation_generator.go:721',
          `"MountVolume.SetUp succeeded for volume \\"${v}\\" (UniqueName: \\"kubernetes.io/${g}/${p.uid}-${v}\\") pod \\"${p.ref.slice(p.ns.length + 1)}\\" (UID: \\"${p.uid}\\") " pod="${p.ref}"`,
        );
      if (r === 2)
        return K(
          'I',
          'reconciler_common.go:172',
          `"operationExecutor.UnmountVolume started for volume \\"${v}\\" (UniqueName: \\"kubernetes.io/${g}/${p.uid}-${v}\\") pod \\"${p.uid}\\" (UID: \\"${p.uid}\\") "`,
        );
      return K(
        'I',
        'reconciler_common.go:300',
        `"Volume detached for volume \\"${v}\\" (UniqueName: \\"kubernetes.io/${g}/${p.uid}-${v}\\") on node \\"${HOST}\\" DevicePath \\"\\""`,
      );
    },
  ],
  [
    'probe',
    1300,
    () => {
      const p = pick(pods),
        c = pick(p.c),
        t = pick(PROBE);
      if (below(8))
        return K(
          'I',
          'prober.go:107',
          `"Probe failed" probeType="${t}" pod="${p.ref}" podUID="${p.uid}" containerName="${c.n}" probeResult="failure" output="Get \\"http://${p.ip}:${8000 + below(1000)}/healthz\\": dial tcp ${p.ip}:8080: connect: connection refused"`,
        );
      return K(
        'E',
        'prober.go:104',
        `"Probe errored" err="rpc error: code = NotFound desc = container is not created or running: checking if PID of ${c.id} is running failed: container process not found" probeType="${t}" pod="${p.ref}" podUID="${p.uid}" containerName="${c.n}"`,
      );
    },
  ],
  [
    'syncerr',
    900,
    () => {
      const p = pick(pods),
        c = pick(p.c);
      if (below(2))
        return K(
          'E',
          'pod_workers.go:1300',
          `"Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"${c.n}\\" with CrashLoopBackOff: \\"back-off ${pick(['10s', '20s', '40s', '1m20s', '2m40s', '5m0s'])} restarting failed container=${c.n} pod=${p.ref.slice(p.ns.length + 1)}_${p.ns}(${p.uid})\\"" pod="${p.ref}" podUID="${p.uid}"`,
        );
      return K(
        'E',
        'pod_workers.go:1300',
        `"Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"${c.n}\\" with ImagePullBackOff: \\"Back-off pulling image \\\\\\"registry.example.internal/${p.ns}/${p.app}:v1.${below(40)}.${below(20)}\\\\\\"\\"" pod="${p.ref}" podUID="${p.uid}"`,
      );
    },
  ],
  [
    'http',
    1500,
    () =>
      K(
        'I',
        'httplog.go:132',
        `"HTTP" verb="GET" URI="${pick(['/metrics', '/metrics/cadvisor', '/metrics/probes', '/stats/summary?only_cpu_and_memory=true', '/healthz', '/pods'])}" latency="${(below(90000) + 200) / 1000}ms" userAgent="${pick(['Prometheus/2.45.0', 'metrics-server/v0.6.4 (linux/amd64) kubernetes/a938798', 'kube-probe/1.28'])}" audit-ID="" srcIP="10.0.${below(250)}.${below(250)}:${30000 + below(30000)}" resp=200`,
      ),
  ],
  [
    'syncloop',
    700,
    () => {
      const p = pick(pods),
        r = below(5);
      if (r < 2) return K('I', 'kubelet.go:2428', `"SyncLoop RECONCILE" source="api" pods=["${p.ref}"]`);
      if (r < 3) return K('I', 'kubelet.go:2425', `"SyncLoop UPDATE" source="api" pods=["${p.ref}"]`);
      return K(
        'I',
        'kubelet.go:2533',
        `"SyncLoop (probe)" probe="${pick(['readiness', 'liveness', 'startup'])}" status="${pick(['ready', '', 'unhealthy', 'started'])}" pod="${p.ref}"`,
      );
    },
  ],
  [
    'remove',
    600,
    () => {
      const p = pick(pods),
        c = pick(p.c);
      if (below(2)) return K('I', 'scope.go:117', `"RemoveContainer" containerID="${hex64()}"`);
      return K('I', 'pod_container_deletor.go:80', `"Container not found in pod's containers" containerID="${c.id}"`);
    },
  ],
  [
    'latency',
    450,
    () => {
      const p = pick(pods);
      syncClock();
      const d = below(9000000) + 800000;
      return K(
        'I',
        'pod_startup_latency_tracker.go:102',
        `"Observed pod startup duration" pod="${p.ref}" podStartSLOduration=${d / 1e6} podCreationTimestamp="${iSec.replace('T', ' ')} +0000 UTC" firstStartedPulling="0001-01-01 00:00:00 +0000 UTC" lastFinishedPulling="0001-01-01 00:00:00 +0000 UTC" observedRunningTime="${iSec.replace('T', ' ')}.${us6()} +0000 UTC" watchObservedRunningTime="${iSec.replace('T', ' ')}.${us6()} +0000 UTC m=+${Math.floor(us / 1e6) % 1e6}.${us6()}"`,
      );
    },
  ],
  [
    'status',
    500,
    () => {
      const p = pick(pods);
      return K(
        'I',
        'status_manager.go:851',
        `"Failed to get status for pod" podUID="${p.uid}" pod="${p.ref}" err="Get \\"https://api-int.cluster.example.internal:6443/api/v1/namespaces/${p.ns}/pods/${p.ref.slice(p.ns.length + 1)}\\": net/http: TLS handshake timeout"`,
      );
    },
  ],
  [
    'dns',
    400,
    () => {
      pick(pods);
      return K(
        'E',
        'dns.go:153',
        `"Nameserver limits exceeded" err="Nameserver limits were exceeded, some nameservers have been omitted, the applied nameserver line is: 10.0.0.2 10.0.0.3 10.0.0.4"`,
      );
    },
  ],
  [
    'sandbox',
    300,
    () => {
      const p = pick(pods);
      return K('I', 'util.go:48', `"No ready sandbox for pod can be found. Need to start a new one" pod="${p.ref}"`);
    },
  ],
  [
    'legacy',
    300,
    () => {
      const p = pick(pods);
      return below(2)
        ? K(
            'W',
            'reflector.go:458',
            `object-"${p.ns}"/"${pick(p.v)}": watch of *v1.ConfigMap ended with: an error on the server ("unable to decode an event from the watch stream: http2: client connection lost") has prevented the request from succeeding`,
          )
        : K('I', 'reflector.go:351', `Caches populated for *v1.Secret from object-"${p.ns}"/"${p.app}-tls"`);
    },
  ],
  [
    'lease',
    180,
    () =>
      K(
        'E',
        'controller.go:193',
        `"Failed to update lease" err="Put \\"https://api-int.cluster.example.internal:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${HOST}?timeout=10s\\": context deadline exceeded (Client.Timeout exceeded while awaiting headers)"`,
      ),
  ],
  [
    'cri',
    200,
    () => {
      const p = pick(pods),
        c = pick(p.c);
      return K(
        'E',
        'remote_runtime.go:432',
        `"ContainerStatus from runtime service failed" err="rpc error: code = ${pick(['NotFound', 'Unknown', 'DeadlineExceeded'])} desc = an error occurred when try to find container \\"${c.id}\\": not found" containerID="${c.id}"`,
      );
    },
  ],
  [
    'evict',
    150,
    () =>
      K(
        'I',
        'eviction_manager.go:366',
        `"Eviction manager: must evict pod(s) to reclaim" resourceName="ephemeral-storage"`,
      ),
  ],
  [
    'image',
    120,
    () =>
      K(
        'I',
        'image_gc_manager.go:391',
        `"Removing image to free bytes" imageID="sha256:${hex64()}" size=${below(900000000)} runtimeHandler=""`,
      ),
  ],
  [
    'trace',
    60,
    () =>
      K(
        'I',
        'trace.go:236',
        `Trace[${below(2e9)}]: "Calculate volume metrics of ${pick(VOL)} for pod ${pick(pods).ref}" (${jSec}.${us6()}) (total time: ${1000 + below(9000)}ms):`,
      ),
  ],
  [
    'multiline',
    60,
    () => {
      const p = pick(pods),
        c = pick(p.c),
        n = 2 + below(8);
      K(
        'I',
        'prober.go:107',
        `"Probe failed" probeType="${pick(PROBE)}" pod="${p.ref}" podUID="${p.uid}" containerName="${c.n}" probeResult="failure" output=<`,
      );
      for (let i = 0; i < n; i++)
        put('kubelet', PID, `\t[-]poststarthook/${sfx(6)}-${sfx(9)} failed: reason withheld, attempt ${i} of ${n}`);
      return put('kubelet', PID, ' >');
    },
  ],
  [
    'bigpatch',
    14,
    () => {
      const p = pick(pods),
        n = 6 + below(40);
      let conds = '';
      for (let i = 0; i < n; i++)
        conds += `{\\\\\\"lastProbeTime\\\\\\":null,\\\\\\"lastTransitionTime\\\\\\":\\\\\\"${iSec}Z\\\\\\",\\\\\\"message\\\\\\":\\\\\\"containers with unready status: [${p.c.map((x) => x.n).join(' ')}]\\\\\\",\\\\\\"reason\\\\\\":\\\\\\"ContainersNotReady\\\\\\",\\\\\\"status\\\\\\":\\\\\\"False\\\\\\",\\\\\\"type\\\\\\":\\\\\\"${pick(['Ready', 'Initialized', 'ContainersReady', 'PodScheduled'])}\\\\\\"},`;
      return K(
        'W',
        'status_manager.go:880',
        `"Failed to update status for pod" pod="${p.ref}" err="failed to patch status \\"{\\\\\\"metadata\\\\\\":{\\\\\\"uid\\\\\\":\\\\\\"${p.uid}\\\\\\"},\\\\\\"status\\\\\\":{\\\\\\"conditions\\\\\\":[${conds}]}}\\" for pod \\"${p.ns}\\"/\\"${p.app}\\": Internal error occurred: failed calling webhook: context deadline exceeded"`,
      );
    },
  ],
];
const rest = kinds.reduce((a, k) => a + k[1], 0);
const TABLE = new Uint8Array(4096);
for (let i = 0, k = 0, acc = kinds[0][1]; i < 4096; i++) {
  while ((i / 4096) * rest >= acc) acc += kinds[++k][1];
  TABLE[i] = k;
}
const KN = kinds.map((k) => k[0]),
  KF = kinds.map((k) => k[2]),
  KC = new Float64Array(kinds.length);
const FROM_LOOP = new Set(['syncloop', 'synctick', 'housekeep'].map((n) => KN.indexOf(n))),
  QUIET = KN.indexOf('evictok');

// Entry-level PLEG probability: one pleg() call emits about 1.7 events.
const PLEG_CALL = Math.round((PLEG * 65536) / 10000 / 1.72);

let ep = null,
  untilEp = EPISODE_GAP / 2 + below(EPISODE_GAP);
const skipText = (e) =>
  `"Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${goDur(us - e.lastActive)} ago; threshold is 3m0s"`;
// Phase 1 (silent): relist hangs, so no PLEG events, but the loop still runs. Phase 2: after the
// 3 min threshold every loop iteration logs a skip line with growing back-off until relist returns.
const startEpisode = () => {
  const next = us + 180e6 + below(900000);
  ep = { lastActive: us, start: 0, last: 0, backoff: 100e3, next, end: next + 2e6 + below(240) * 1e6, skips: 0 };
};
const hangHint = () => {
  if (!below(2)) {
    const p = pick(pods);
    K(
      'E',
      'remote_runtime.go:222',
      `"StopPodSandbox from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" podSandboxID="${p.sandbox}"`,
    );
  } else
    K(
      'E',
      'remote_runtime.go:407',
      '"ListContainers with filter from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" filter="nil"',
    );
};
const step = () => {
  truth.entries++;
  const dt = 2000 + below(220000);
  if (ep && us + dt >= ep.next) {
    // a skip line comes first
    us = Math.max(us, ep.next) + below(400);
    syncClock();
    if (ep.start && us >= ep.end) {
      // relist came back: burst of events, then normal
      truth.episodes.push({
        lastActive: ep.lastActive,
        firstSkip: ep.start,
        lastSkip: ep.last,
        recovered: us,
        skips: ep.skips,
      });
      ep = null;
      untilEp = EPISODE_GAP / 2 + below(EPISODE_GAP);
      for (let i = 3 + below(20); i-- && !done;) {
        us += 200 + below(3000);
        syncClock();
        pleg();
      }
      return;
    }
    if (!ep.start) {
      ep.start = us;
      hangHint();
    }
    if (K('E', 'kubelet.go:2361', skipText(ep))) {
      ep.skips++;
      truth.skipLines++;
      ep.last = us;
    }
    ep.next = us + ep.backoff;
    ep.backoff = Math.min(5e6, ep.backoff * 2);
    return;
  }
  us += dt;
  syncClock();
  if (!ep && --untilEp <= 0) {
    startEpisode();
    return;
  }
  if (!ep && (u32() & 65535) < PLEG_CALL) {
    pleg();
    return;
  }
  if (!ep && !below(200000)) {
    // kubelet restart
    put('systemd', 1, 'Stopping kubelet.service - kubelet: The Kubernetes Node Agent...');
    put('systemd', 1, 'kubelet.service: Deactivated successfully.');
    us += 1500000;
    syncClock();
    PID += 5000 + below(20000);
    put('systemd', 1, 'Started kubelet.service - kubelet: The Kubernetes Node Agent.');
    K('I', 'server.go:484', '"Kubelet version" kubeletVersion="v1.28.9"');
    K('I', 'server.go:486', '"Golang settings" GOGC="" GOMAXPROCS="" GOTRACEBACK=""');
    K(
      'E',
      'kubelet.go:2361',
      '"Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"',
    );
    truth.skipLines++;
    return;
  }
  let k = TABLE[u32() >>> 20];
  if (ep && ep.start && FROM_LOOP.has(k)) k = QUIET; // syncLoop is not handling anything while it skips
  KC[k]++;
  KF[k]();
};

syncClock();
put('systemd', 1, 'Started kubelet.service - kubelet: The Kubernetes Node Agent.');
K('I', 'server.go:484', '"Kubelet version" kubeletVersion="v1.28.9"');
while (!done) {
  step();
  if (bufBytes >= CHUNK) await flush();
}
await flush();
truth.lines = lines;
truth.bytes = total;
if (ep && ep.skips)
  truth.openEpisode = { lastActive: ep.lastActive, firstSkip: ep.start, lastSkip: ep.last, skips: ep.skips };
KN.forEach((n, i) => {
  truth.byKind[n] = KC[i];
});
if (opt.truth) writeFileSync(opt.truth, JSON.stringify(truth, null, 1) + '\n');
