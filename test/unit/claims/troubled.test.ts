/** What the answer once said wrongly of troubled nodes. */
import { describe, expect, it } from 'vitest';
import { type Incident, incidentOf } from './incident.ts';
import { SECOND } from './rule.ts';
import type { RuntimeEnd } from './troubleEnds.ts';
import { type PlannedTrouble, troubledJournal, type TroubleKind } from './troubles.ts';

const trouble = (kind: TroubleKind, after: number, length: number, how: RuntimeEnd = 'stopped'): PlannedTrouble => ({
  kind,
  after,
  overlaps: false,
  isAtStart: false,
  length,
  way: 'refused',
  answer: 'unauthorized',
  how,
  victims: 1,
});

function incidentWith(...troubles: readonly PlannedTrouble[]): Incident {
  const { log, truth } = troubledJournal({
    version: '1.28.14',
    seed: 11,
    verbosity: 2,
    mode: 'short-iso-precise',
    noises: [],
    first: { troubles, tail: 60 },
    piece: [0, 1],
  });
  return incidentOf(log, truth);
}

describe('what the answer says of a troubled node', () => {
  it('counts no crash of a runtime that crashes each time it was started as its only one, or its last', () => {
    const { findings } = incidentWith(trouble('runtime', 20, 100, 'crashing'));
    const [found] = findings.filter(({ id }) => id === 'runtime-unreachable');
    expect(found?.title).toBe('The container runtime crashed again and again, and its socket was not reachable');
    expect(found?.explanation).not.toContain('started again at');
  });

  it('of one that crashed once and came back says that', () => {
    const { findings } = incidentWith(trouble('runtime', 20, 100, 'out-of-memory'));
    const [found] = findings.filter(({ id }) => id === 'runtime-unreachable');
    expect(found?.title).toBe('The container runtime crashed, and its socket was not reachable');
    expect(found?.explanation).toContain('it was started again at');
  });

  it("ends a server's expired certificate where the server answers again, though with Unauthorized", () => {
    const { findings, history } = incidentWith(trouble('certificate', 20, 80), trouble('refusal', 200, 80));
    const shown = findings.find(({ id }) => id === 'certificate-expired')?.shows;
    expect(findings.map(({ id }) => id)).toContain('api-refuses');
    expect(((history.span?.to ?? 0) - (shown?.to ?? 0)) / SECOND).toBeGreaterThan(200);
  });
});
