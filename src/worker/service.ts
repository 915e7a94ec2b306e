/** One log in one worker: reads it, keeps the analysis, answers questions. The host gives files and a mail box, so tests need no thread. */
import type { AskRequest, QuestionKind, WorkerRequest } from '../protocol/workerProtocol.ts';
import type { ServiceHost } from './serviceHost.ts';
import { LogReading } from './logReading.ts';
import { answersOf } from './questions.ts';
import { ServedLog } from './servedLog.ts';

export type { ServiceHost } from './serviceHost.ts';

/** An answer is given up in the middle. */
class Stopped extends Error {}

export interface AnalysisService {
  take(request: WorkerRequest): void;
}

/** Makes a service for one log. */
export function createAnalysisService(host: ServiceHost): AnalysisService {
  const log = new ServedLog(host);
  const reading = new LogReading(log);
  const answers = answersOf(log);
  const ask = async <Kind extends QuestionKind>(request: AskRequest<Kind>): Promise<void> => {
    const stopCheck = (): void => {
      if (host.isStopped?.(request.id) === true) throw new Stopped();
    };
    try {
      const answer = await answers[request.kind](request.question, stopCheck, (share) =>
        host.post({ type: 'advanced', id: request.id, share }),
      );
      host.post({ type: 'answer', id: request.id, answer });
    } catch (error) {
      if (error instanceof Stopped) return;
      host.post({
        type: 'refused',
        id: request.id,
        why:
          host.describeError(error, log.opened?.name ?? 'log')?.title ??
          (error instanceof Error ? (error.stack ?? error.message) : String(error)),
      });
    }
  };

  return {
    take(request) {
      switch (request.type) {
        case 'open':
          return reading.open(request);
        case 'send':
          return reading.send(request);
        case 'cancel': {
          log.session.cancel();
          if (log.opened?.source.kind === 'sent' && log.state === 'reading') log.finish();
          else if (log.opened?.source.kind === 'bytes' && !log.isWhole) log.settle('failed');
          return;
        }
        case 'follow':
          log.following?.turn(request.on);
          return;
        case 'ask':
          void ask(request);
          return;
        case 'stop':
          return; // what it speaks of was answered before it came, or found it in the mail box
      }
    },
  };
}
