import type { NeighbourFact } from '../../messages/fact.ts';
import { compareVersions, type KubeletVersion, parseVersion } from '../../kubelet/version.ts';
import type { LineReference } from '../history.ts';
import { lineOf } from '../store/lines.ts';
import type { ProcessLedger } from './ledger.ts';
import { canBeOf } from './versions.ts';

/** `Kubelet Version:  v1.27.6` of `kubectl describe node`, `kubeletVersion: v1.27.6` of a Node object. */
const SAID = /^"?[Kk]ubelet ?Version"?:\s{0,40}"?(v\d[\w.+-]{2,60})"?,?$/;

/** The version of a kubelet that a note beside its log tells, where the log has one node and the note one version. */
export class NotedVersion {
  #said: { readonly value: KubeletVersion; readonly at: LineReference } | undefined;
  #isClear = true;

  note(fact: NeighbourFact): void {
    const text = fact.what === 'node-info' ? SAID.exec(fact.text.trim())?.[1] : undefined;
    const value = text === undefined ? undefined : parseVersion(text);
    if (value === undefined) return;
    if (this.#said !== undefined && compareVersions(this.#said.value, value) !== 0) this.#isClear = false;
    this.#said ??= { value, at: lineOf(fact) };
  }

  /** Tells it to process runs whose lines do not speak against it. */
  tell(ledgers: readonly ProcessLedger[]): void {
    const said = this.#said;
    if (said === undefined) return;
    const isOfOne = new Set(ledgers.flatMap(({ hosts }) => [...hosts])).size <= 1;
    for (const ledger of ledgers)
      ledger.versionNoted = this.#isClear && isOfOne && canBeOf(ledger, said.value) ? said : undefined;
  }
}
