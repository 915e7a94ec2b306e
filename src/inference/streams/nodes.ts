import type { NodeHistory } from '../history.ts';
import type { ProcessLedger } from './ledger.ts';

/**
 * Tells nodes apart. The host is evidence, not a key: one process run may log under two names (then the names are one node). Process runs that overlap in time under
 * different names are different nodes; process runs that follow one another are one node if they share a name, or if one of them has none. A process run without a
 * host (a raw klog file) has the name that its own lines give the node.
 * Gives the index of the node of each ledger, and the nodes.
 */
export function nodesOf(
  ledgers: readonly ProcessLedger[],
  nodeNames: ReadonlyMap<number, string>,
): { readonly nodes: readonly NodeHistory[]; readonly nodeOf: readonly number[] } {
  const groups: Group[] = [];
  const byName = new Map<string, number>();
  let nameless = 0;
  const nodeOf: number[] = [];
  for (const ledger of ledgers) {
    const given = [...ledger.sources].map((source) => nodeNames.get(source)).find((name) => name !== undefined);
    const names = given === undefined ? (ledger.hosts.size > 0 ? [...ledger.hosts] : ownName(ledger)) : [given];
    let index = Math.min(...names.map((name) => byName.get(name) ?? groups.length));
    // A process run without a name may go with any node, one with a name only with a node that has none yet.
    if (!(index < groups.length) && given === undefined && (names.length === 0 || nameless > 0)) {
      index = groups.findIndex((group) => (names.length === 0 || isNameless(group)) && !hasRunDuring(group, ledger));
    }
    if (!(index >= 0 && index < groups.length)) {
      index = groups.length;
      groups.push({ names: new Set(), ledgers: [], to: Number.NEGATIVE_INFINITY });
      nameless += 1;
    }
    const group = groups[index];
    if (group === undefined) continue;
    if (isNameless(group) && names.length > 0) nameless -= 1;
    for (const name of names) {
      group.names.add(name);
      if (!byName.has(name)) byName.set(name, index);
    }
    group.ledgers.push(ledger);
    group.to = Math.max(group.to, ledger.to ?? group.to);
    nodeOf.push(index);
  }
  return { nodes: groups.map(nodeHistory), nodeOf };
}

function nodeHistory({ names, ledgers }: Group, index: number): NodeHistory {
  const objectName = ledgers.map((ledger) => ownName(ledger)[0]).find((name) => name !== undefined);
  return {
    id: `node-${index + 1}`,
    names: [...names],
    ...(objectName === undefined || names.has(objectName) ? {} : { objectName }),
    evidence: ledgers.slice(0, 1).map((ledger) => ledger.first),
  };
}

/** Process runs that are one node's. */
interface Group {
  readonly names: Set<string>;
  readonly ledgers: ProcessLedger[];
  /** The last time of any of them. */
  to: number;
}

function isNameless({ names }: Group): boolean {
  return names.size === 0;
}

/** Process runs mostly come in order of time: only one that begins before the end of another is held against each of them. */
function hasRunDuring({ ledgers, to }: Group, ledger: ProcessLedger): boolean {
  if (ledger.from !== undefined && ledger.from >= to) return false;
  return ledgers.some((other) => overlaps(other, ledger));
}

/** The node's name as the kubelet itself writes it: in its reports about the node, else in the flag that sets it, else in its calls to the API server. */
function ownName(ledger: ProcessLedger): readonly string[] {
  const set = ledger.settings.get('hostname-override')?.value;
  const said = [...ledger.nodeEvents, ...ledger.conditions].find((fact) => fact.node !== undefined)?.node;
  // What begins as the flag says was cut.
  const name = said === undefined || set?.startsWith(said) === true ? set || ledger.nodeNamed || said : said;
  // A paste leaves blanks behind the last word of a line.
  const trimmed = name?.trim() ?? '';
  return trimmed === '' ? [] : [trimmed];
}

function overlaps(a: ProcessLedger, b: ProcessLedger): boolean {
  if (a.from === undefined || a.to === undefined || b.from === undefined || b.to === undefined) return false;
  return a.from < b.to && b.from < a.to;
}
