/** What the control plane makes of a node whose kubelet renews no lease. */
import { LEASE_GRACE, LEASE_GRACE_FROM_1_32 } from '../../kubelet/constants.ts';
import { durationText } from './durationText.ts';

/** How late a lease may be, as sentences have it: `40s (50s from Kubernetes 1.32 on)`. */
export const LEASE_GRACE_TEXT = `${durationText(LEASE_GRACE)} (${durationText(LEASE_GRACE_FROM_1_32)} from Kubernetes 1.32 on)`;
