/**
 * Sets `klog-text` and `klog-json`: they belong to the journal room's reader and writer of klog lines.
 * `klogJudges` maps a set's name to its judge; a set without one is counted as not run, and said so at the end.
 */
import type { Judge } from './vectors.ts';

export const klogJudges: Readonly<Partial<Record<'klog-text' | 'klog-json', Judge>>> = {};
