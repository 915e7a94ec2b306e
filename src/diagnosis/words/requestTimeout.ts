import type { KubeletProcess } from '../../inference/history.ts';
import { goDurationToMicroseconds } from '../../kubelet/goDuration.ts';
import { DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../../kubelet/settings.ts';
import type { Duration } from '../../kubelet/time.ts';
import { durationText } from './durationText.ts';

/** For “given up after …”: the time-out, and that it is only the default where no line shows it. */
export function requestTimeoutText(process: KubeletProcess): string {
  const text = durationText(requestTimeout(process));
  return (process.settings.get('runtimeRequestTimeout')?.known ?? 'assumed') === 'assumed'
    ? `the time-out of such calls (${text} by default)`
    : text;
}

/** Time-out of runtime calls of a process: as logged or shown by waits, else the default of two minutes. */
export function requestTimeout(process: KubeletProcess): Duration {
  const value = process.settings.get('runtimeRequestTimeout')?.value;
  const read = value === undefined ? undefined : goDurationToMicroseconds(value);
  return read !== undefined && read > 0 ? read : DEFAULT_RUNTIME_REQUEST_TIMEOUT;
}
