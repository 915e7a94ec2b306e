/** A capture of several simulated nodes, and what its answer says untruly: each sentence is held against the truth of the node that it is about. */
import type { Finding } from '../../../src/diagnosis/finding.ts';
import type { SentenceKind } from '../../../src/diagnosis/answer/sentenceKind.ts';
import type { LineReference } from '../../../src/inference/history.ts';
import { partsOfNodes } from '../../../src/replay/nodeParts.ts';
import type { TruthRecord } from '../../../src/simulator/wording/truth.ts';
import { analysisOf } from '../analysis/analyse.ts';
import { merged } from '../analysis/bothWays.ts';
import { simulated } from '../simulator/scenarios.ts';
import { type Incident, incidentIn, pidOf, type ScenarioText, type Sentence, timeOf } from './incident.ts';
import { complaintOf, isLonger, trueLength } from './rules.ts';
import { isShown, said } from './rulesOfCauses.ts';

/** How the logs of nodes come together: one text by time, one text behind the other, or a file each. */
export const WAYS = ['by time', 'behind', 'files'] as const;

export interface NodeLog {
  readonly name: string;
  readonly scenario: ScenarioText;
  readonly lines: readonly string[];
  readonly truth: readonly TruthRecord[];
}

export interface Capture {
  /** Lines of each source, with the node that wrote each. */
  readonly sources: readonly (readonly { readonly text: string; readonly of: NodeLog }[])[];
  readonly nodes: readonly NodeLog[];
}

/** The log of one node. */
export function nodeLog(scenario: Record<string, unknown>): NodeLog {
  const { log, truth } = simulated(scenario);
  return { name: String(scenario['node']), scenario, truth, lines: log.split('\n').filter((line) => line !== '') };
}

/** Its pods are called after the node. */
export function named(scenario: Record<string, unknown>, suffix: string): Record<string, unknown> {
  return JSON.parse(JSON.stringify(scenario).replaceAll(/\b(web|crasher)\b/g, `$1${suffix}`)) as Record<
    string,
    unknown
  >;
}

export function together(nodes: readonly NodeLog[], way: (typeof WAYS)[number]): Capture {
  const owned = nodes.map((of) => of.lines.map((text) => ({ text, of })));
  if (way === 'files') return { nodes, sources: owned };
  if (way === 'behind') return { nodes, sources: [owned.flat()] };
  const timed = owned.flatMap((lines) => {
    let at = 0;
    return lines.map((line) => ({ line, at: (at = Math.max(at, stampOf(line.text) ?? at)) }));
  });
  return { nodes, sources: [timed.toSorted((a, b) => a.at - b.at).map(({ line }) => line)] };
}

/** The kubelet's own stamp; lines of others stand behind the one before them. */
export function stampOf(text: string): number | undefined {
  const [, month, day, hour, minute, second] =
    /[IWEF](\d\d)(\d\d) (\d\d):(\d\d):(\d\d\.\d{6}) /.exec(text)?.map(Number) ?? [];
  const json = /"ts\\?":(\d+\.\d+)/.exec(text)?.[1];
  if (json !== undefined) return Number(json) * 1000;
  return month === undefined ? undefined : Date.UTC(2026, month - 1, day, hour, minute) * 1000 + (second ?? 0) * 1e6;
}

/** What is untrue in the answer and the findings of a capture. */
export function untrueOfNodes(capture: Capture): readonly string[] {
  const reading = new CaptureReading(capture);
  return [...reading.nodesThatDiffer(), ...reading.untrueSentences(), ...reading.untrueFindings()];
}

/** Sentences about the unhealthy time that is told, or about its process. */
const OF_THE_TOLD: ReadonlySet<SentenceKind> = new Set<SentenceKind>([
  'episode-length',
  'one-trouble',
  'began-before',
  'process-ended',
  'clock-jump',
  'last-relist',
  'no-relist-yet',
  'list-call',
  'threshold',
  'evented',
  'status-phases',
  'given-reason',
  'first-skip',
  'no-skip',
  'later-process',
  'containers',
  'exits',
]);

class CaptureReading {
  readonly #capture: Capture;
  readonly #whole: Incident;
  /** What is known of each node by itself, with the sentences and findings of the whole. */
  readonly #of: ReadonlyMap<string, Incident>;

  constructor(capture: Capture) {
    this.#capture = capture;
    const { nodes, sources } = capture;
    const session = merged(
      sources.map((source) => ({ lines: source.map(({ text }) => text) })),
      65_536,
      true,
    );
    const { reconstruction } = analysisOf(session);
    const truth = nodes
      .flatMap((node) => node.truth)
      .map((record) => ({ record, at: timeOf(record.t) }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ record }) => record);
    const whole = incidentIn(reconstruction, nodes.flatMap(({ lines }) => lines).join('\n'), truth);
    const partOf = partsOfNodes(reconstruction);
    const { answer, findings, sentences } = whole;
    this.#of = new Map(
      nodes.map((node) => {
        const ids = reconstruction.history.nodes.filter(({ names }) => names.includes(node.name)).map(({ id }) => id);
        const own = incidentIn(partOf(new Set(ids)), node.lines.join('\n'), node.truth, node.scenario);
        return [node.name, { ...own, answer, findings, sentences }];
      }),
    );
    // Kubelets of two nodes can have the same pid.
    const each = [...this.#of.values()];
    this.#whole = {
      ...whole,
      windows: each.flatMap(({ windows }) => windows),
      relists: each.flatMap(({ relists }) => relists),
    };
  }

  /** Each node is known by its name, with its own processes only. */
  nodesThatDiffer(): readonly string[] {
    return [...this.#of].flatMap(([name, { history, truth }]) => {
      const own = new Set(truth.map(pidOf));
      const wrong = history.processes.filter(({ pid }) => !own.has(pid ?? 0)).map(({ pid }) => pid);
      if (history.nodes.length !== 1) return [`${name} is ${history.nodes.length} nodes`];
      return wrong.length === 0 ? [] : [`processes ${wrong.join(', ')} are not of ${name}`];
    });
  }

  untrueSentences(): readonly string[] {
    return this.#whole.sentences.flatMap((sentence) => this.#untrue(sentence));
  }

  #untrue(sentence: Sentence): readonly string[] {
    const { history, answer } = this.#whole;
    const nodes = [...this.#of.values()];
    const told = nodes.find((node) => node.history.episodes.some(({ id }) => id === answer.episode));
    const unhealthy = nodes.filter((node) => node.history.episodes.some(({ startup }) => !startup));
    const some = (of: readonly Incident[]): readonly string[] => {
      const complaints = of.map((node) => complaintOf(sentence, node));
      return complaints.some((of) => of.length === 0) ? [] : (complaints[0] ?? [`${sentence.kind}: of no node`]);
    };
    const each = (of: readonly Incident[]): readonly string[] => of.flatMap((node) => complaintOf(sentence, node));
    if (OF_THE_TOLD.has(sentence.kind)) return each(told === undefined ? [] : [told]);
    switch (sentence.kind) {
      case 'node':
        return history.nodes.some(({ names: [name] }) => `${name}:` === sentence.text) ? [] : ['node: of no name'];
      case 'count': {
        const on = /on (\d+) nodes/.exec(sentence.text)?.[1] ?? '1';
        if (Number(on) !== unhealthy.length) return [`count: on ${unhealthy.length} nodes: ${sentence.text}`];
        return [
          ...complaintOf(sentence, this.#whole),
          ...unhealthy.flatMap((node) => {
            const times = node.history.episodes.filter(({ startup }) => !startup).length;
            return times === 1 ? [] : complaintOf({ ...sentence, text: `unhealthy ${times} times` }, node);
          }),
        ];
      }
      case 'recovered':
      case 'end-unknown':
        return sentence.kind === 'recovered' ? each(unhealthy) : some(unhealthy);
      case 'goes-on':
      case 'node-reports':
      case 'fails-again':
        return some(told === undefined ? nodes : unhealthy);
      case 'no-trouble':
        return each(nodes);
      case 'which-episode':
        return this.#wrongChoice(sentence);
      case 'health-check':
        return [
          ...complaintOf(sentence, { ...this.#whole, windows: [] }),
          ...nodes.flatMap((node) => complaintOf({ ...sentence, times: [] }, node)),
        ];
      case 'forecast':
        return some([...this.#of].filter(([name]) => sentence.text.includes(name)).map(([, node]) => node));
      case 'cause':
        return told === undefined ? complaintOf(sentence, this.#whole) : complaintOf(sentence, told);
      case 'causes-differ':
        return [...complaintOf(sentence, { ...this.#whole, truth: [] }), ...this.#wrongCauses(sentence)];
      default:
        return complaintOf(sentence, this.#whole);
    }
  }

  #wrongChoice(sentence: Sentence): readonly string[] {
    const lengths = [...this.#of.values()].flatMap((node) =>
      node.history.episodes.flatMap((episode) =>
        episode.startup ? [] : [{ id: episode.id, length: trueLength(node, episode) }],
      ),
    );
    const told = lengths.find(({ id }) => id === this.#whole.answer.episode)?.length ?? 0;
    const isWrong = sentence.text.startsWith('The longest') && lengths.some(({ length }) => isLonger(length, told));
    return isWrong ? [`which-episode: another one was longer`] : complaintOf(sentence, { ...this.#whole, windows: [] });
  }

  /** `for the one from <…>: the calls hung (high confidence)`: of the node on which it began. */
  #wrongCauses({ text }: Sentence): readonly string[] {
    return text.split('; for ').flatMap((clause) => {
      const times = [...clause.matchAll(/<([\d.]+)>/g)].map(([, time]) => Number(time));
      const on = [...this.#of.values()].filter(({ history }) =>
        history.episodes.some(({ begin }) => times.every((time) => time >= begin.min && time <= begin.max)),
      );
      return this.#whole.findings
        .filter((finding) => said(clause, finding) && !on.some((node) => isShown(finding, node)))
        .map((finding) => `causes-differ: the truth does not show ${finding.id}: ${clause}`);
    });
  }

  untrueFindings(): readonly string[] {
    return this.#whole.findings.flatMap((finding) => {
      const named = this.#capture.nodes.filter(({ name }) => finding.title.includes(name)).map(({ name }) => name);
      const strangers =
        named.length === 0 ? [] : finding.evidence.filter((line) => !named.includes(this.#ownerOf(line)));
      const wrong =
        named.length === 0 ? this.#shownNowhere(finding) : named.filter((name) => !this.#isShownOn(finding, name));
      return [
        ...strangers.map((line) => `finding: line ${line.line} is of ${this.#ownerOf(line)}: ${finding.title}`),
        ...wrong.map((name) => `finding: the truth of ${name} does not show ${finding.id}: ${finding.title}`),
      ];
    });
  }

  #shownNowhere(finding: Finding): readonly string[] {
    return [...this.#of.keys()].some((name) => this.#isShownOn(finding, name)) ? [] : ['all nodes'];
  }

  #isShownOn(finding: Finding, name: string): boolean {
    const node = this.#of.get(name);
    return node !== undefined && isShown(finding, node);
  }

  #ownerOf({ source, line }: LineReference): string {
    return this.#capture.sources[source]?.[line - 1]?.of.name ?? '';
  }
}
