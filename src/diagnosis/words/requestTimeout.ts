import type { KubeletProcess } from '../../inference/history.ts';
import { requestTimeout } from '../../inference/requestTimeout.ts';
import { durationText } from './durationText.ts';

/** For “given up after …”: the time-out, and that it is only the default where no line shows it. */
export function requestTimeoutText(process: KubeletProcess): string {
  const text = durationText(requestTimeout(process));
  return (process.settings.get('runtimeRequestTimeout')?.known ?? 'assumed') === 'assumed'
    ? `the time-out of such calls (${text} by default)`
    : text;
}
