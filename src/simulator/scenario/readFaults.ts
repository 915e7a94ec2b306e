/** The runtime's part of a scenario file: latencies, faults, Status conditions. */
import { fromSeconds, type Nanoseconds, nanoseconds, ZERO } from '../../model/nanoseconds.ts';
import type { RuntimeCondition, RuntimeMethod } from '../../model/runtimeBehaviour.ts';
import type { Checker, Fields } from './fields.ts';
import type { ChangingMethod, ConditionsAt, Fault, FaultEffect, Latencies, Span } from './scenario.ts';

/** Calls of the runtime that a scenario can name. */
export const METHODS: readonly RuntimeMethod[] = [
  'Version',
  'Status',
  'ListPodSandbox',
  'ListContainers',
  'PodSandboxStatus',
  'ContainerStatus',
  'StreamEvents',
];
const CHANGES: readonly ChangingMethod[] = ['RunPodSandbox', 'StartContainer', 'RemoveContainer'];
const CALLERS = [
  'relist',
  'pod-relist',
  'housekeeping',
  'runtime-status',
  'initialization',
  'node-status',
  'garbage-collection',
  'evented',
] as const;
const EFFECTS = ['hang', 'slow', 'takes', 'error', 'refuse'] as const;

const REFUSED =
  'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: connection refused"';
const DEFAULT_LATENCY: Span = { from: nanoseconds(300_000), to: nanoseconds(2_500_000) };

export function readLatencies(_checker: Checker, parent: Fields): Latencies {
  const fields = parent.object('latency', ['default', ...METHODS, ...CHANGES]);
  if (fields === undefined) return { default: DEFAULT_LATENCY, byMethod: {} };
  const fallback = fields.span('default', DEFAULT_LATENCY);
  const byMethod: Partial<Record<RuntimeMethod | ChangingMethod, Span>> = {};
  for (const method of [...METHODS, ...CHANGES])
    if (fields.has(method)) byMethod[method] = fields.span(method, fallback);
  return { default: fallback, byMethod };
}

export function readFaults(checker: Checker, parent: Fields, duration: Nanoseconds): Fault[] {
  return parent
    .objects('faults', [
      'from',
      'to',
      'afterRelist',
      'effect',
      'by',
      'takes',
      'error',
      'after',
      'methods',
      'pods',
      'callers',
      'comment',
    ])
    .map((fields) => {
      const from = fields.requiredDuration('from');
      const to = fields.duration('to', nanoseconds(Math.max(duration, from)));
      if (to < from) checker.report(fields.path('to'), 'must not be earlier than from');
      fields.text('comment', '');
      const methods = fields.choices('methods', METHODS);
      const callers = fields.choices('callers', CALLERS);
      const pods = fields.texts('pods');
      const afterRelist = fields.optionalDuration('afterRelist');
      if (afterRelist !== undefined && pods === undefined)
        checker.report(fields.path('afterRelist'), 'belongs to a fault of pods');
      return {
        from,
        to,
        effect: readEffect(checker, fields),
        ...(afterRelist === undefined ? {} : { afterRelist }),
        ...(methods === undefined ? {} : { methods }),
        ...(callers === undefined ? {} : { callers }),
        ...(pods === undefined ? {} : { pods: pods.map((pod) => (pod.includes('/') ? pod : `default/${pod}`)) }),
      };
    });
}

function readEffect(checker: Checker, fields: Fields): FaultEffect {
  const kind = fields.choice('effect', EFFECTS, 'hang');
  if (!fields.has('effect')) checker.report(fields.path('effect'), `is missing; choose one of ${EFFECTS.join(', ')}`);
  for (const [name, of] of [
    ['by', 'slow'],
    ['takes', 'takes'],
    ['after', 'error'],
  ] as const) {
    if (fields.has(name) && kind !== of)
      checker.report(fields.path(name), `belongs to the effect ${of}, not to ${kind}`);
  }
  switch (kind) {
    case 'hang':
      return { kind };
    case 'slow':
      if (!fields.has('by')) checker.report(fields.path('by'), 'is missing: how much slower?');
      return { kind, by: fields.span('by', ZERO) };
    case 'takes':
      if (!fields.has('takes')) checker.report(fields.path('takes'), 'is missing: how long?');
      return { kind, time: fields.span('takes', ZERO) };
    case 'error':
      return { kind, error: fields.required('error'), after: fields.duration('after', ZERO) };
    case 'refuse':
      return { kind, error: fields.text('error', REFUSED) };
  }
}

export function readConditions(_checker: Checker, parent: Fields): ConditionsAt[] {
  return parent
    .objects('conditions', ['at', 'runtimeReady', 'networkReady', 'comment'])
    .map((fields) => {
      fields.text('comment', '');
      return {
        at: fields.requiredDuration('at'),
        runtimeReady: readCondition(fields, 'runtimeReady'),
        networkReady: readCondition(fields, 'networkReady'),
      };
    })
    .sort((a, b) => a.at - b.at);
}

function readCondition(parent: Fields, name: string): RuntimeCondition {
  const fields = parent.object(name, ['ready', 'reason', 'message']);
  return fields === undefined
    ? { ready: true }
    : { ready: fields.flag('ready', false), reason: fields.text('reason', ''), message: fields.text('message', '') };
}

/** Ten seconds: what a deleted pod may take by default. */
export const DEFAULT_STOP: Span = { from: fromSeconds(0.05), to: fromSeconds(0.3) };
