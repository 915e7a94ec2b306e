/** Logs of two processes of a kubelet that write messages drawn at random, and the chunks in which they are read. */
import fc from 'fast-check';
import { asBefore121, asBefore128, logOfLives } from './bothWays.ts';

/** `messages` and `repeats`: the fewest and the most of them. A text of several lines is one message. */
interface RandomLogs {
  readonly text: fc.Arbitrary<string>;
  readonly messages: readonly [number, number];
  readonly repeats: readonly [number, number];
}

/** The bytes of a log, as text or as JSON, in the words of one of three ages of the kubelet; and how many bytes a chunk has. */
export function randomLogs({
  text,
  messages,
  repeats,
}: RandomLogs): fc.Arbitrary<{ readonly bytes: Uint8Array; readonly chunk: number }> {
  return fc
    .tuple(
      fc.array(text, { minLength: messages[0], maxLength: messages[1], size: 'max' }),
      fc.integer({ min: repeats[0], max: repeats[1] }),
      fc.boolean(),
      fc.integer({ min: 5000, max: 200_000 }),
      fc.constantFrom((message: string) => message, asBefore128, asBefore121),
    )
    .map(([texts, times, asJson, chunk, written]) => ({
      bytes: logOfLives(
        texts.map((message) => written(message).split('\n')),
        times,
        asJson,
      ),
      chunk,
    }));
}
