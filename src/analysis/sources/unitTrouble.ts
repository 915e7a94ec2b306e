/** What systemd alone tells of a kubelet that does not run: for a text in which no line of the kubelet itself stands. */

import { isKubeletName } from '../../kubelet/writers.ts';

/** How the unit of a kubelet ends, as far as systemd says it. */
export interface UnitTrouble {
  readonly unit: string;
  /** systemd could not even execute the program (status 203/EXEC, systemd.exec(5)). */
  readonly cannotExecute: boolean;
  readonly binary: string | undefined;
  /** The error of the system. */
  readonly why: string | undefined;
  /** `255/EXCEPTION`, `9/KILL`, or of `systemctl status` `KILL`; of the last end. */
  readonly status: string | undefined;
  /** systemd gave up starting it. */
  readonly startLimit: boolean;
  readonly restarts: number | undefined;
  /** systemd stopped it, without an error, and started none after it. */
  readonly stopped: boolean;
  /** The runtime's unit that ended before it: systemd stops with a unit those that require it. */
  readonly runtime: string | undefined;
  /** The kernel killed the runtime for lack of memory. */
  readonly outOfMemory: boolean;
  /** The kubelet wrote the list of its flags. */
  readonly flagsListed: boolean;
  /** What runs before the program (ExecStartPre=) failed, so it was not started; without a status it did not end in time. */
  readonly before: { readonly command?: string | undefined; readonly status?: string | undefined } | undefined;
  /** A unit that it requires did not start, so systemd did not start it. */
  readonly dependency: boolean;
}

const LONGEST = 1000;
const UNIT = /\b[\w.@-]{1,80}\.service\b/g;
/** systemd, src/core/execute.c (`Failed at step …`, `Failed to locate executable`, in 249 to 254 `Failed to execute`) and src/core/exec-invoke.c. */
const NOT_EXECUTED: readonly RegExp[] = [
  /Failed at step EXEC spawning (\S{1,200}): (.{1,100})/,
  /(?:Failed|Unable) to locate executable '?([^':\s]{1,200})'?: (.{1,100})/,
  /Failed to execute (\/[^:\s]{1,200}): (.{1,100})/,
];
const COMMAND_NOT_EXECUTED = /Failed to execute command: (.{1,100})/;
const EXEC_START = /ExecStart=[-@:+!]{0,3}(\/\S{1,200})/;
/** The unit is called as its program where nothing else names it. */
const PROGRAM = /ExecStart=[-@:+!]{0,3}\/\S{0,200}\/(kubelet|k3s|rke2|k0s)\b/;
/** Of `systemctl status`. */
const DEAD = /^\s{0,12}Active: inactive \(dead\)/;
const EXIT = /\bcode=\w{1,10}, (?:status=(?=\d)|signal=(?=[A-Z]))(\w{1,6}(?:\/[\w/]{1,20})?)/;
/** What systemd counts as no failure (systemd.service(5), SuccessExitStatus=): an old kubelet does not handle SIGTERM, and dies of it. */
const CLEAN = /^0|^(?:15\/)?TERM$/;
const KILLED = /^(?:9\/)?KILL$/;
/** What runs before or after the program (ExecStartPre=). */
const BESIDE = /[Cc]ontrol process exited|ExecStartPre|ExecStartPost/;
/** Of `systemctl status`, where the unit is not up and its program did not end: one whose failure counts (systemd.service(5)). */
const FAILED_BEFORE =
  /ExecStartPre=[-@:+!]{0,3}(\/[^\s(]{1,200}) [^(\n]{0,600}\(code=(?:exited|killed|dumped), (?:status|signal)=(?!0\b)([\w/]{1,30})\)/;
/** The same in the journal, which does not name the command. */
const CONTROL_EXIT = /[Cc]ontrol process exited, code=\w{1,10},? (?:status|signal)=(?!0\b)([\w/]{1,30})/;
/** systemd, src/core/service.c, service_dispatch_timer; older ones begin with a capital. */
const PRE_TIMED_OUT = /\b[Ss]tart-pre operation timed out/;
const STARTED = /\bStarted .{0,40}(?:kubelet|kubernetes)/i;
/** systemd, src/core/job.c. */
const DEPENDENCY = /\.service\/start failed with result 'dependency'/;
const NOT_UP = /^\s{0,12}Active: (?:failed|activating \(auto-restart\)|inactive)/;
const PROGRAM_ENDED = /\bMain PID: \d{1,8} \([^)]{0,40}\bcode=|[Mm]ain process exited/;
const LIMIT = /[Ss]tart request repeated too quickly|start-limit/;
/** `Deactivated successfully.` from systemd 245 on, `Succeeded.` before; a restart says `Scheduled restart job`. */
const WENT_WELL = /\.service: (?:Deactivated successfully|Succeeded)\./;
/** Without the name of the unit, as systemd to 247 says it. */
const NAMED = /\bsystemd\[\d{1,8}\]: (Started|Starting|Stopped|Stopping) kubelet: /;
const RUNTIME_ENDED = /\b((?:containerd|docker|crio|cri-docker)\.service): (?:Main process exited|Failed with result)/;
const RUNTIME_KILLED = /\bKilled process \d{1,8} \((?:containerd|dockerd|crio|cri-dockerd)\)/;
/** A row of that list (github.com/spf13/pflag, FlagUsages), which follows a flag that it does not know or cannot read. */
const FLAG_LISTED = /\bkubelet\[\d{1,8}\]: {1,8}(?:-\w, )?--[a-z][a-z0-9-]{2,60}(?: [a-zA-Z]{1,40})? {2}/;
const STARTS = /\bStart(?:ed|ing) |Scheduled restart job/;
const RESTARTS = /restart counter is at (\d{1,7})/;
/** So many restarts are no single mishap. */
const OFTEN = 3;

/** What the lines say of the end of a kubelet's unit; `undefined`: nothing. */
export function unitTrouble(text: string): UnitTrouble | undefined {
  const all = text.split('\n').map((line) => line.slice(0, LONGEST));
  const lines = all.filter((line) => !BESIDE.test(line));
  const named = lines.map((line) => NAMED.exec(line)?.[1]).filter((found) => found !== undefined);
  const unit =
    lines.map(unitIn).find((found) => found !== undefined) ??
    (named.length === 0 ? unitOfProgram(lines) : 'kubelet.service');
  if (unit === undefined) return undefined;
  const last = (shape: RegExp): string | undefined =>
    lines.map((line) => shape.exec(line)?.[1]).findLast((found) => found !== undefined);
  const failed = lines
    .map((line) => NOT_EXECUTED.map((shape) => shape.exec(line)).find((found) => found !== null))
    .find((found) => found !== undefined);
  // What others ended with is not the kubelet's.
  const status = lines
    .filter((line) => !RUNTIME_ENDED.test(line))
    .map((line) => EXIT.exec(line)?.[1])
    .findLast((found) => found !== undefined);
  const cannotExecute = failed !== undefined || status?.startsWith('203') === true;
  const startLimit = lines.some((line) => LIMIT.test(line));
  const endedAt = lines.findLastIndex((line) => WENT_WELL.test(line));
  const stopped =
    (status === undefined || CLEAN.test(status)) &&
    (lines.some((line) => DEAD.test(line)) ||
      (endedAt >= 0 ? !lines.slice(endedAt).some((line) => STARTS.test(line)) : named.at(-1) === 'Stopped'));
  const restarts = Number(
    lines
      .filter((line) => unitIn(line) !== undefined)
      .map((line) => RESTARTS.exec(line)?.[1])
      .findLast((found) => found !== undefined),
  );
  const before = failedBefore(all);
  const startedAt = lines.findLastIndex((line) => STARTED.test(line));
  const dependency = lines.slice(startedAt + 1).some((line) => unitIn(line) !== undefined && DEPENDENCY.test(line));
  const isFailing =
    status === undefined ? restarts >= OFTEN && !all.some((line) => CONTROL_EXIT.test(line)) : !CLEAN.test(status);
  if (!cannotExecute && !startLimit && !stopped && !isFailing && !dependency && before === undefined) return undefined;
  return {
    unit,
    cannotExecute,
    startLimit,
    stopped,
    runtime: last(RUNTIME_ENDED),
    outOfMemory: lines.some((line) => RUNTIME_KILLED.test(line)),
    flagsListed: lines.some((line) => FLAG_LISTED.test(line)),
    before,
    dependency,
    status,
    binary: failed?.[1] ?? (cannotExecute ? last(EXEC_START) : undefined),
    why: failed?.[2] ?? last(COMMAND_NOT_EXECUTED),
    restarts: Number.isNaN(restarts) ? undefined : restarts,
  };
}

function failedBefore(lines: readonly string[]): UnitTrouble['before'] {
  if (lines.some((line) => PROGRAM_ENDED.test(line))) return undefined;
  const [, command, status] = lines.map((line) => FAILED_BEFORE.exec(line)).findLast((found) => found !== null) ?? [];
  if (command !== undefined && status !== undefined && lines.some((line) => NOT_UP.test(line)))
    return { command, status };
  const failedAt = lines.findLastIndex(
    (line) => unitIn(line) !== undefined && (CONTROL_EXIT.test(line) || PRE_TIMED_OUT.test(line)),
  );
  const said = CONTROL_EXIT.exec(lines[failedAt] ?? '')?.[1];
  const after = lines.slice(Math.max(failedAt, 0));
  return failedAt < 0 ||
    !after.some((line) => line.includes('Failed to start ')) ||
    after.some((line) => STARTED.test(line))
    ? undefined
    : { status: said };
}

/** The unit of a kubelet, or of a program with one in it, that a line names. */
function unitIn(line: string): string | undefined {
  return line.match(UNIT)?.find(isKubeletName);
}

function unitOfProgram(lines: readonly string[]): string | undefined {
  const program = lines.map((line) => PROGRAM.exec(line)?.[1]).find((found) => found !== undefined);
  return program === undefined ? undefined : `${program}.service`;
}

/** The same in words, with what to do. */
export function unitTroubleText(
  {
    unit,
    cannotExecute,
    binary,
    why,
    status,
    startLimit,
    restarts,
    stopped,
    runtime,
    outOfMemory,
    flagsListed,
    before,
    dependency,
  }: UnitTrouble,
  said?: string,
): string {
  const name = unit.replace(/\.service$/, '');
  const often = restarts === undefined ? '' : `, restart counter ${String(restarts)}`;
  const gaveUp = startLimit ? ' systemd has given up starting it (start limit).' : '';
  const again = `\`systemctl daemon-reload && systemctl reset-failed ${name} && systemctl restart ${name}\``;
  if (cannotExecute) {
    return (
      `systemd cannot execute ${binary ?? 'the program'} for ${unit} (status=203/EXEC${why === undefined ? '' : `: ${why}`}${often}), so the kubelet never ran and wrote nothing.${gaveUp} ` +
      `See in \`systemctl cat ${name}\` which program ExecStart= names, and with \`ls -lL\` and \`file\` whether it is there, executable and made for this machine (on a host with SELinux: \`ausearch -m avc -ts recent\`); install it or mend the path, then ${again}.`
    );
  }
  if (dependency)
    return `systemd did not start ${unit}, because a unit that it requires did not start${runtime === undefined ? '' : `: ${runtime}`}. See why: \`systemctl --failed\`, \`journalctl -u ${runtime?.replace(/\.service$/, '') ?? '<unit>'} -n 50 --no-pager\`; when that is mended: \`systemctl start ${name}\`.`;
  if (before !== undefined)
    return `systemd says that a command that runs before the kubelet (ExecStartPre=${before.command ?? ''}) ${before.status === undefined ? 'did not end in time' : `ended with ${/^\d/.test(before.status) ? 'status' : 'signal'}=${before.status}`}, so ${unit} was not started.${gaveUp} Read what it wrote, \`journalctl -u ${name} -n 50 --no-pager\`, and run it by hand; when that is mended: ${again}.`;
  if (stopped && !startLimit)
    return `systemd says that ${unit} was stopped without an error, and none was started after it: while no kubelet runs, the control plane counts the node as NotReady.${runtime === undefined ? '' : ` ${runtime} had ended${outOfMemory ? ', killed by the kernel for lack of memory' : ''}, and with a unit systemd stops those that require it: \`systemctl show ${name} -p Requires -p BindsTo\`.`} Start it: \`systemctl start ${name}\`; who stopped it: \`journalctl -n 500 --no-pager | grep -E "sudo|COMMAND=|systemctl"\`.`;
  const reason = flagsListed
    ? `The kubelet wrote the list of its flags, as it does for one that it does not know or whose value it cannot read; the line before the list names it: \`journalctl -u ${name} | grep -iE "unknown|invalid argument|needs an argument|parse" | tail -5\`. Take it out, or correct it, where \`systemctl cat ${name}\` has it; then ${again}.`
    : KILLED.test(status ?? '')
      ? `A process that is killed does not say why. See whether the kernel did it, for lack of memory: \`journalctl -k | grep -i "killed process" | tail\`; else what systemd says before it: \`journalctl -u ${name} -n 50 --no-pager\`. Then ${again}.`
      : `${said === undefined ? "Why, only the kubelet's own last lines say, and none stands here" : 'What stands behind its name may say why'}; when that is mended: ${again}.`;
  return `systemd says that ${unit} ended${status === undefined ? '' : ` with ${/^\d/.test(status) ? 'status' : 'signal'}=${status}`}${often}.${gaveUp} ${reason}`;
}
