/** Facts of the prober's lines. */
import type { RuntimeError } from '../fact.ts';
import type { FactBuilder, Recognised } from '../row.ts';
import { made, withKnown } from './made.ts';
import { podOf } from './pleg.ts';

/**
 * What the output of a probe comes to. The output itself is a container's text, of any length and each time another: it is not kept. The words are those of
 * pkg/probe/http, tcp, exec and grpc and of Go's network.
 */
const OUTPUTS: readonly (readonly [what: string, words: readonly string[]])[] = [
  ['connection refused', ['connection refused', 'actively refused']],
  ['connection reset', ['connection reset', 'broken pipe', 'EOF']],
  ['no route to the pod', ['no route to host', 'network is unreachable', 'host is down']],
  ['no answer in time', ['context deadline exceeded', 'Client.Timeout', 'i/o timeout', 'request canceled', 'timed out', 'timeout']],
  ['the container is gone', ['container not running', 'is not running', 'no such container', 'container is not created or running', 'not found']],
];
const STATUS_CODE = /statuscode: ?(\d{3})\b/;
const kept = new Map<string, RuntimeError>();

function outputText(output: string): string {
  const start = output.slice(0, 2000);
  const code = STATUS_CODE.exec(start)?.[1];
  if (code !== undefined) return `HTTP status ${code}`;
  return OUTPUTS.find(([, words]) => words.some((word) => start.includes(word)))?.[0] ?? 'its own output';
}

/** One object for all that come to the same. */
function briefOutput(output: string): RuntimeError {
  const text = outputText(output);
  let error = kept.get(text);
  if (error === undefined) kept.set(text, (error = { text }));
  return error;
}

/** A probe of a container that failed (`byLoop` lines are in `loop.ts`); `subject` is its type. */
export const probeFailed: FactBuilder = (found: Recognised) => {
  // To 1.20 one value names both: `pod_namespace(uid):container`.
  const both = found.field('ctrName');
  const fact = made(found.base, {
    kind: 'pod-trouble', what: 'probe', pod: both === undefined ? podOf(found) : found.pod('ctrName'), error: briefOutput(found.field('output') ?? found.field('err') ?? ''),
  });
  const named = both?.indexOf('):') ?? -1;
  return withKnown(withKnown(fact, 'container', named < 0 ? found.field('containerName') : both?.slice(named + 2)), 'subject', (found.field('probeType') ?? '').toLowerCase());
};
