import type { ProvenHistory } from './history.ts';

/** What a node is called first of all in the log, by its id; `undefined` where no line names it. */
export function nodeNameOf({ nodes }: Pick<ProvenHistory, 'nodes'>, id: string | undefined): string | undefined {
  return nodes.find((node) => node.id === id)?.names[0];
}
