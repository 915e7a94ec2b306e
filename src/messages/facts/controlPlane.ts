/** Facts of the lines of etcd and of the API server: what they say of themselves and of each other, where they stand beside a kubelet's. */
import { goDurationToMicroseconds } from '../../kubelet/goDuration.ts';
import type { NeighbourKind } from '../fact.ts';
import { isAllInOne, isKubeletName } from '../../kubelet/writers.ts';
import { logrusText } from '../recognise/logrus.ts';
import type { FactBuilder, Recognised } from '../recognise/row.ts';
import { made } from './made.ts';
import { nodeTrouble } from './troubles.ts';

/** etcd warns from 100 ms on; what takes a second is felt by the API server. */
const FELT = 1_000_000;

/** How etcd and the API server's client of it name it; MicroK8s and k3s have kine in its place. */
const ETCD_ADDRESS = /(?::2379\b|:4001\b|\betcd\b|\bkine\.sock\b)/;
const ETCD_ERROR = /etcdserver: |\betcdclient\b|rpctypes\.EtcdError|:2379\b|\bdatabase is (?:locked|closed)\b/;

/** What k3s and MicroK8s have in the place of etcd: kine before SQLite or a server of SQL, and dqlite. */
export const KINE = 'kine';
const OF_SQL = /\bdatabase is (?:locked|closed)\b|\bsqlite|\bdqlite\b/i;

function says(found: Recognised, what: NeighbourKind, unit: string): ReturnType<FactBuilder> {
  const { base, message, field } = found;
  const detail = field('err') ?? field('error') ?? field('took');
  return made(base, {
    kind: 'neighbour',
    what,
    unit,
    text: found.row.form === 'structured' && detail !== undefined && detail !== '' ? `${message}: ${detail}` : message,
  });
}

/** etcd says that it cannot do its work. */
export const etcdFailing: FactBuilder = (found) => says(found, 'etcd-failing', 'etcd');

/** etcd says that something took long; nothing below a second. */
export const etcdSlow: FactBuilder = (found) => {
  const took = found.field('took') ?? found.field('exceeded-duration');
  return took !== undefined && (goDurationToMicroseconds(took) ?? FELT) < FELT
    ? undefined
    : says(found, 'etcd-slow', 'etcd');
};

/** etcd's leader did not send its heartbeat in time, mostly for a slow disk. */
export const etcdHeartbeat: FactBuilder = (found) => says(found, 'etcd-slow', 'etcd');

/** A connection of gRPC that could not be made: of an API server, if it goes to etcd. */
export const etcdOutOfReach: FactBuilder = (found) =>
  ETCD_ADDRESS.test(found.field('address') ?? '') ? says(found, 'etcd-failing', 'kube-apiserver') : undefined;

/** An error that the API server had from etcd. */
export const etcdError: FactBuilder = (found) =>
  ETCD_ERROR.test(found.field('target') ?? found.field('err') ?? found.message)
    ? says(found, 'etcd-failing', OF_SQL.test(found.message) ? KINE : 'kube-apiserver')
    : undefined;

/** The API server ends. */
export const apiServerEnds: FactBuilder = (found) =>
  says(
    found,
    ETCD_ERROR.test(found.field('err') ?? found.message) || found.row.id.startsWith('apiserver.storage')
      ? 'etcd-failing'
      : 'api-server-failing',
    'kube-apiserver',
  );

/** The API server does not take the certificate of a client: one beside the kubelet says it of itself, one in the kubelet's program (k3s) is a part of that. */
export const clientRefused: FactBuilder = (found) => {
  const { identifier, field } = found;
  if (identifier === undefined || isKubeletName(identifier)) return nodeTrouble('certificate')(found);
  return field('err')?.includes('x509: ') === true ? says(found, 'client-refused', 'kube-apiserver') : undefined;
};

/** kine says that a query of SQL took more than a second. */
export const slowQuery: FactBuilder = (found) => {
  const took = found.field('took');
  return took === undefined || (goDurationToMicroseconds(took) ?? 0) < FELT
    ? undefined
    : made(found.base, { kind: 'neighbour', what: 'etcd-slow', unit: KINE, text: `Slow SQL (total time: ${took})` });
};

/** A trace of the API server over a call of its storage (staging/src/k8s.io/apiserver/pkg/storage/etcd3), which may be kine. */
export const storageTrace: FactBuilder = (found) => {
  const took = TOTAL.exec(found.field('rest') ?? '')?.[1];
  return took === undefined || (goDurationToMicroseconds(took) ?? 0) < FELT
    ? undefined
    : made(found.base, {
        kind: 'neighbour',
        what: 'etcd-slow',
        unit: 'kube-apiserver',
        text: `${found.field('what')?.replace(TRACE, '') ?? ''} etcd3 (total time: ${took})`,
      });
};

const TRACE = /^Trace\[\d{1,20}\]: "/;
const TOTAL = /\(total time: ([\d.a-zµ]{1,20})\)/;

/** The database below kine takes no writes. */
export const databaseLocked: FactBuilder = ({ base, message }) =>
  made(base, {
    kind: 'neighbour',
    what: 'etcd-failing',
    unit: KINE,
    text: logrusText(message) ?? message,
  });

/** A controller that leads ends its program when it is not the leader any more. In a program that holds all components the kubelet ends with it; elsewhere it is no kubelet's end. */
export const leadershipLost: FactBuilder = ({ base, message, identifier, row }) =>
  identifier === undefined || isAllInOne(identifier)
    ? made(base, {
        kind: 'kubelet-exit',
        text: message,
        fatal: true,
        by: row.severity === 'F' ? 'fatal' : 'error',
      })
    : undefined;
