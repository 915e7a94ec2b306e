/**
 * container-hangs: the runtime does not get at one of its own containers: a shim does not answer containerd, or a container does not end although dockerd killed it.
 * Sign: containerd's `get state for …`, `collecting metrics for …` with a time-out, dockerd's `failed to exit within … of kill`. Near an unhealthy time medium from two lines on;
 * else low, but medium where the same container is named for a minute. It does not claim why: of many containers at once the load of the node is said.
 */
import { seconds } from '../../../kubelet/time.ts';
import type { NeighbourFact } from '../../../messages/fact.ts';
import { type Cause, makeFinding, plural } from '../../cause.ts';
import { nearLines } from '../../signs/neighbours.ts';
import { lookAtShim, PROCESSES_IN_D_STATE, runtimeJournal } from '../../tools/commands.ts';
import { runtimeOf } from '../../tools/runtimeName.ts';
import { amountOf } from '../../words/amountText.ts';
import { countsOf, mostText } from '../../words/namedCounts.ts';

/** Named for so long, it is no moment of load. */
const LASTING = seconds(60);
/** From so many containers on it is the node that is slow, not one of them that hangs. */
const MANY = 5;
/** An id as shown: `docker ps` and `crictl ps` print so much of it. */
const SHOWN = 13;

export const containerHangs: Cause = {
  id: 'container-hangs',
  find(view) {
    const near = nearLines(view, ['container-hangs']);
    if (near === undefined) return [];
    const { facts, episodes } = near;
    const names = countsOf(facts, containerOf);
    const [most] = names;
    const isMany = names.length >= MANY;
    const ofMost = facts.filter((fact) => most === undefined || containerOf(fact) === most[0]);
    const isLasting = (ofMost.at(-1)?.time ?? 0) - (ofMost[0]?.time ?? 0) >= LASTING;
    const isKill = facts.every(({ message }) => message.startsWith('dockerd.'));
    const runtime = runtimeOf(view, episodes[0]?.process);
    const one = most === undefined ? 'a container' : `container ${most[0]}`;
    const several = plural(names.length, 'container');
    return [
      makeFinding('container-hangs', {
        weight: episodes.length > 0 ? 'cause' : 'circumstance',
        confidence: isLasting || (episodes.length > 0 && facts.length > 1) ? 'medium' : 'low',
        title: isKill
          ? `The runtime could not end ${names.length > 1 ? several : one}`
          : `The runtime got no answer from the ${names.length > 1 ? `shims of ${several}` : `shim of ${one}`}`,
        explanation: `${amountOf(view, facts)} in the log of the runtime ${facts.length === 1 ? 'says' : 'say'} so${names.length > 1 ? `: ${mostText(names)}` : ''}. ${
          isKill
            ? 'A container that stays although it was killed keeps its lock.'
            : 'A shim has two seconds to tell containerd the state of its container.'
        } Calls that look at such a container wait for it, and PLEG waits for these calls. ${
          isMany
            ? `With ${several} at once the node is rather short of processor, memory or disk than that one of them hangs.`
            : 'The other containers may be well: a shim or runc that hangs, mostly in the kernel, looks like this.'
        }`,
        nextSteps: [
          ...(isMany ? [] : [lookAtShim(runtime, most?.[0])]),
          PROCESSES_IN_D_STATE,
          'Look at load, memory and disks: `uptime`, `vmstat 1 5`, `iostat -x 1 5`.',
          runtimeJournal(runtime),
        ],
        timedBy: facts,
        evidence: facts,
        episodes,
      }),
    ];
  },
};

const ID = /(?:state for |metrics for |[\s"]id=|Container |container=)([0-9a-f]{12,64})\b/;

/** The id of the container, as far as the line has it. */
function containerOf({ text }: NeighbourFact): string | undefined {
  return ID.exec(text)?.[1]?.slice(0, SHOWN);
}
