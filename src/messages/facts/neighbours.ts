/** Facts of lines that the kubelet did not write. */
import type { NeighbourKind } from '../fact.ts';
import type { FactBuilder } from '../row.ts';
import { made } from './made.ts';

/** A neighbour's line of one kind; the unit is the one the line names, else who wrote it. */
export function neighbourSays(what: NeighbourKind): FactBuilder {
  return ({ base, message, identifier, field }) => {
    const unit = field('unit') ?? identifier;
    return made(base, { kind: 'neighbour', what, text: message, ...(unit === undefined ? {} : { unit }) });
  };
}

/** Unit lines of systemd: only units that matter to a node's pods, for every pod adds hundreds of scopes, slices and mounts. */
const OTHER_UNITS = /^(?:kubepods|cri-containerd-|crio-(?!\.service)|docker-[0-9a-f]{12}|libcontainer|session-|user@|user-|run-|var-lib-|tmp-|sys-|dev-)|\.(?:scope|slice|mount|device|timer|target|swap)$/;

export function unitChanged(what: NeighbourKind): FactBuilder {
  return (found) => {
    const unit = found.field('unit');
    if (unit === undefined || unit === '' || OTHER_UNITS.test(unit)) return undefined;
    return neighbourSays(what)(found);
  };
}

export const journalLoss: FactBuilder = ({ base, message, field }) => {
  const lost = Number(field('count') ?? Number.NaN);
  return made(base, { kind: 'journal-loss', text: message, ...(Number.isInteger(lost) ? { lost } : {}) });
};

export const boot: FactBuilder = ({ base }) => made(base, { kind: 'boot' });
