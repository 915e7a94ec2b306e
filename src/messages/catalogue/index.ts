import type { CatalogueRow } from '../recognise/row.ts';
import { CONTROL_PLANE_ROWS } from './controlPlane.ts';
import { KUBE_EDGE_ROWS } from './kubeEdge.ts';
import { KUBELET_ROWS } from './kubelet.ts';
import { NEIGHBOUR_ROWS } from './neighbours.ts';

/** Every message the house knows. */
export const CATALOGUE: readonly CatalogueRow[] = [
  ...KUBELET_ROWS,
  ...NEIGHBOUR_ROWS,
  ...CONTROL_PLANE_ROWS,
  ...KUBE_EDGE_ROWS,
];

const byId: ReadonlyMap<string, CatalogueRow> = new Map(CATALOGUE.map((row) => [row.id, row]));

/** The row with this id. */
export function rowById(id: string): CatalogueRow | undefined {
  return byId.get(id);
}

export { KUBELET_ROWS, NEIGHBOUR_ROWS };
