/** A log of several nodes: what happened on some of them at another time than on others is told apart, and says where it was. */
import { onceFor } from '../kubelet/oncePer.ts';
import type { NodeHistory } from '../inference/history.ts';
import { lookupsOf } from '../inference/lookups.ts';
import { packLine } from '../inference/store/lines.ts';
import { grouped } from '../kubelet/groups.ts';
import type { Instant } from '../kubelet/time.ts';
import { partsOfNodes } from '../replay/nodeParts.ts';
import type { Reconstruction } from '../replay/reconstruction.ts';
import { listText, lowerFirst } from './answer/paragraph.ts';
import type { Cause, RankedFinding } from './cause.ts';
import { type OneTime, spanOf, together } from './timesOfNodes.ts';
import { nodeOf } from './signs/nodeOfFinding.ts';
import type { Finding } from './finding.ts';
import type { DiagnosisView } from './view.ts';

/** A trouble that came at more times than this is told of all nodes together: nobody reads as many findings and clauses. */
const MOST_TIMES = 8;
/** So many nodes are named in a title. */
const MOST_NAMED = 3;

const NEVER = 0 as Instant;

const NOWHERE: OneTime = { ids: [], from: NEVER, to: NEVER };

/** Asks causes of all nodes, and of some of them where the trouble came at several times. Views of some are made when the first cause needs them. */
export class SeveralNodes {
  /** Of all nodes. */
  readonly view: DiagnosisView;
  readonly #viewOf: (part: Reconstruction) => DiagnosisView;
  readonly #views = new Map<string, DiagnosisView>();
  readonly #found = new Map<string, readonly RankedFinding[]>();
  #partOf: ReturnType<typeof partsOfNodes> | undefined;

  constructor(view: DiagnosisView, viewOf: (part: Reconstruction) => DiagnosisView) {
    const { nodes } = view.history;
    this.view =
      nodes.length > 1 && nodes.length <= MOST_TIMES ? { ...view, ofNode: (node) => this.#viewOfNodes([node]) } : view;
    this.#viewOf = viewOf;
  }

  /** What a cause finds. Findings without times (a setting) are of all nodes. */
  find(cause: Cause): readonly RankedFinding[] {
    const { nodes } = this.view.history;
    if (cause.ofOneNode !== undefined && nodes.length > 1) return this.#findOnEach(cause, cause.ofOneNode);
    const found = cause.find(this.view);
    if (nodes.length < 2) return found;
    if (found.length === 0 && nodes.length <= MOST_TIMES)
      return cause.ofUnit === true ? this.#findOfUnits(cause) : this.#findUnseen(cause);
    if (found.length === 0) return [];
    const isTimed = found.every((one) => spanOf(one) !== undefined);
    if (isTimed || nodes.length <= MOST_TIMES) {
      const times = this.#timesOf(cause);
      const isOfAll = times.length === 1 && times[0]?.ids.length === nodes.length;
      const parts = isOfAll || times.length > MOST_TIMES ? [] : times.flatMap(({ ids }) => this.#findOn(ids, cause));
      const isTold =
        (isTimed && (times.length > 1 || this.#isOfOne(parts, times))) || sureness(parts) > sureness(found);
      // A kernel's line of a host that no kubelet names can be of any node, but stands in the part of one only.
      if (isTold && parts.length > 0 && episodesOf(parts) === episodesOf(found)) return parts;
      const [{ ids } = NOWHERE, ...later] = times;
      // What only other programs on its host say is of that node; unless it says, too, what was so of others at that time.
      if (later.length === 0 && ids.length === 1 && found.every((one) => this.#isOfHost(one.finding, ids[0])))
        return explanationsOf(parts) === explanationsOf(found) ? parts : found.map((one) => this.#named(one, ids));
    }
    if (nodes.length <= MOST_TIMES && found.some((one) => this.#hasLinesOfOthers(one, cause)))
      return nodes.flatMap(({ id }) => this.#findOn([id], cause));
    return found.map((one) => this.#withNodes(one, cause));
  }

  /** Whether it would be named after some nodes, as its title is of them only, and shows lines that others have of it. */
  #hasLinesOfOthers(one: RankedFinding, cause: Cause): boolean {
    if (spanOf(one) !== undefined) return false;
    const shown = this.#shownOn(one, cause);
    const lines = new Set(one.finding.evidence.map(packLine));
    return (
      shown.length > 0 &&
      this.view.history.nodes.some(
        ({ id }) =>
          !shown.includes(id) &&
          this.#foundOn([id], cause).some(({ finding }) => finding.evidence.some((line) => lines.has(packLine(line)))),
      )
    );
  }

  /** Whether kubelets of one node only say it: then its log can end while those of the others go on. */
  #isOfOne(parts: readonly RankedFinding[], [{ ids: [id, more] } = NOWHERE]: readonly OneTime[]): boolean {
    return more === undefined && parts.every(({ finding }) => nodeOf(this.view, finding)?.id === id);
  }

  /** Whether all its lines are of the host of a node. */
  #isOfHost({ evidence }: Finding, id: string | undefined): boolean {
    const lookups = lookupsOf(this.view.history);
    return evidence.every((line) => lookups.nodeOfHost(this.view.queries.hostOf(line) ?? '') === id);
  }

  /** Says where the unhealthy times were that it explains; of a finding without times, on which nodes it is found. */
  #withNodes(one: RankedFinding, cause: Cause): RankedFinding {
    const ids = new Set(
      spanOf(one) === undefined ? this.#shownOn(one, cause) : one.episodes.map(({ process }) => process.node),
    );
    if (ids.size === 0 || ids.size === this.view.history.nodes.length) return one;
    const named = this.#named(one, [...ids]);
    return ids.size === 1 ? { ...named, view: this.#viewOfNodes([...ids]) } : named;
  }

  /** The nodes of which a cause finds the same by themselves; none where they are too many to ask each. */
  #shownOn({ finding }: RankedFinding, cause: Cause): readonly string[] {
    const { nodes } = this.view.history;
    if (nodes.length > MOST_TIMES) return [];
    return nodes
      .filter(({ id }) => this.#foundOn([id], cause).some((own) => own.finding.title === finding.title))
      .map(({ id }) => id);
  }

  #named(one: RankedFinding, ids: readonly string[]): RankedFinding {
    const where = namesOf(this.view.history.nodes.filter(({ id }) => ids.includes(id)));
    const { title } = one.finding;
    // Behind a clause it would be read as a part of that.
    const named =
      title.includes(', ') || title.includes(': ') ? `On ${where}: ${lowerFirst(title)}` : `${title} on ${where}`;
    return { ...one, finding: { ...one.finding, title: named } };
  }

  #findOn(ids: readonly string[], cause: Cause): readonly RankedFinding[] {
    const view = this.#viewOfNodes(ids);
    const { episodes } = this.view;
    return this.#foundOn(ids, cause).map((one) => ({
      ...this.#named(one, ids),
      view,
      // What the answer tells of an unhealthy time is told of the whole log's.
      episodes: one.episodes.flatMap((of) => episodes.filter(({ episode }) => episode.id === of.episode.id)),
    }));
  }

  #findOnEach(cause: Cause, title: string): readonly RankedFinding[] {
    const ofNodes = grouped(this.view.history.processes, ({ node }) => node);
    // A node whose only kubelet goes on has nothing of the kind.
    const each = [...ofNodes].flatMap(([node, [only, ...more]]) =>
      more.length > 0 || only?.ending !== undefined
        ? this.#findOn([node], cause).map((found) => ({ node, found }))
        : [],
    );
    const example = each.find(({ found }) => found.finding.confidence === 'high') ?? each[0];
    const ids = [...new Set(each.map(({ node }) => node))];
    if (example === undefined || ids.length <= MOST_TIMES) return each.map(({ found }) => found);
    return [
      this.#named(
        ofMany(
          title,
          example.found,
          each.map(({ found }) => found),
        ),
        ids,
      ),
    ];
  }

  /** What systemd says of the unit of each node by itself; not by lines that nothing but their place ties to it. */
  #findOfUnits(cause: Cause): readonly RankedFinding[] {
    return this.view.history.nodes.flatMap(({ id }) =>
      this.#findOn([id], cause).filter(({ finding }) => this.#isOfHost(finding, id)),
    );
  }

  /** What a cause sees on a node alone, but not in all of a log in which some node is unhealthy: many look at logs without an unhealthy time only. */
  #findUnseen(cause: Cause): readonly RankedFinding[] {
    if (this.view.episodes.length === 0) return [];
    return this.view.history.nodes.flatMap(({ id }) =>
      this.#findOn([id], cause).filter(({ finding }) => finding.confidence !== 'low'),
    );
  }

  /** The times at which nodes had what a cause is about, the last one first: what was so at the end is mostly what is asked. Of those that had it at one time, the ones of which it is not sure by themselves, as where a start had it for a moment, are told apart. */
  #timesOf(cause: Cause): readonly OneTime[] {
    const sure: OneTime[] = [];
    const unsure: OneTime[] = [];
    const timeless: string[] = [];
    for (const { id } of this.view.history.nodes) {
      const found = this.#foundOn([id], cause);
      const shown = found.flatMap((one) => spanOf(one) ?? []);
      if (shown.length > 0) {
        const from = Math.min(...shown.map((one) => one.from)) as Instant;
        const to = Math.max(...shown.map((one) => one.to)) as Instant;
        (sureness(found) > 0 ? sure : unsure).push({ ids: [id], from, to });
      } else if (found.length > 0) timeless.push(id);
    }
    const times = [...together(sure), ...together(unsure)].sort((a, b) => b.from - a.from);
    return timeless.length === 0 ? times : [...times, { ids: timeless, from: NEVER, to: NEVER }];
  }

  /** What a cause finds of some nodes by themselves. */
  #foundOn(ids: readonly string[], cause: Cause): readonly RankedFinding[] {
    return onceFor(this.#found, `${cause.id} ${ids.join(' ')}`, () => cause.find(this.#viewOfNodes(ids)));
  }

  #viewOfNodes(ids: readonly string[]): DiagnosisView {
    return onceFor(this.#views, ids.join(' '), () => this.#viewOf(this.#part(ids)));
  }

  #part(ids: readonly string[]): Reconstruction {
    this.#partOf ??= partsOfNodes(this.view.reconstruction);
    return this.#partOf(new Set(ids));
  }
}

/** How sure the surest is, in steps. Of the part of a node a cause can be surer: there the log ends where that of the node does. */
function sureness(found: readonly RankedFinding[]): number {
  return Math.max(0, ...found.map(({ finding }) => ['low', 'medium', 'high'].indexOf(finding.confidence)));
}

/** What was found on so many nodes that it is told of the first of them. */
function ofMany(title: string, example: RankedFinding, all: readonly RankedFinding[]): RankedFinding {
  const { finding } = example;
  return {
    ...example,
    finding: {
      ...finding,
      title,
      explanation: `For example: ${lowerFirst(finding.title)}. ${finding.explanation}`,
      evidence: all.slice(0, MOST_TIMES).flatMap((one) => one.finding.evidence.slice(-1)),
    },
  };
}

function explanationsOf(found: readonly RankedFinding[]): string {
  return found.map(({ finding }) => finding.explanation).join('\n');
}

function episodesOf(found: readonly RankedFinding[]): number {
  return new Set(found.flatMap(({ episodes }) => episodes)).size;
}

/** `node a`, `nodes a and b`, `nodes a, b, c and 4 more`. */
function namesOf(nodes: readonly NodeHistory[]): string {
  const names = nodes.map(({ id, names: [name] }) => name ?? id);
  const more = names.length - MOST_NAMED;
  return `${names.length === 1 ? 'node' : 'nodes'} ${listText([...names.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])])}`;
}
