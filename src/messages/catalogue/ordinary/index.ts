/** All rows of which nothing follows. */
import type { CatalogueRow } from '../../recognise/row.ts';
import { cadvisorRows } from './cadvisor.ts';
import { nodeRows } from './node.ts';
import { podStepsRows } from './podSteps.ts';
import { podsRows } from './pods.ts';
import { requestsRows } from './requests.ts';
import { resourcesRows } from './resources.ts';
import { runtimeRows } from './runtime.ts';
import { volumesRows } from './volumes.ts';

export const ordinaryRows: readonly CatalogueRow[] = [
  ...nodeRows,
  ...runtimeRows,
  ...resourcesRows,
  ...volumesRows,
  ...podsRows,
  ...podStepsRows,
  ...requestsRows,
  ...cadvisorRows,
];
