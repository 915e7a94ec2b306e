/** A torn-down pod keeps the IPs that the cache had: pleg/generic.go, `getPodIP` (1.9–1.15) and `getPodIPs` (from 1.16); pleg/evented.go has the same. */
import type { KubeletProfile } from '../kubelet/profile.ts';
import type { PodCache } from './podCache.ts';
import type { PodStatus } from './plegPod.ts';

/**
 * The status with the IPs that are written to the cache. A failed inspection before this one loses them, because the entry then holds an error.
 * A ready sandbox means that the new, empty answer is meant; so does, with one IP and no sandboxes, a container that is created or running.
 */
export function withPreservedIps(status: PodStatus, cache: PodCache, mode: KubeletProfile['preservedIps']): PodStatus {
  if (mode === 'none') return status;
  const own = mode === 'single' ? status.ips.slice(0, 1) : status.ips;
  if (own.length > 0) return own.length === status.ips.length ? status : { ...status, ips: own };
  const cached = cache.get(status.uid);
  const old = cached === undefined || cached.error !== undefined ? [] : (cached.status?.ips ?? []);
  if (old.length === 0 || status.sandboxes.some((sandbox) => sandbox.ready)) return status;
  if (
    mode === 'single' &&
    status.sandboxes.length === 0 &&
    status.containers.some((one) => one.state === 'created' || one.state === 'running')
  ) {
    return status;
  }
  return { ...status, ips: old };
}
