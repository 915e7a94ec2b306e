/** From the text of a log to its proven history and replay, through the rooms before them. */
import { createInference } from '../../../src/inference/inference.ts';
import type { ProvenHistory } from '../../../src/inference/history.ts';
import { createSourceReader } from '../../../src/journal/sourceReader.ts';
import { createMessageReader } from '../../../src/messages/messageReader.ts';
import { replay } from '../../../src/replay/replay.ts';
import type { Reconstruction } from '../../../src/replay/reconstruction.ts';

export function historyOf(text: string, year = 2026): ProvenHistory {
  const messages = createMessageReader();
  const inference = createInference();
  const reader = createSourceReader(
    0,
    'test.log',
    { year },
    { record: (record) => inference.append(record, messages.facts(record)), warning: () => undefined },
  );
  reader.push(new TextEncoder().encode(text));
  reader.end();
  return inference.history([reader.summary()]);
}

export function replayOf(text: string): Reconstruction {
  return replay(historyOf(text));
}
