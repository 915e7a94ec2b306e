/** The names under which container runtimes write into a journal: containerd, CRI-O, docker and what stands between docker and a newer kubelet. */
export type RuntimeWriter = 'containerd' | 'crio' | 'dockerd' | 'cri-dockerd';

const WRITERS: ReadonlyMap<string, RuntimeWriter> = new Map([
  ['containerd', 'containerd'],
  ['crio', 'crio'],
  ['dockerd', 'dockerd'],
  ['dockerd-current', 'dockerd'],
  ['cri-dockerd', 'cri-dockerd'],
]);

/** Which runtimes wrote among the lines of a log, whatever they said. */
export class RuntimeWriters {
  readonly #seen = new Set<RuntimeWriter>();
  #last: string | undefined;

  get seen(): ReadonlySet<RuntimeWriter> {
    return this.#seen;
  }

  see(identifier: string | undefined): void {
    if (identifier === undefined || identifier === this.#last) return;
    this.#last = identifier;
    const writer = WRITERS.get(identifier);
    if (writer !== undefined) this.#seen.add(writer);
  }
}
