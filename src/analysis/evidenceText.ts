/**
 * The text of lines that may be named as evidence, taken while they go by: a pipe cannot be read twice. Lines of the mass
 * (events, pod configuration, probes, …) are not kept, and the number of kept lines is bounded; what is missing can be read from the file.
 */
import type { LineReference } from '../inference/history.ts';
import type { Fact, FactKind } from '../messages/fact.ts';
import { excerptOf } from './excerpt.ts';

/** Kinds of which a long log has one on every other line. */
const MASS: ReadonlySet<FactKind> = new Set<FactKind>([
  'pleg-event', 'pleg-event-ignored', 'pod-config', 'pods-sync', 'probe', 'container-named', 'housekeeping', 'state-change', 'relist-started',
]);

/** About 20 MB of text at worst. */
export const MOST_KEPT_LINES = 50_000;

export class EvidenceText {
  private readonly texts: Map<number, string>[] = [];
  private kept = 0;

  /** Whether a record with these facts should be kept. */
  wants(facts: readonly Fact[]): boolean {
    return this.kept < MOST_KEPT_LINES && facts.some((fact) => !MASS.has(fact.kind));
  }

  /** Keeps the shortened text of a line. */
  keep(source: number, line: number, text: string): void {
    const texts = (this.texts[source] ??= new Map<number, string>());
    if (!texts.has(line)) this.kept += 1;
    texts.set(line, excerptOf(text));
  }

  /** The kept text of a line. */
  textOf(at: LineReference): string | undefined {
    return this.texts[at.source]?.get(at.line);
  }
}
