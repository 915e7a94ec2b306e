/** The pods of a scenario file. */
import { type Nanoseconds, ZERO } from '../../model/nanoseconds.ts';
import type { Checker, Fields } from './fields.ts';
import { hexText, uuidText } from '../node/hash.ts';
import { DEFAULT_STOP } from './readFaults.ts';
import type { ContainerScenario, PodScenario } from './scenario.ts';

export const OBJECT_NAME = /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/;
const NAME_WORDS = 'a name of lower case letters, digits, dots and hyphens';
const MOST_PODS = 1000;

export function readPods(checker: Checker, parent: Fields, seed: number): PodScenario[] {
  const pods: PodScenario[] = [];
  const seen = new Map<string, string>();
  for (const fields of parent.objects('pods', [
    'name',
    'namespace',
    'uid',
    'count',
    'source',
    'restartPolicy',
    'added',
    'deleted',
    'every',
    'sandboxTakes',
    'stopTakes',
    'containers',
    'running',
    'hostNetwork',
    'comment',
  ])) {
    fields.text('comment', '');
    const name = fields.required('name', OBJECT_NAME, NAME_WORDS);
    const namespace = fields.text('namespace', 'default', OBJECT_NAME, NAME_WORDS);
    const source = fields.choice('source', ['api', 'file'], 'api');
    const added = fields.duration('added', ZERO);
    const deleted = fields.optionalDuration('deleted');
    if (deleted !== undefined && deleted <= added) checker.report(fields.path('deleted'), 'must be later than added');
    const containers = readContainers(checker, fields);
    const count = fields.integer('count', 1, 1, MOST_PODS);
    const every = fields.duration('every', ZERO);
    const uid = fields.text(
      'uid',
      '',
      /^[0-9a-f-]{32,36}$/,
      'a uid: a UUID, or 32 hexadecimal digits for a static pod',
    );
    const sandboxTakes = fields.has('sandboxTakes') ? { sandboxTakes: fields.span('sandboxTakes', ZERO) } : {};
    const common = {
      namespace,
      source,
      containers,
      ...sandboxTakes,
      restartPolicy: fields.choice('restartPolicy', ['Always', 'OnFailure', 'Never'], 'Always'),
      stopTakes: fields.span('stopTakes', DEFAULT_STOP),
      running: fields.flag('running', false),
      hostNetwork: fields.flag('hostNetwork', source === 'file'),
    } as const;
    for (let index = 0; index < count; index += 1) {
      const own = fields.has('count') ? `${name}-${index + 1}` : name;
      const key = `${namespace}/${own}`;
      const before = seen.get(key);
      if (before !== undefined) checker.report(fields.path('name'), `there is a pod ${key} already, at ${before}`);
      seen.set(key, fields.path('name'));
      const at = (added + index * every) as Nanoseconds;
      pods.push({
        ...common,
        name: own,
        uid: index === 0 && uid !== '' ? uid : uidOf(seed, key, source),
        added: at,
        ...(deleted === undefined ? {} : { deleted: (deleted + index * every) as Nanoseconds }),
      });
    }
  }
  if (pods.length > MOST_PODS) checker.report('pods', `${pods.length} pods are too many; ${MOST_PODS} are possible`);
  return pods;
}

function readContainers(checker: Checker, parent: Fields): ContainerScenario[] {
  if (!parent.has('containers')) return [{ name: 'app', startTakes: [] }];
  const containers = parent
    .objects('containers', ['name', 'startTakes', 'exits', 'comment'])
    .map((fields): ContainerScenario => {
      fields.text('comment', '');
      const name = fields.required('name', OBJECT_NAME, NAME_WORDS);
      const exits = fields.object('exits', ['after', 'code']);
      const startTakes = fields.durations('startTakes');
      if (exits === undefined) return { name, startTakes };
      if (!exits.has('after')) checker.report(exits.path('after'), 'is missing');
      return { name, startTakes, exits: { after: exits.span('after', ZERO), code: exits.integer('code', 0, 0, 255) } };
    });
  const names = new Set<string>();
  containers.forEach(({ name }, index) => {
    if (names.has(name))
      checker.report(`${parent.path('containers')}[${index}].name`, `there is a container ${name} already in this pod`);
    names.add(name);
  });
  return containers;
}

/** Static pods have the hash of their file, others a UUID. */
function uidOf(seed: number, key: string, source: 'api' | 'file'): string {
  return source === 'file' ? hexText(seed, `uid ${key}`, 32) : uuidText(seed, `uid ${key}`);
}
