import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Analysis } from '../../../src/analysis/analysis.ts';
import { type AnalysisSession, createAnalysisSession } from '../../../src/analysis/session.ts';
import { projectRoot } from '../../support/shared.ts';

export const HANG = 'runs/v1.36.2-b-hang/kubelet.journal.short.log';

/** The bytes of a fixture. */
export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(projectRoot, 'test/fixtures', name)));
}

/** A session that has read these bytes in chunks of a size. */
export function sessionOf(bytes: Uint8Array | string, chunk = 65_536, name = 'kubelet.log'): AnalysisSession {
  const session = createAnalysisSession();
  session.open(name, { year: 2026 });
  const all = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  for (let at = 0; at < all.length; at += chunk) session.push(all.slice(at, at + chunk));
  session.end();
  return session;
}

/** The analysis of a session that must have one. */
export function analysisOf(session: AnalysisSession): Analysis {
  const result = session.result();
  if (!result.ok) throw new Error(`no analysis: ${result.problem.kind}`);
  return result.analysis;
}
