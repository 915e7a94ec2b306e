import type { Words } from '../words/runtimeWords.ts';

/** Stands in steps for the container that a node is; its name takes its place where it is known. */
export const NODE_CONTAINER = '<container of the node>';

/** What is done otherwise on the nodes of a distribution. */
export interface Tools {
  /** What stands before the steps where one of them has one of the words; a node's name or `<node>` takes the place of `NODE`. */
  readonly first?: { readonly where: readonly string[]; readonly step: string };
  /** What stands behind the steps where `first` stands before them: what is left where none of them helps. */
  readonly last?: string;
  /** Parts of steps and what they are there, in this order. */
  readonly instead: Words;
  /** Steps that are of no use there, in its own words. */
  readonly isForeign?: (step: string) => boolean;
  /** Writes the kubelet's log into a file; the options are those of journalctl. */
  save(options: string, node: string): string;
}
