import { onceFor } from '../../kubelet/oncePer.ts';

/** The names under which container runtimes write into a journal: containerd, CRI-O, docker and what stands between docker and a newer kubelet. */
export type RuntimeWriter = 'containerd' | 'crio' | 'dockerd' | 'cri-dockerd';

const WRITERS: ReadonlyMap<string, RuntimeWriter> = new Map([
  ['containerd', 'containerd'],
  ['crio', 'crio'],
  ['dockerd', 'dockerd'],
  ['dockerd-current', 'dockerd'],
  ['cri-dockerd', 'cri-dockerd'],
]);

/** Which runtimes wrote among the lines of a log, whatever they said, and on which hosts: `''` where lines name none. */
export type SeenWriters = ReadonlyMap<RuntimeWriter, ReadonlySet<string>>;

/** Notes them as lines pass. */
export class RuntimeWriters {
  readonly #seen = new Map<RuntimeWriter, Set<string>>();
  #last: string | undefined;
  #lastHost: string | undefined;

  get seen(): SeenWriters {
    return this.#seen;
  }

  see(identifier: string | undefined, host: string | undefined): void {
    if (identifier === undefined || (identifier === this.#last && host === this.#lastHost)) return;
    this.#last = identifier;
    this.#lastHost = host;
    const writer = WRITERS.get(identifier);
    if (writer !== undefined) onceFor(this.#seen, writer, () => new Set()).add(host ?? '');
  }
}

/** Those of them that wrote on hosts of these names, or on none that is named. */
export function writersOn(seen: SeenWriters, hosts: readonly string[]): SeenWriters {
  return new Map([...seen].filter(([, on]) => on.has('') || hosts.some((host) => on.has(host))));
}
