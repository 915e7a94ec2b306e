/** Reasons of skips in the words of the replay. */
import type { SkipReason, SkipReasonKind } from '../kubelet/skipReason.ts';

/** Kinds of reason that the model's inputs can bring about. */
export type ModelledKind = 'stale' | 'never' | 'statusUnknown' | 'down' | 'notReady';

/** A hostile log can repeat its reasons. */
const MOST_SETS = 100;

const sets = new Map<string, ReadonlySet<ModelledKind>>();

/** The kinds of reason that the model's inputs can bring about; one set for all skips that have the same. */
export function modelledKinds(reasons: readonly SkipReason[]): ReadonlySet<ModelledKind> {
  const [only] = reasons;
  const key =
    only !== undefined && reasons.length === 1
      ? (modelled(only.kind) ?? '')
      : reasons.map(({ kind }) => `${modelled(kind) ?? ''} `).join('');
  let kinds = sets.get(key);
  if (kinds === undefined) {
    kinds = new Set(reasons.flatMap(({ kind }) => modelled(kind) ?? []));
    if (sets.size < MOST_SETS) sets.set(key, kinds);
  }
  return kinds;
}

/** A kind of reason in the words of the replay; `undefined` for those that the model has no input for. */
export function modelled(kind: SkipReasonKind): ModelledKind | undefined {
  switch (kind) {
    case 'pleg-stale':
      return 'stale';
    case 'pleg-never':
      return 'never';
    case 'runtime-status-unknown':
      return 'statusUnknown';
    case 'runtime-down':
      return 'down';
    case 'runtime-not-ready':
      return 'notReady';
    case 'network':
    case 'container-manager':
    case 'other':
      return undefined;
  }
}
