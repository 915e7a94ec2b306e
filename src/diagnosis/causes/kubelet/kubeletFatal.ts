/**
 * kubelet-fatal: the kubelet ended itself, and none of the other findings says why. Sign: an F line, `command failed` or `failed to run Kubelet` with other words; medium where only
 * systemd, or the program that runs it, tells that it ended with an error, or that its unit failed, also of one before the first whose lines are in the log. High with its words, where that is said twice and more, and where systemd cannot execute its program at all (status 203/EXEC).
 */
import { lookupsOf } from '../../../inference/lookups.ts';
import type { ProcessEnding } from '../../../inference/history.ts';
import { isKubeletUnit } from '../../../inference/streams/processes.ts';
import { isAllInOne } from '../../../kubelet/writers.ts';
import type { KubeletExitFact, NeighbourFact } from '../../../messages/fact.ts';
import { logrusText } from '../../../messages/recognise/logrus.ts';
import { type Instant, seconds } from '../../../kubelet/time.ts';
import { AT_THAT_TIME } from '../../tools/atThatTime.ts';
import { WHAT_STOPPED_IT } from '../../tools/endingSteps.ts';
import { stepsToJoin } from '../../tools/joiningServer.ts';
import { type Cause, makeFinding, type RankedFinding, times } from '../../cause.ts';
import { beforeText, datastoreBefore, datastoreSteps, leaderLost } from '../../signs/lostLeader.ts';
import { areOfRke2, endedByPanic, exitsOf, exitsText, fatalExits, nodeTroubles } from '../../signs/exits.ts';
import { otherMachineOf } from '../../signs/otherMachine.ts';
import { outOfTimeText, unitFailure } from '../../signs/unitFailure.ts';
import { earlierStatus, type UnitStatus, unitStatus } from '../../signs/unitStatus.ts';
import { bothEnds, shorten } from '../../words/factText.ts';
import { amountOf } from '../../words/amountText.ts';
import { quoting } from '../../words/lastWords.ts';
import { type DiagnosisView, lineEvidence } from '../../view.ts';

const ONLY_SYSTEMD = 'Only systemd says so; the line in which the kubelet said why is not in this log.';
const AGAIN =
  'systemd (or whatever else supervises it) starts it again; while it cannot start, the node is NotReady, and running pods keep running.';
const MEANWHILE = 'While it does not run, the node is NotReady; running pods keep running.';
const GIVEN_UP =
  'systemd has given up starting it: the node is NotReady until somebody does, and running pods keep running.';

export const kubeletFatal: Cause = {
  id: 'kubelet-fatal',
  ofUnit: true,
  find(view) {
    const unexecuted = neverExecuted(view);
    if (unexecuted.length > 0) return [notExecuted(view, unexecuted)];
    const lost = exitsOf(view, 'leader-lost');
    if (lost.length > 0) return [leaderLost(view, lost)];
    const exits: readonly KubeletExitFact[] = exitsOf(view, 'other');
    const isFatalFound = fatalExits(view).length > 0;
    const endings = isFatalFound
      ? []
      : view.history.processes.filter(
          (process) =>
            process.ending?.how === 'exited' &&
            process.ending.code !== undefined &&
            process.ending.code !== 0 &&
            !endedByPanic(view, process),
        );
    if (exits.length + endings.length === 0) {
      if (isFatalFound) return [];
      const told = asItsParentSays(view);
      if (told.length > 0) return told;
      const failed = asItsUnitFailed(view);
      if (failed.length > 0) return failed;
      const status = asItsStatusSays(view);
      if (status.length > 0) return status;
      const before = asEndedBefore(view);
      return before.length > 0 ? before : asItsStatusSaidBefore(view);
    }
    const code = endings.at(-1)?.ending?.code;
    // In a program with the datastore's users in it that is why it ended, mostly.
    const ends = endings.filter(({ identifier }) => identifier !== undefined && isAllInOne(identifier));
    const slow = datastoreBefore(
      view,
      ends.flatMap(({ ending }) => ending?.at.max ?? []),
    ).filter(({ what }) => what === 'etcd-slow' || what === 'etcd-failing');
    const gaveUp = unitFailure(view).gaveUp !== undefined;
    const toJoin = stepsToJoin(exits.at(-1)?.text ?? '');
    return [
      makeFinding('kubelet-fatal', {
        weight: 'cause',
        confidence: exits.length > 0 ? 'high' : 'medium',
        title:
          exits.length > 0
            ? areOfRke2(exits)
              ? 'rke2 exited with an error, and no kubelet runs without it'
              : quoting('The kubelet exited with an error', exits.at(-1)?.text)
            : `The kubelet ended with status ${code ?? 'of an error'}${afterDatastore(slow)}`,
        explanation: `${exitsText(view, exits)}${exits.length > 0 ? (gaveUp ? GIVEN_UP : areOfRke2(exits) ? MEANWHILE : AGAIN) : `${ONLY_SYSTEMD}${slow.length > 0 ? ` ${beforeText(view, slow)} API server, controllers and kubelet are one program there, and it ends when the datastore does not answer in time.` : ''}${gaveUp ? ` ${GIVEN_UP}` : ''}`}`,
        nextSteps: areOfRke2(exits)
          ? [...toJoin, lastWordsStep('')]
          : toJoin.length > 0
            ? [...toJoin, lastWordsStep('-u kubelet ')]
            : [...(slow.length > 0 ? datastoreSteps(view) : []), ...stepsToLastWords()],
        timedBy: [
          ...exits,
          ...endings.map(({ ending, to }) => ({ time: ending === undefined ? to : knownEnd(ending) })),
        ],
        evidence: [
          ...slow.slice(0, 3),
          ...exits,
          ...endings.map(({ ending, last }) =>
            lineEvidence(ending?.evidence[0] ?? last, 'The kubelet ended with an error'),
          ),
        ],
      }),
    ];
  },
};

/** A stamp of systemd may be cut to its second; the latest time in it is no time that a line has. */
function knownEnd({ at: { min, max } }: ProcessEnding): Instant {
  return max - min < seconds(1) ? min : max;
}

/** What its datastore was like before, by the lines that say so. */
function afterDatastore([first]: readonly NeighbourFact[]): string {
  if (first === undefined) return '';
  return first.what === 'etcd-slow' ? ', after its datastore had been slow' : ', after its datastore had not answered';
}

/** rke2 and k3s run the kubelet and say when it ends; why, it says in a log of its own. */
function asItsParentSays(view: DiagnosisView): readonly RankedFinding[] {
  const lines = nodeTroubles(view, 'kubelet-ended');
  const last = lines.at(-1);
  if (last === undefined) return [];
  return [
    makeFinding('kubelet-fatal', {
      weight: 'cause',
      confidence: lines.length > 1 ? 'high' : 'medium',
      title:
        lines.length > 1
          ? `The kubelet ended ${times(lines.length)}, says the program that runs it`
          : 'The kubelet ended, says the program that runs it',
      explanation: `${amountOf(view, lines)}: "${shorten(logrusText(last.text) ?? last.text, 200)}". Why it ended stands in the log of the kubelet itself, not here. ${MEANWHILE}`,
      nextSteps: [
        'Read its own log: `tail -n 100 /var/lib/rancher/rke2/agent/logs/kubelet.log`; its last lines of severity E or F say why.',
        'See with which flags it is started: `ps -ef | grep "[k]ubelet"`, and the configuration in `/etc/rancher`.',
      ],
      evidence: lines,
    }),
  ];
}

/** systemd tells that the unit failed, and no line how its process ended. */
function asItsUnitFailed(view: DiagnosisView): readonly RankedFinding[] {
  const { failed, result, gaveUp } = unitFailure(view);
  const last = failed.at(-1);
  const ending = view.history.processes.at(-1)?.ending;
  if (
    last === undefined ||
    gaveUp !== undefined ||
    !(ending === undefined || (ending.how === 'exited' && ending.code === undefined) || outOfTimeText(view) !== '')
  )
    return [];
  return [
    makeFinding('kubelet-fatal', {
      weight: 'cause',
      confidence: 'medium',
      title: `The unit of the kubelet failed${result === undefined ? '' : `: ${result}`}`,
      explanation: `systemd says so at ${view.formatTime(last.time)}: "${shorten(last.text, 140)}".${outOfTimeText(view)} Only its own last lines say why; while no kubelet runs, the node is NotReady; running pods keep running.`,
      nextSteps: stepsToLastWords(),
      evidence: failed,
    }),
  ];
}

/** `TimeoutStopSec` of systemd (systemd.service(5), default 90 s): what ends within it of being told to stop was stopped. */
const STOPPED_WITHIN = seconds(90);

/** systemd tells of the end of a kubelet of which no line is in the log, before the first one that wrote some: a piece of a journal begins anywhere. */
function asEndedBefore(view: DiagnosisView): readonly RankedFinding[] {
  const [next] = view.history.processes;
  if (next === undefined || view.history.nodes.length > 1) return [];
  const ends: NeighbourFact[] = [];
  let stopping = Number.NEGATIVE_INFINITY;
  for (const fact of view.facts.of(undefined, 'neighbour')) {
    const { end, time, unit, text } = fact;
    if (end === undefined || time >= next.from || !isKubeletUnit(unit, text)) continue;
    if (end.sign === 'stopping') stopping = time;
    else if ((end.sign === 'killed' || (end.sign === 'exited' && end.status !== 0)) && time - stopping > STOPPED_WITHIN)
      ends.push(fact);
  }
  const last = ends.at(-1);
  if (last?.end === undefined) return [];
  const { sign, status } = last.end;
  return [
    makeFinding('kubelet-fatal', {
      weight: 'circumstance',
      confidence: 'medium',
      title: `An earlier kubelet ${sign === 'killed' ? 'was killed' : `ended with ${status === undefined ? 'an error' : `status ${status}`}`}`,
      explanation: `${amountOf(view, ends)} of systemd: "${shorten(last.text, 140)}". ${unseenText(view, next.from)}`,
      nextSteps: stepsToLastWords(),
      timedBy: ends,
      evidence: [...ends.slice(0, 3), ...ends.slice(-2)],
    }),
  ];
}

/** What is known of a kubelet that wrote nothing here, and when the next one wrote. */
function unseenText(view: DiagnosisView, next: Instant): string {
  return `Of that kubelet no line is in this log; its own last lines say why it ended. The next one wrote its first line at ${view.formatTime(next)}; until it is ready, the node is NotReady, and running pods keep running.`;
}

/** The same as `systemctl status` told it then. */
function asItsStatusSaidBefore(view: DiagnosisView): readonly RankedFinding[] {
  const status = earlierStatus(view);
  const [next] = view.history.processes;
  if (status === undefined || next === undefined) return [];
  return [
    makeFinding('kubelet-fatal', {
      weight: 'circumstance',
      confidence: 'medium',
      title: `An earlier kubelet ${status.end.startsWith('signal') ? 'was killed' : `ended with ${status.end}`}`,
      explanation: `${statusText(status)} ${unseenText(view, next.from)}`,
      nextSteps: stepsToLastWords(),
      timedBy: timesOf(status),
      evidence: status.lines,
    }),
  ];
}

/** When it ended, where the status tells it. */
function timesOf({ since }: UnitStatus): readonly { readonly time: Instant }[] {
  return since === undefined ? [] : [{ time: since }];
}

function statusText({ lines: [active, process] }: UnitStatus): string {
  return `The output of \`systemctl status\` says so: "${shorten(active.text, 140)}", "${bothEnds(process.text, 140)}".`;
}

const STATUS_TITLES: Readonly<Record<UnitStatus['state'], (end: string) => string>> = {
  restarting: (end) => `The kubelet ended with ${end}, and systemd is about to start it again`,
  failed: (end) => `The kubelet ended with ${end}, and systemd does not start it again`,
  stopped: () => 'The kubelet is stopped',
};

/** The output of `systemctl status` tells that it does not run, and no line below why. */
function asItsStatusSays(view: DiagnosisView): readonly RankedFinding[] {
  const status = unitStatus(view);
  if (status === undefined) return [];
  const { state, end, lines } = status;
  return [
    makeFinding('kubelet-fatal', {
      weight: 'cause',
      confidence: 'medium',
      title: STATUS_TITLES[state](end),
      explanation: `${statusText(status)} ${state === 'stopped' ? 'Somebody, or something that it depends on, stopped it; while' : 'Only its own last lines say why; while'} no kubelet runs, the node is NotReady; running pods keep running.`,
      nextSteps: state === 'stopped' ? ['Start it: `systemctl start kubelet`.', WHAT_STOPPED_IT] : stepsToLastWords(),
      timedBy: timesOf(status),
      evidence: lines,
    }),
  ];
}

function lastWordsStep(whose: string): string {
  return `Read its last lines before it ended: \`journalctl ${whose}${AT_THAT_TIME} | tail -100\`.`;
}

function stepsToLastWords(): readonly string[] {
  return [
    lastWordsStep('-u kubelet '),
    'See how often it was started: `systemctl show kubelet -p NRestarts`.',
    'Start it by hand to see all of its words: `systemctl stop kubelet`, then the command of `systemctl cat kubelet`.',
  ];
}

/** systemd.exec(5), "process exit codes": the program of ExecStart= is not there, or cannot be run. */
const EXEC_FAILED = 203;

/** Attempts of systemd to run a kubelet's program that came to nothing, later than all that a kubelet of the same machine wrote. */
function neverExecuted(view: DiagnosisView): readonly NeighbourFact[] {
  const { processes } = view.history;
  return view.facts.of(undefined, 'neighbour').filter((fact) => {
    const { what, end, unit, text, time } = fact;
    if (what !== 'unit-failed' || end?.sign !== 'exited' || end.status !== EXEC_FAILED) return false;
    if (!isKubeletUnit(unit, text)) return false;
    if (otherMachineOf(view, fact) !== undefined) return true;
    const own = lookupsOf(view.history).nodeOfHost(view.queries.hostOf(fact) ?? '');
    return processes.every(({ node, to }) => time >= to || (own !== undefined && node !== own));
  });
}

function notExecuted(view: DiagnosisView, facts: readonly NeighbourFact[]): RankedFinding {
  const [first] = facts;
  const other = first === undefined ? undefined : otherMachineOf(view, first);
  return makeFinding('kubelet-fatal', {
    weight: 'cause',
    confidence: 'high',
    title: `systemd cannot execute the kubelet's program${other === undefined ? '' : ` on node ${other}`}`,
    explanation: `${amountOf(view, facts)}: "${shorten(facts.at(-1)?.text ?? '', 140)}". The program that the unit names is not there, may not be executed, or is made for another kind of machine; so no kubelet runs, and the node is NotReady until that is mended. Running pods keep running.`,
    nextSteps: [
      'See which program the unit names, and whether it is there, executable and made for this machine: `systemctl cat kubelet`, then `ls -lL` and `file` of the path behind ExecStart= (with SELinux: `ausearch -m avc -ts recent`).',
      'Install it anew or mend the path, then: `systemctl daemon-reload && systemctl reset-failed kubelet && systemctl restart kubelet`.',
    ],
    evidence: [...facts.slice(0, 3), ...facts.slice(-2)],
  });
}
