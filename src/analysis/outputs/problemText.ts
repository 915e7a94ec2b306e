/** What is wrong with an input, in words: one sentence that says it and one that says what to do. Command line and editor show the same. */
import { saveJournalCommand } from '../../kubelet/journalCommand.ts';
import { type Printable, printable } from '../../kubelet/printable.ts';
import { listText } from '../../diagnosis/answer/paragraph.ts';
import { shorten } from '../../diagnosis/words/factText.ts';
import type { InputProblem } from '../analysis.ts';
import type { Likeness } from '../sources/looksLike.ts';
import { lastWordsText } from '../sources/lastWords.ts';
import { beginOfTrouble, nodeDescriptionText } from '../sources/nodeDescription.ts';
import { unitTroubleText } from '../sources/unitTrouble.ts';

export interface ProblemText {
  readonly title: Printable;
  readonly whatToDo: Printable;
}

/** How a user gets the right log from a node. */
const HOW_TO_EXPORT = `On the node, write the kubelet's journal with: \`${saveJournalCommand()}\``;

/** The journal of the unit that systemd speaks of, which may be that of a program with a kubelet in it. */
function ofUnit(unit: string): string {
  const name = unit.replace(/\.service$/, '');
  // From 1.21 on the kubelet of MicroK8s is in kubelite.
  const units = name.startsWith('snap.microk8s.') ? '-u snap.microk8s.daemon-kubelite' : `-u ${name}`;
  return `On the node, write its journal with: \`${saveJournalCommand().replace('-u kubelet', units)}\``;
}

/** The same from before the time of which a description tells, or of the unit that is named. */
function howToExport(likeness: Likeness | undefined): string {
  const unit = likeness !== undefined && 'trouble' in likeness ? likeness.trouble?.unit : undefined;
  if (unit !== undefined && unit !== 'kubelet.service') return ofUnit(unit);
  const since =
    likeness?.kind === 'description' && likeness.node !== undefined ? beginOfTrouble(likeness.node) : undefined;
  return since === undefined
    ? HOW_TO_EXPORT
    : `On the node, write the kubelet's journal with: \`${saveJournalCommand(`--since "${since}"`)}\``;
}

/** Whether another file is needed: a log of a kubelet is still to be fetched. */
export function isOtherFile({ kind }: InputProblem): boolean {
  return kind !== 'cancelled' && kind !== 'nothing-in-window';
}

/** The words for a problem; `names` are those of the files. */
export function problemText(problem: InputProblem, ...names: readonly string[]): ProblemText {
  const { title, whatToDo } = wordsOf(problem, listText(names), names.length > 1);
  return { title: printable(title), whatToDo: printable(whatToDo) };
}

function wordsOf(
  problem: InputProblem,
  name: string,
  areSeveral: boolean,
): { readonly title: string; readonly whatToDo: string } {
  const holds = areSeveral ? 'hold' : 'holds';
  switch (problem.kind) {
    case 'empty':
      return {
        title: `${name} ${areSeveral ? 'are' : 'is'} empty.`,
        whatToDo: `Check that the log was written. Where journalctl printed nothing, ${WHY_NO_ENTRIES} ${HOW_TO_EXPORT}`,
      };
    case 'unreadable':
      return {
        title: problem.why,
        whatToDo:
          problem.mayBeWhole === true
            ? 'Then open what that gives: nothing is known to be wrong with the file.'
            : `No line of a kubelet was read: fetch or write the file again. ${HOW_TO_EXPORT}`,
      };
    case 'binary':
      return {
        title: areSeveral
          ? `${name} hold no log, and one of them is a binary file.`
          : `${name} is a binary file, not a log.`,
        whatToDo: `Journal files of systemd, tar, zip, gzip, zstd, xz and bzip2 are read as they are; other archives must be unpacked first. ${HOW_TO_EXPORT}`,
      };
    case 'no-kubelet-records':
      return {
        title: `${name} ${holds} no kubelet records (${problem.lines.toLocaleString('en')} ${problem.lines === 1 ? 'line' : 'lines'} read).`,
        whatToDo: isOf('Talos', problem.looksLike)
          ? OF_TALOS
          : isOf('k3s', problem.looksLike)
            ? `${saidLast(problem.looksLike)}${OF_K3S}`
            : `${likenessText(problem.looksLike)} ${howToExport(problem.looksLike)}`,
      };
    case 'nothing-in-window':
      return {
        title: `${name} ${holds} no kubelet records in the stretch of time asked for (${problem.records.toLocaleString('en')} ${problem.records === 1 ? 'record lies' : 'records lie'} outside).`,
        whatToDo:
          'Choose other times for --since and --until; without a zone they are read like the times in the output.',
      };
    case 'cancelled':
      return { title: `Reading ${name} was cancelled.`, whatToDo: 'Start again to read it from the beginning.' };
  }
}

/** Why `journalctl` can have nothing of a unit. */
const WHY_NO_ENTRIES =
  'the unit may have another name (see `systemctl list-units "*kube*" "*k3s*" "*rke2*"`), the time asked for may hold nothing, or the journal may only be read with sudo.';

/** There is no journal on a node of Talos. */
const OF_TALOS =
  "It looks like Talos' own messages (`talosctl dmesg`); its kubelet's are had by `talosctl -n <node> logs kubelet > kubelet.log`.";

/** The kubelet is a part of k3s, and a program of its own in rke2. */
const OF_K3S =
  'It looks like the log of k3s or rke2, of which no line is of the kubelet. The whole log of k3s has them: `journalctl -u k3s -u k3s-agent -o short-iso-precise > kubelet.log`, or `/var/log/k3s.log` where there is no systemd; in rke2 the kubelet writes `/var/lib/rancher/rke2/agent/logs/kubelet.log`.';

function isOf(program: string, likeness: Likeness | undefined): boolean {
  return likeness?.kind === 'log' && likeness.program === program;
}

function saidLast(likeness: Likeness | undefined): string {
  return likeness?.kind === 'log' && likeness.lastWords !== undefined ? `${lastWordsText(likeness.lastWords)} ` : '';
}

/** What it looks like instead, and where the kubelet's log is to be found. */
function likenessText(likeness: Likeness | undefined): string {
  switch (likeness?.kind) {
    case undefined:
      return 'It may be the log of another program.';
    case 'log':
      return `${saidLast(likeness)}It looks like ${likeness.program}'s log; the kubelet of the same node has a log of its own.`;
    case 'last-words':
      return lastWordsText(likeness.lastWords);
    case 'kernel':
      return "It looks like the kernel's messages (dmesg); the kubelet writes into the journal, or to a file.";
    case 'empty-journal':
      return `It is an empty journal ("-- No entries --"): ${WHY_NO_ENTRIES}`;
    case 'empty-section':
      return 'It is a capture of several programs whose part for the kubelet is empty ("-- No entries --"): the kubelet was not running, or had written nothing since the machine came up.';
    case 'systemd':
      if (likeness.said !== undefined && likeness.trouble?.flagsListed !== true)
        return `Beside systemd's lines it holds nothing that has the form of the kubelet's log; what stands behind its name ends in "${shorten(likeness.said, 200)}".${likeness.trouble === undefined ? '' : ` ${unitTroubleText(likeness.trouble, likeness.said)}`}`;
      if (likeness.trouble !== undefined) return `It holds systemd's lines only. ${unitTroubleText(likeness.trouble)}`;
      return "It holds systemd's lines only, none of the kubelet itself: it was filtered, or the kubelet logs to a file, or in a unit of another name.";
    case 'unit-trouble':
      return unitTroubleText(likeness.trouble);
    case 'unit-status':
      if (likeness.trouble !== undefined)
        return `It looks like the output of \`systemctl status\`, without the log. ${unitTroubleText(likeness.trouble)}`;
      return 'It looks like the output of `systemctl status`, without the log.';
    case 'description':
      return `It looks like the output of \`kubectl describe\`, which tells what the API server knows, not what the kubelet logged.${likeness.node === undefined ? '' : ` ${nodeDescriptionText(likeness.node)}`}`;
    case 'manifest':
      return 'It looks like an object of the API (`kubectl get -o yaml` or a manifest), not a log.';
    case 'metrics':
      return "It looks like a scrape of metrics, but not of a kubelet's own: those are at `kubectl get --raw /api/v1/nodes/NODE/proxy/metrics`.";
    case 'table':
      return 'It looks like a table of `kubectl get`, not a log.';
    case 'events':
      return "It looks like events (`kubectl get events`): they tell when something happened to a node or a pod, and the log of that node's kubelet tells why.";
  }
}

/** More would not be read. */
const MOST_WARNINGS = 3;

/** The words for a folder or an archive without a kubelet log. */
export function noLogsProblem(
  folder: string,
  {
    lookedAt,
    cutShort,
    warnings = [],
  }: {
    readonly lookedAt: number;
    readonly cutShort: boolean;
    readonly warnings?: readonly { readonly text: string }[];
  },
): ProblemText {
  const searched = `${lookedAt} ${lookedAt === 1 ? 'file' : 'files'} looked at${cutShort ? ', not all of it' : ''}`;
  return {
    title: printable(`${folder} holds no kubelet log (${searched}).`),
    whatToDo: printable([...warnings.slice(0, MOST_WARNINGS).map(({ text }) => text), HOW_TO_EXPORT].join(' ')),
  };
}
