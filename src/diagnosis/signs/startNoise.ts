/** What every kubelet of its version says in its first seconds: no findings of their own, but one more sentence of `startup-normal`. */
import { makeFinding, type RankedFinding } from '../cause.ts';
import { listText } from '../answer/paragraph.ts';

/** The same findings with those of a start folded into one. */
export function foldStartNoise(found: readonly RankedFinding[]): readonly RankedFinding[] {
  const noise = found.filter(({ ofStart }) => ofStart !== undefined);
  if (noise.length === 0) return found;
  const rest = found.filter(({ ofStart }) => ofStart === undefined);
  // Where something kept the kubelet from working from its start on, nobody can call that start normal.
  if (rest.some(isTroubleOfKubelet)) return rest;
  const evidence = noise.flatMap(({ finding }) => finding.evidence);
  // Of several nodes, each has the same.
  const kinds = new Set(noise.map(({ ofStart }) => ofStart ?? ''));
  const about = `about ${listText([...kinds])}`;
  const skips = rest.findIndex(({ finding }) => finding.id === 'startup-normal');
  const before = rest[skips];
  if (before === undefined) {
    return [
      ...rest,
      makeFinding('startup-normal', {
        weight: 'note',
        confidence: 'high',
        title: 'The errors at the start of the kubelet are normal',
        explanation: `In its first seconds the kubelet logged errors ${about}. A healthy kubelet begins like this.`,
        nextSteps: ['Nothing to do.'],
        evidence,
      }),
    ];
  }
  const { explanation, evidence: skipLines } = before.finding;
  const together = makeFinding('startup-normal', {
    ...before.finding,
    weight: before.weight,
    title: 'The skips and errors at the start of the kubelet are normal',
    explanation: `${explanation} So are the errors of its first seconds ${about}.`,
    evidence: [...skipLines, ...evidence],
  });
  return rest.with(skips, together);
}

/** A cause of its own, of no unhealthy time: what hinders a kubelet without that PLEG shows it. */
function isTroubleOfKubelet({ weight, finding, episodes }: RankedFinding): boolean {
  return weight === 'cause' && finding.confidence !== 'low' && episodes.length === 0;
}
