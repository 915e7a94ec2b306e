/** The actions of a scenario file: what happens to pods in the runtime, and to the kubelet. */
import { fromSeconds, ZERO } from '../../model/nanoseconds.ts';
import type { Checker, Fields } from './fields.ts';
import { matchesPod } from './podPattern.ts';
import type { Action, PodScenario } from './scenario.ts';
import { checkVersion } from './versionCheck.ts';

const KINDS = ['exit', 'vanish', 'unknown', 'known', 'stop-sandbox', 'probe', 'restart-kubelet'] as const;
const OWN_FIELDS: Readonly<Record<(typeof KINDS)[number], readonly string[]>> = {
  exit: ['pod', 'container', 'code'],
  vanish: ['pod', 'container'],
  unknown: ['pod', 'container'],
  known: ['pod', 'container'],
  'stop-sandbox': ['pod', 'code'],
  probe: ['pod'],
  'restart-kubelet': ['signal', 'after', 'startup', 'verbosity', 'version'],
};
const ALL_FIELDS = ['at', 'do', 'comment', ...new Set(Object.values(OWN_FIELDS).flat())];

/** In the order of their times. */
export function readActions(checker: Checker, parent: Fields, pods: readonly PodScenario[]): Action[] {
  return parent
    .objects('actions', ALL_FIELDS)
    .map((fields) => readAction(checker, fields, pods))
    .sort((a, b) => a.at - b.at);
}

function readAction(checker: Checker, fields: Fields, pods: readonly PodScenario[]): Action {
  const at = fields.requiredDuration('at');
  const kind = fields.choice('do', KINDS, 'probe');
  if (!fields.has('do')) checker.report(fields.path('do'), `is missing; choose one of ${KINDS.join(', ')}`);
  fields.text('comment', '');
  for (const name of ALL_FIELDS) {
    if (!['at', 'do', 'comment'].includes(name) && fields.has(name) && !OWN_FIELDS[kind].includes(name))
      checker.report(fields.path(name), `does not belong to ${kind}`);
  }
  if (kind === 'restart-kubelet') {
    const version = fields.text('version', '');
    return {
      at,
      do: kind,
      signal: fields.choice('signal', ['kill', 'term'], 'term'),
      after: fields.duration('after', fromSeconds(1)),
      ...(fields.has('startup') ? { startup: fields.span('startup', ZERO) } : {}),
      ...(fields.has('verbosity') ? { verbosity: fields.integer('verbosity', 2, 0, 10) } : {}),
      ...(version === '' ? {} : { version: checkVersion(checker, version, fields.path('version')) }),
    };
  }
  const patterns = (fields.texts('pod') ?? []).map((pod) => (pod.includes('/') ? pod : `default/${pod}`));
  if (!fields.has('pod')) checker.report(fields.path('pod'), 'is missing');
  const meant = pods.filter((pod) => patterns.some((pattern) => matchesPod(pattern, pod)));
  if (fields.has('pod') && meant.length === 0)
    checker.report(fields.path('pod'), `no pod of this scenario is called ${patterns.join(' or ')}`);
  const container = fields.has('container') ? { container: fields.text('container', '') } : {};
  if (
    container.container !== undefined &&
    meant.length > 0 &&
    !meant.some((pod) => pod.containers.some(({ name }) => name === container.container))
  ) {
    checker.report(
      fields.path('container'),
      `no container of ${patterns.join(' or ')} is called ${container.container}`,
    );
  }
  switch (kind) {
    case 'exit':
      return { at, do: kind, pods: patterns, ...container, code: fields.integer('code', 1, 0, 255) };
    case 'stop-sandbox':
      return { at, do: kind, pods: patterns, code: fields.integer('code', 137, 0, 255) };
    case 'probe':
      return { at, do: kind, pods: patterns };
    default:
      return { at, do: kind, pods: patterns, ...container };
  }
}
