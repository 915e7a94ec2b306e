import type { LogRecord } from '../../journal/record.ts';
import { type KubeletVersion, parseVersion } from '../../kubelet/version.ts';
import type { Fact, FlagFact, KubeletVersionFact } from '../../messages/fact.ts';
import type { LineReference, Setting } from '../history.ts';
import type { ProcessLedger } from './ledger.ts';
import { lineOf } from '../store/lines.ts';

/** What a kubelet said of itself when it started. */
interface Introduction {
  version?: { readonly value: KubeletVersion; readonly at: LineReference };
  readonly settings: Map<string, Setting>;
}

/**
 * What kubelets said of themselves in lines before the stretch of time that is looked at: version and flags stand at a start only, and hold as long as
 * the process runs. Nothing else is taken from such lines; the process run still begins with its first line inside of the stretch.
 */
export class KnownBefore {
  readonly #introductions = new Map<string, Introduction>();

  /** Takes a line before the stretch. `false`: it says nothing of this kind. */
  note({ klog, journal }: LogRecord, facts: readonly Fact[]): boolean {
    const pid = klog?.pid ?? journal?.pid;
    const said = facts.filter((fact) => fact.kind === 'kubelet-version' || fact.kind === 'flag');
    if (pid === undefined || said.length === 0) return false;
    for (const fact of said) this.#take(keyOf(journal?.host, pid), fact);
    return true;
  }

  #take(key: string, fact: KubeletVersionFact | FlagFact): void {
    let known = this.#introductions.get(key);
    // Flags come before the version: after one, another process run of the same pid begins.
    if (known === undefined || known.version !== undefined)
      this.#introductions.set(key, (known = { settings: new Map() }));
    if (fact.kind === 'flag') {
      known.settings.set(fact.name, { value: fact.value, known: 'logged', evidence: lineOf(fact) });
      return;
    }
    const value = parseVersion(fact.version);
    if (value !== undefined) known.version = { value, at: lineOf(fact) };
  }

  /** Tells process runs that began before the stretch what they said then. */
  tell(ledgers: readonly ProcessLedger[]): void {
    if (this.#introductions.size === 0) return;
    for (const ledger of ledgers) {
      if (ledger.pid === undefined || ledger.startedInLog) continue;
      for (const host of ledger.hosts.size === 0 ? [undefined] : ledger.hosts) {
        const known = this.#introductions.get(keyOf(host, ledger.pid));
        if (known === undefined) continue;
        ledger.versionBefore = known.version;
        for (const [name, setting] of known.settings)
          if (!ledger.settings.has(name)) ledger.settings.set(name, setting);
      }
    }
  }
}

function keyOf(host: string | undefined, pid: number): string {
  return `${pid} ${host ?? ''}`;
}
