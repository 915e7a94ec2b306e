import type { KubeletProcess } from '../../inference/history.ts';
import { requestTimeout } from '../../inference/requestTimeout.ts';
import { between, type Instant, seconds } from '../../kubelet/time.ts';
import { durationText } from './durationText.ts';

/** For “given up after …”: the time-out, and that it is only the default where no line shows it. */
export function requestTimeoutText(process: KubeletProcess): string {
  const text = durationText(requestTimeout(process));
  return (process.settings.get('runtimeRequestTimeout')?.known ?? 'assumed') === 'assumed'
    ? `the time-out of such calls (${text} by default)`
    : text;
}

const SLACK = seconds(2);

/** ` after 15s` for “was given up … at”; empty where the call, which began after `since`, cannot have run as long as the default. */
export function gaveUpAfter(process: KubeletProcess, since: Instant | undefined, givenUp: Instant): string {
  const isShorter = since !== undefined && between(since, givenUp) + SLACK < requestTimeout(process);
  return isShorter ? '' : ` after ${requestTimeoutText(process)}`;
}
