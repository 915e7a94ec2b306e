/** What the API server has to do with the node: the lease that the kubelet renews there, and the calls that failed, by their kind. */
import { LEASE_GRACE_TEXT } from '../../diagnosis/words/leaseText.ts';
import type { AttributedFact } from '../../inference/history.ts';
import { LEASE_GRACE } from '../../kubelet/constants.ts';
import type { ApiErrorFact } from '../../messages/fact.ts';
import { draftLane, fullestFirst, type TimelineContext } from '../context.ts';
import { addFact } from './factLanes.ts';
import { factText } from './factText.ts';
import { formatSeconds } from '../format.ts';
import type { LaneDraft } from '../marks.ts';

const SECOND = 1_000_000;
/** The lease is renewed every 10 s, after a failure at the latest after 7 s (client-go, `maxBackoff` of the lease controller); lines farther apart belong to different stretches. */
const SAME_STRETCH = 60 * SECOND;

export interface ApiLanes {
  readonly lease: readonly LaneDraft[];
  readonly errors: readonly LaneDraft[];
}

type FailedCall = AttributedFact & { readonly fact: ApiErrorFact };

/** The lanes; none where no call failed. */
export function apiLanes(context: TimelineContext): ApiLanes {
  const failed: FailedCall[] = [];
  for (const attributed of context.history.facts) if (isFailedCall(attributed)) failed.push(attributed);
  return {
    lease: leaseLane(
      context,
      failed.filter(({ fact }) => fact.call === 'lease'),
    ),
    errors: errorLanes(context, failed),
  };
}

function isFailedCall(attributed: AttributedFact): attributed is FailedCall {
  return attributed.fact.kind === 'api-error';
}

/** All failed calls in one lane, and below it, folded, one lane for each way in which they failed. */
function errorLanes(context: TimelineContext, failed: readonly FailedCall[]): LaneDraft[] {
  if (failed.length === 0) return [];
  const all = draftLane('api-errors', 'api-errors', 'API errors');
  const kinds = new Map<string, LaneDraft>();
  for (const attributed of failed) {
    const text = factText(attributed.fact);
    const number = addFact(context, all, attributed, text);
    const kind = attributed.fact.failure.replaceAll('-', ' ');
    const lane = kinds.get(kind) ?? draftLane(`api-errors/${kind}`, 'api-errors', kind, all.id);
    kinds.set(kind, lane);
    addFact(context, lane, attributed, text, number);
  }
  if (kinds.size < 2) return [all];
  all.folded = true;
  return [all, ...fullestFirst(kinds.values())];
}

/** Stretches in which the lease was not renewed, from the first failure to the last. */
function leaseLane(context: TimelineContext, failed: readonly FailedCall[]): LaneDraft[] {
  if (failed.length === 0) return [];
  const lane = draftLane('lease', 'lease', 'lease');
  let first: FailedCall | undefined;
  let last: FailedCall | undefined;
  const close = (): void => {
    if (first === undefined || last === undefined) return;
    const [start, end] = [context.at(first.fact.time), context.at(last.fact.time)];
    const isLong = end - start >= LEASE_GRACE;
    context.add(
      lane,
      { start, end, style: 'lease-missed', level: isLong ? 2 : 1, proven: true },
      {
        what: end > start ? `Lease not renewed for ${formatSeconds((end - start) / SECOND)}` : 'Lease not renewed',
        ...(isLong
          ? {
              detail: `After ${LEASE_GRACE_TEXT} without it the control plane marks the node Unknown. No kubelet line can show that.`,
            }
          : {}),
        source: first.fact.source,
        line: first.fact.line,
      },
    );
  };
  for (const one of failed.toSorted((a, b) => a.fact.time - b.fact.time)) {
    if (last === undefined || one.fact.time - last.fact.time > SAME_STRETCH) {
      close();
      first = one;
    }
    last = one;
  }
  close();
  return [lane];
}
