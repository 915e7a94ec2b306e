/** `--fail-on`: what makes `analyze` end with 3, for scripts. */
import type { Analysis } from '../analysis/analysis.ts';
import { FINDING_IDS, type FindingId } from '../diagnosis/finding.ts';
import { nearest } from './usage/nearest.ts';

/** Any unhealthy time of a node, or a finding. */
export type FailOn = 'unhealthy' | `finding:${FindingId}`;

/** Reads a value of `--fail-on`, or says what is wrong with it. */
export function readFailOn(text: string): FailOn | { readonly why: string } {
  if (text === 'unhealthy') return text;
  const id = text.startsWith('finding:') ? text.slice('finding:'.length) : undefined;
  if (id === undefined)
    return { why: `--fail-on ${text}: give unhealthy, or finding:ID, e.g. finding:list-calls-hang` };
  const known = FINDING_IDS.find((one) => one === id);
  if (known !== undefined) return `finding:${known}`;
  const near = nearest(id, FINDING_IDS);
  return {
    why: `--fail-on ${text}: there is no such finding${near === undefined ? '; analyze --format json names those of a log (findings[].id)' : `; did you mean finding:${near}?`}`,
  };
}

/** Whether one of them is in the analysis. */
export function isFailed({ reconstruction, findings }: Analysis, wishes: readonly FailOn[]): boolean {
  return wishes.some((wish) =>
    wish === 'unhealthy'
      ? reconstruction.history.episodes.length > 0
      : findings.some(({ id }) => `finding:${id}` === wish),
  );
}
