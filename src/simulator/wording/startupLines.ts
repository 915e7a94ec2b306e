/** What a kubelet writes before its loop runs, when it registers, and when it cannot start. */
import { formatGoDuration } from '../../kubelet/goDuration.ts';
import { DEFAULT_NODE_STATUS_UPDATE_FREQUENCY, DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../../kubelet/settings.ts';
import { formatVersion } from '../../kubelet/version.ts';
import { fromDuration } from '../../model/nanoseconds.ts';
import type { Line } from './line.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { line, type WordingContext } from './wordingContext.ts';

/** The lines in order, each with the part of the start-up time after which it is written. */
export function startupLines(
  scenario: Scenario,
  verbosity: number,
  c: WordingContext,
): readonly { readonly part: number; readonly lines: readonly Line[] }[] {
  const { kubelet } = scenario;
  const printed = kubelet.configFile
    ? {
        evented: false,
        status: fromDuration(DEFAULT_NODE_STATUS_UPDATE_FREQUENCY),
        timeout: fromDuration(DEFAULT_RUNTIME_REQUEST_TIMEOUT),
      }
    : {
        evented: kubelet.eventedPleg,
        status: kubelet.nodeStatusUpdateFrequency,
        timeout: kubelet.runtimeRequestTimeout,
      };
  const flags: readonly (readonly [string, string])[] = [
    ['container-runtime-endpoint', 'unix:///run/containerd/containerd.sock'],
    ['feature-gates', printed.evented ? 'EventedPLEG=true' : ''],
    ['hostname-override', scenario.node],
    ['max-pods', '110'],
    ['node-status-update-frequency', formatGoDuration(BigInt(printed.status))],
    ['runtime-request-timeout', formatGoDuration(BigInt(printed.timeout))],
    ['sync-frequency', '1m0s'],
    ['v', String(verbosity)],
  ];
  const version = formatVersion(c.profile.version);
  return [
    {
      part: 0.3,
      lines: [
        ...flags.flatMap(([name, value]) => line(c, 'startup.flag', { name, value })),
        ...featureGateLines(kubelet.eventedPleg ? ['EventedPLEG'] : [], c),
      ],
    },
    {
      part: 0.35,
      lines: [
        ...line(c, 'startup.version', { kubeletVersion: version }),
        ...line(c, 'startup.golang', { GOGC: '', GOMAXPROCS: '', GOTRACEBACK: '' }),
      ],
    },
    { part: 0.85, lines: [...line(c, 'startup.validated-cri.s6'), ...line(c, 'startup.validated-cri.s5')] },
    {
      part: 0.9,
      lines: line(c, 'startup.runtime-init', { containerRuntime: 'containerd', version: '1.7.27', apiVersion: 'v1' }),
    },
    { part: 0.94, lines: line(c, 'startup.started') },
    { part: 0.98, lines: [...line(c, 'startup.status-manager'), ...line(c, 'startup.volume-manager')] },
  ];
}

/** The gates that are set, whether by flag or file: a text up to 1.35, structured as read in logs of 1.36. */
function featureGateLines(gates: readonly string[], c: WordingContext): readonly Line[] {
  const { minor } = c.profile.version;
  if (minor >= 36)
    return line(c, 'startup.feature-gates.s', { featureGates: `{${gates.map((gate) => `"${gate}":true`).join(',')}}` });
  return line(c, 'startup.feature-gates.u', {
    featureGates: `${minor >= 10 ? '&' : ''}{map[${gates.map((gate) => `${gate}:true`).join(' ')}]}`,
  });
}

export function registrationLines(registered: boolean, c: WordingContext): readonly Line[] {
  const node = { node: c.node };
  return [...line(c, 'node.registering', node), ...line(c, registered ? 'node.previously' : 'node.registered', node)];
}

/** The end of a kubelet that cannot reach its runtime at the start. */
export function startFailedLines(error: string, c: WordingContext): readonly Line[] {
  const err =
    c.profile.version.minor >= 23
      ? `failed to run Kubelet: validate service connection: validate CRI v1 runtime API for endpoint "unix:///run/containerd/containerd.sock": ${error}`
      : `failed to run Kubelet: failed to create kubelet: get remote runtime typed version failed: ${error}`;
  return c.profile.structuredLogging
    ? line(c, 'startup.command-failed.s', { err })
    : line(c, 'startup.command-failed.u', { err: err.replace('failed to run Kubelet: ', '') });
}
