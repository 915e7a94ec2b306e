/** The API server and the folder of static pods, as far as the node sees them: which pods there are, what a kubelet is told when, what the node's condition was. */
import type { ConfigUpdate, KubeletHost } from '../../model/inputs.ts';
import { fromSeconds, minus, type Nanoseconds } from '../../model/nanoseconds.ts';
import type { ConfigOp, EventedKind } from '../../model/observation.ts';
import { waitUntil } from '../../model/scheduler.ts';
import type { LiveContainer } from './runtimeContainers.ts';
import type { PodScenario, Scenario } from '../scenario/scenario.ts';

/** When a new kubelet hears of its pods: files first, the API server after its first watch. */
const FIRST_FILES = fromSeconds(0.11);
const FIRST_API = fromSeconds(0.75);

export class NodeApi {
  /** The Ready condition of the node object; `undefined` before the first. */
  ready: boolean | undefined;
  registered: boolean;
  readonly #pods = new Map<string, { readonly pod: PodScenario; deleting: boolean }>();
  readonly #evented: boolean;
  #kubelet:
    | { readonly host: KubeletHost; readonly origin: Nanoseconds; readonly synced: Set<'api' | 'file'> }
    | undefined;

  constructor(scenario: Scenario) {
    this.registered = scenario.kubelet.registered;
    this.ready = scenario.kubelet.registered ? true : undefined;
    this.#evented = scenario.kubelet.eventedPleg;
  }

  /** A kubelet begins to listen. */
  attach(host: KubeletHost, origin: Nanoseconds): void {
    const kubelet = { host, origin, synced: new Set<'api' | 'file'>() };
    this.#kubelet = kubelet;
    for (const [source, at] of [
      ['file', FIRST_FILES],
      ['api', FIRST_API],
    ] as const) {
      host.scheduler.spawn(
        (function* (api: NodeApi) {
          yield waitUntil(at);
          kubelet.synced.add(source);
          const here = [...api.#pods.values()].filter(({ pod }) => pod.source === source);
          api.#tell(
            'ADD',
            here.map(({ pod }) => pod),
          );
          api.#tell(
            'DELETE',
            here.filter(({ deleting }) => deleting).map(({ pod }) => pod),
          );
        })(this),
      );
    }
  }

  detach(): void {
    this.#kubelet = undefined;
  }

  add(pod: PodScenario): void {
    this.#pods.set(pod.uid, { pod, deleting: false });
    this.#tell('ADD', [pod]);
  }

  /** Somebody deletes the pod: an object waits for its end, a file is gone at once. */
  delete(pod: PodScenario): void {
    const entry = this.#pods.get(pod.uid);
    if (entry === undefined) return;
    entry.deleting = true;
    if (pod.source === 'file') this.#pods.delete(pod.uid);
    this.#tell(pod.source === 'file' ? 'REMOVE' : 'DELETE', [pod]);
  }

  /** The kubelet has done with a deleted pod. */
  remove(pod: PodScenario): void {
    if (pod.source === 'api' && this.#pods.delete(pod.uid)) this.#tell('REMOVE', [pod]);
  }

  /** The kubelet that listens was told of all pods of this kind, and the pod is none of them. */
  lacks(pod: PodScenario): boolean {
    return this.#kubelet?.synced.has(pod.source) === true && !this.#pods.has(pod.uid);
  }

  probe(pod: PodScenario): void {
    if (this.#kubelet?.synced.has(pod.source) === true) this.#kubelet.host.sendProbe(pod.uid);
  }

  /** The runtime's stream of container events. */
  tellStream(at: Nanoseconds, event: EventedKind, { id, pod }: LiveContainer): void {
    if (this.#evented)
      this.#kubelet?.host.sendStreamEvent({ at: minus(at, this.#kubelet.origin), event, podUid: pod.uid, id });
  }

  #tell(op: ConfigOp, pods: readonly PodScenario[]): void {
    const kubelet = this.#kubelet;
    const first = pods[0];
    if (kubelet === undefined || first === undefined || !kubelet.synced.has(first.source)) return;
    const update: ConfigUpdate = { at: kubelet.host.scheduler.now(), op, podUids: pods.map(({ uid }) => uid) };
    kubelet.host.sendConfig(update);
  }
}
