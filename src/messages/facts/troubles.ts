/** Facts about what is wrong on the node or with the kubelet itself. */
import { classOfError, type ErrorClass } from '../texts/errorClass.ts';
import { saysNoProcess } from '../texts/noProcess.ts';
import type { FactBase, NodeTrouble, NodeTroubleFact } from '../fact.ts';
import { logrusText } from '../recognise/logrus.ts';
import type { FactBuilder, Recognised } from '../recognise/row.ts';
import { made, withKnown } from './made.ts';

/** A trouble of the node; `subject`: the field that names what it is about (a file, an address, a resource). */
export function nodeTrouble(what: NodeTrouble, subject?: string): FactBuilder {
  return (found) => troubleOf(found, found.base, what, subject === undefined ? undefined : found.field(subject));
}

/** A trouble only where its error is of one of these classes; by class, what it is. */
export function troubleByError(
  kinds: Partial<Readonly<Record<ErrorClass, NodeTrouble>>>,
  otherwise?: NodeTrouble,
  subject?: string,
): FactBuilder {
  return (found) => {
    const what = kinds[classOfError(found.field('err') ?? found.message)] ?? otherwise;
    return what === undefined
      ? undefined
      : troubleOf(found, found.base, what, subject === undefined ? undefined : found.field(subject));
  };
}

/** The address that the kubelet is to give its node is on no interface of the machine (pkg/kubelet/kubelet_node_status.go, validateNodeIP). */
const NOT_HERE = /\bnode IP: \\{0,4}"([\da-fA-F.:]{2,45})\\{0,4}" not found in the host's network interfaces/i;

/** Without `--node-ip` the address is that of the interface of the default route (apimachinery/pkg/util/net/interface.go, chooseHostInterface). */
const NO_DEFAULT_ROUTE = 'no default routes found in';

/** Parts of the node's status that could not be set: a trouble where the node's own address is one of them. */
export const statusFields: FactBuilder = ({ base, field, message }) => {
  const text = field('err') ?? message;
  if (text.includes(NO_DEFAULT_ROUTE)) return made(base, { kind: 'node-trouble', what: 'node-address', text });
  const address = NOT_HERE.exec(text)?.[1];
  return address === undefined
    ? undefined
    : made(base, { kind: 'node-trouble', what: 'node-address', text, subject: address });
};

/** What a message of the kubelet's own servers says that could not listen. */
export const cannotListen: FactBuilder = troubleByError({ 'in-use': 'port-in-use', 'too-many-files': 'file-limit' });

/** Limits of the node that lines of watchers and readers of files tell. */
export const limitReached: FactBuilder = troubleByError({
  'too-many-files': 'inotify-limit',
  'no-space': 'inotify-limit',
});

/** What could not be measured because no process could be started for it. */
export const processLimit: FactBuilder = (found) =>
  saysNoProcess(found.field('err') ?? found.message)
    ? troubleOf(found, found.base, 'process-limit', undefined)
    : undefined;

/** What a watcher of the folder of static pods says: a limit that it ran into, or a file that changed and is no pod (pkg/kubelet/config/file.go extractFromFile). */
export const manifestEvent: FactBuilder = (found) =>
  limitReached(found) ??
  (/\b(?:process (?:config|manifest) file|parse as pod)\b/.test(found.field('err') ?? '')
    ? troubleOf(found, found.base, 'static-pod', undefined)
    : undefined);

/** What rke2 waits for, and why it is not there, without what its logger puts around that. */
export const podAwaited: FactBuilder = ({ base, field, message }) =>
  made(base, {
    kind: 'node-trouble',
    what: 'static-pod',
    text: (logrusText(message) ?? message).replace(/, retrying$/, ''),
    subject: field('pod') ?? '',
  });

function troubleOf(
  { message, row, field }: Recognised,
  base: FactBase,
  what: NodeTrouble,
  subject: string | undefined,
): NodeTroubleFact {
  const detail = row.form === 'unstructured' ? undefined : (field('err') ?? field('panic') ?? field('error'));
  const fact = made(base, {
    kind: 'node-trouble',
    what,
    text: detail === undefined || detail === '' ? message : `${message}: ${detail}`,
  });
  return withKnown(fact, 'subject', subject === '' ? undefined : subject);
}
