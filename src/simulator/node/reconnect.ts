/**
 * What a refused socket costs after it is back: the kubelet's gRPC connection is tried anew after waits that grow, and until one of these tries every call fails at once.
 * google.golang.org/grpc internal/backoff (factor 1.6, jitter of a fifth); base and longest wait are the profile's.
 */
import type { KubeletProfile } from '../../kubelet/profile.ts';
import { fromDuration, type Nanoseconds } from '../../model/nanoseconds.ts';
import { drawOf } from './hash.ts';
import type { Scenario } from '../scenario/scenario.ts';

const FACTOR = 1.6;
const JITTER = 0.2;

/** The scenario as a process sees it that connected at `connected`: sockets that refuse later do so until the first try after their return. Times are the scenario's. */
export function untilReconnected(scenario: Scenario, profile: KubeletProfile, connected: Nanoseconds): Scenario {
  const faults = scenario.faults.map((fault) =>
    fault.effect.kind === 'refuse' && fault.from >= connected
      ? {
          ...fault,
          to: firstTry(fault.from, fault.to, profile, (index) =>
            drawOf(scenario.seed, `reconnect ${fault.from} ${index}`),
          ),
        }
      : fault,
  );
  return { ...scenario, faults };
}

/** The first try at `back` or later of a connection that was lost at `lost`, and tried at once then. */
function firstTry(
  lost: Nanoseconds,
  back: Nanoseconds,
  { reconnect }: KubeletProfile,
  draw: (index: number) => number,
): Nanoseconds {
  let at: number = lost;
  let wait: number = fromDuration(reconnect.base);
  const longest = fromDuration(reconnect.max);
  for (let index = 0; at < back; index += 1) {
    at += Math.min(wait, longest) * (1 + JITTER * (2 * draw(index) - 1));
    wait *= FACTOR;
  }
  return Math.round(at) as Nanoseconds;
}
