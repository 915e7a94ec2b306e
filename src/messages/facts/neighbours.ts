/** Facts of lines that the kubelet did not write. */
import { endsK3s } from '../recognise/logrus.ts';
import { baseName } from '../../kubelet/baseName.ts';
import { hasKubeletAsChild, isKubeletName } from '../../kubelet/writers.ts';
import type { NeighbourKind, UnitEnd } from '../fact.ts';
import type { FactBuilder } from '../recognise/row.ts';
import { classOfError } from '../texts/errorClass.ts';
import { made, withKnown } from './made.ts';
import { nodeTrouble } from './troubles.ts';

/** A neighbour's line of one kind; the unit is the one the line names, else who wrote it. */
export function neighbourSays(what: NeighbourKind): FactBuilder {
  return ({ base, message, identifier, field }) => {
    const unit = field('unit') ?? identifier;
    return made(base, { kind: 'neighbour', what, text: message, ...(unit === undefined ? {} : { unit }) });
  };
}

/** systemd-networkd tells of the device of each pod that goes, too: only names of cards count. */
const OF_CARD = /(?:^| )(?:en|eth|bond)\w{1,14}: Lost carrier/;

export const carrierLost: FactBuilder = (found) =>
  OF_CARD.test(found.message) ? neighbourSays('link-down')(found) : undefined;

/** Unit lines of systemd: only units that matter to a node's pods, for every pod adds hundreds of scopes, slices and mounts. */
const OTHER_UNITS =
  /^(?:kubepods|cri-containerd-|crio-(?!\.service)|docker-[0-9a-f]{12}|libcontainer|session-|user@|user-|run-|var-lib-|tmp-|sys-|dev-)|\.(?:scope|slice|mount|device|timer|target|swap)$/;

export function unitChanged(what: NeighbourKind): FactBuilder {
  return (found) => {
    const unit = found.field('unit');
    if (unit === undefined || unit === '' || OTHER_UNITS.test(unit)) return undefined;
    return neighbourSays(what)(found);
  };
}

/** The last words of a runtime, or why it does not start: the error alone, without the quotes of logrus. `writer`: what the line must begin with; within others the same words tell nothing. */
export function runtimeEnds(writer = ''): FactBuilder {
  return ({ base, message, identifier: unit, field }) =>
    message.startsWith(writer)
      ? made(base, {
          kind: 'neighbour',
          what: classOfError(message) === 'no-space' ? 'disk-full' : 'runtime-error',
          text: (field('error') ?? message).replace(/"$/, '').replaceAll('\\"', '"'),
          ...(unit === undefined ? {} : { unit }),
        })
      : undefined;
}

/** systemd starts a kubelet again that has ended; newer ones say how often they did, since the unit was started by hand or the machine booted. */
export const kubeletRestarts: FactBuilder = (found) => {
  const unit = found.field('unit')?.replace(/\.service$/, '');
  return unit !== undefined && isKubeletName(unit) ? unitChanged('unit-restarts')(found) : undefined;
};

/** The script that looks after kubelet and runtime on GKE and kube-up is about to kill one of them; the unit is the one that it means. */
export function healthMonitor(unit: string): FactBuilder {
  return ({ base, message, field }) =>
    made(base, { kind: 'neighbour', what: 'health-monitor', text: message, unit: field('unit') ?? unit });
}

export const journalLoss: FactBuilder = ({ base, message, field }) => {
  const lost = Number(field('count') ?? Number.NaN);
  return made(base, { kind: 'journal-loss', text: message, ...(Number.isInteger(lost) ? { lost } : {}) });
};

export const boot: FactBuilder = ({ base }) => made(base, { kind: 'boot' });

/** A unit ends in a way that the message itself tells. */
export function unitEnds(what: NeighbourKind, end: UnitEnd): FactBuilder {
  return (found) => {
    const fact = unitChanged(what)(found);
    return fact === undefined || !('kind' in fact) || fact.kind !== 'neighbour' ? fact : withKnown(fact, 'end', end);
  };
}

/** A status or signal of systemd: `1/FAILURE`, `9/KILL`, `255/n/a`. */
const STATUS = /^(\d{1,3})(?:\/|$)/;

/** `Main process exited, code=killed, status=9/KILL`: `code` is what waitid(2) says (exited, killed, dumped). */
export const mainProcessExited: FactBuilder = (found) => {
  const code = found.field('code');
  const status = STATUS.exec(found.field('status') ?? '')?.[1];
  const sign = code === 'killed' || code === 'dumped' ? 'killed' : 'exited';
  return unitEnds('unit-failed', { sign, ...(status === undefined ? {} : { status: Number(status) }) })(found);
};

/** The line of `systemctl status` on the last process of a unit: of one that runs a kubelet, by the name of its program. */
export const statusOfProcess: FactBuilder = ({ base, message, field }) => {
  const name = baseName((field('command') ?? '').split(' ', 1)[0] ?? '');
  return isKubeletName(name)
    ? made(base, { kind: 'neighbour', what: 'unit-status', text: message, unit: `${name}.service` })
    : undefined;
};

/** Commands that take a machine down at once; `shutdown` without a time does so in a minute, and may be taken back. */
const TAKES_DOWN =
  /^(?:\S{0,100}\/)?(?:(?:reboot|poweroff|halt)(?: |$)|systemctl (?:-\S{1,40} ){0,4}(?:reboot|poweroff|halt)(?: |$)|shutdown .{0,40}\b(?:now|0)\b|(?:tel)?init [06]$)/;

/** Of systemctl, service and kubeadm (kubernetes/kubernetes, cmd/kubeadm/app/cmd/phases/reset/cleanupnode.go). */
const STOPS = /^(?:stop|restart|try-restart|reset)$/;

/** A command that has systemd stop a kubelet: by the name of its unit, or with all that kubeadm made. */
function stopsKubelet([program = '', ...words]: readonly string[]): boolean {
  const name = baseName(program);
  if (!words.some((word) => STOPS.test(word))) return false;
  return name === 'kubeadm'
    ? words[0] === 'reset' && !words.includes('--dry-run')
    : (name === 'systemctl' || name === 'service') && words.some((word) => isKubeletName(word));
}

/** What stands before a command that sudo refused (`command not allowed ; `) is no field (sudo, lib/eventlog/eventlog.c, new_logline). */
const OF_FIELDS = /^[A-Z]{1,8}=/;

/** A command that somebody gave through sudo: of those that take the machine down, or stop its kubelet. */
export const commandOfSudo: FactBuilder = ({ base, message, field, identifier = 'sudo' }) => {
  const command = field('command') ?? '';
  if (!OF_FIELDS.test(field('details') ?? 'PWD=')) return undefined;
  const text = message.trim();
  if (TAKES_DOWN.test(command)) return made(base, { kind: 'neighbour', what: 'power-off-asked', text });
  // The unit is who wrote the line: the text alone names a kubelet of which it tells no end.
  return stopsKubelet(command.split(' '))
    ? made(base, { kind: 'neighbour', what: 'kubelet-stop-asked', text, unit: identifier })
    : undefined;
};

/** `Failed with result 'signal'`: exit-code, signal, core-dump, timeout, oom-kill, … */
export const failedWithResult: FactBuilder = (found) => {
  const result = found.field('result');
  return unitEnds('unit-failed', { sign: 'failed', ...(result === undefined ? {} : { result }) })(found);
};

/** `Kill(ed) process PID (NAME) …`, as the kernel writes it since 2.6 (mm/oom_kill.c). */
const VICTIM = /Kill(?:ed)? process (\d{1,10})(?:, UID \d{1,10},)?,? \(([^)]{1,64})\)/;

/** The kernel killed a process for want of memory. */
export const memoryRanOut: FactBuilder = (found) => {
  const fact = neighbourSays('out-of-memory')(found);
  const match = VICTIM.exec(found.message);
  if (match === null || fact === undefined || !('kind' in fact) || fact.kind !== 'neighbour') return fact;
  return withKnown(fact, 'victim', { pid: Number(match[1]), name: match[2] ?? '' });
};

/** Of a child the program that runs the kubelet knows the status alone; of one in its own process (k3s, pkg/daemons/executor/embed.go) what it said last. */
export const kubeletExited: FactBuilder = (found) =>
  (/^(?:exit status|signal:) /.test(found.field('err') ?? '') ? undefined : parentEnds(found)) ??
  nodeTrouble('kubelet-ended')(found);

/** A fatal line of the program that holds the kubelet: it exits with it. */
export const parentEnds: FactBuilder = ({ base, message, field, identifier }) => {
  const text = field('err') ?? message;
  if (identifier === undefined && !endsK3s(text)) return undefined;
  return made(base, {
    kind: 'kubelet-exit',
    text: text.replaceAll('\\"', '"').replace(/"$/, ''),
    fatal: true,
    by: 'fatal',
    ...(identifier !== undefined && hasKubeletAsChild(identifier) ? { ofRke2: true } : {}),
  });
};
