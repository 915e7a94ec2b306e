import { goDurationToMicroseconds } from '../kubelet/goDuration.ts';
import { DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../kubelet/settings.ts';
import type { Duration } from '../kubelet/time.ts';
import type { KubeletProcess } from './history.ts';

/** Time-out of runtime calls of a process: as logged or shown by waits, else the default of two minutes. */
export function requestTimeout({ settings }: Pick<KubeletProcess, 'settings'>): Duration {
  const value = settings.get('runtimeRequestTimeout')?.value;
  const read = value === undefined ? undefined : goDurationToMicroseconds(value);
  return read !== undefined && read > 0 ? read : DEFAULT_RUNTIME_REQUEST_TIMEOUT;
}
