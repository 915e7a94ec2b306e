/**
 * What an error of the Go runtime, its network, its TLS or of client-go says, whoever logged it. Only plain substring tests, because the text is a stranger's.
 * Sources: net/net.go, syscall/zerrors_linux.go, crypto/x509/verify.go, net/http/client.go of Go; apimachinery/pkg/api/errors/errors.go and
 * client-go/tools/clientcmd of Kubernetes; zsyscall_windows of golang.org/x/sys for the texts of Windows.
 */
import { CUT_MARK } from '../../kubelet/pagerMark.ts';
import type { RuntimeError } from '../fact.ts';
import { perKeptText } from './perKeptText.ts';
import { WordSearch } from './wordSearch.ts';

/**
 * `refused`: nobody listens; `no-route`: no way to the host; `dns`: its name was not resolved; `bad-port`: no port has the number of its address; `timed-out`: no answer in time; `cut-off`: the connection broke;
 * `tls`: its certificate or the handshake is wrong; `expired`: a certificate is out of its time; `unauthorized`: who asks is not known; `forbidden`: known, but not
 * allowed; `invalid`: the object that was sent breaks a rule, or is too large; `webhook`: an admission webhook did not answer the API server, or said no; `not-found`: the object is not there; `conflict`: somebody else was faster; `overloaded`: asked to come back later; `server-error`: it failed inside;
 * `not-reached`: a request failed below HTTP, and why is cut away; `in-use`: the address is taken; `too-many-files`, `no-space`: limits of the node; `no-file`: a file is not there; `denied`: no permission for it; `other`.
 */
export type ErrorClass =
  | 'refused'
  | 'no-route'
  | 'dns'
  | 'bad-port'
  | 'timed-out'
  | 'cut-off'
  | 'tls'
  | 'expired'
  | 'unauthorized'
  | 'forbidden'
  | 'invalid'
  | 'webhook'
  | 'not-found'
  | 'conflict'
  | 'overloaded'
  | 'server-error'
  | 'not-reached'
  | 'in-use'
  | 'too-many-files'
  | 'no-space'
  | 'no-file'
  | 'denied'
  | 'other';

/** Go's net package of a connection that this side has closed itself. */
export const CLOSED_CONNECTION = 'use of closed network connection';

/** What the API server says of an object whose namespace is not there. */
export const NO_NAMESPACE = /\bnamespaces \\?"[^"\\]{1,253}\\?" not found/;

/** What an API server answers that has no such API, or not in this version (k8s.io/apimachinery, NewGenericServerResponse). */
export const NO_SUCH_API = 'could not find the requested resource';

/** In this order: the first whose words stand in the text. */
const WORDS: readonly (readonly [ErrorClass, readonly string[]])[] = [
  // apiserver/pkg/admission/plugin/webhook/errors; what follows is said of the webhook's server, not of the API server.
  [
    'webhook',
    [
      'failed calling webhook',
      'failed to call webhook',
      'failed calling admission webhook',
      'admission webhook "',
      'admission webhook \\"',
    ],
  ],
  [
    'expired',
    [
      'certificate has expired or is not yet valid',
      'certificate has expired',
      'certificate is expired',
      'expired certificate',
      'certificate expired',
      'token has expired',
      'part of the existing bootstrap client certificate',
    ],
  ],
  [
    'tls',
    [
      'x509: ',
      'tls: ',
      'certificate signed by unknown authority',
      'server gave http response to https client',
      'remote error: ',
      'bad certificate',
      'certificate required',
    ],
  ],
  ['in-use', ['address already in use', 'only one usage of each socket address']],
  // A pager cuts it; a call for a watch has no other error that begins so.
  ['too-many-files', ['too many open f', 'create inotify: too', 'inotify_init: too']],
  ['no-space', ['no space left on device', 'not enough space on the disk']],
  ['refused', ['connection refused', 'actively refused it', 'connectex: no connection could be made']],
  [
    'no-route',
    [
      'no route to host',
      'network is unreachable',
      'host is down',
      'host is unreachable',
      'unreachable host',
      'unreachable network',
      'cannot assign requested address',
    ],
  ],
  // net.LookupPort: the host is not even asked for.
  ['bad-port', [': invalid port']],
  [
    'dns',
    [
      'no such host',
      'server misbehaving',
      'temporary failure in name resolution',
      'name or service not known',
      'lookup ',
    ],
  ],
  [
    'unauthorized',
    ['unauthorized', 'you must be logged in to the server', 'asked for the client to provide credentials', '(401'],
  ],
  // apiserver/pkg/admission: a part of a server that has just started has not read yet what it looks at.
  ['server-error', ['is forbidden: not yet ready to handle request']],
  ['forbidden', ['forbidden', 'is not allowed to', 'not permitted', '(403']],
  ['invalid', ['" is invalid: ', '(422', 'etcdserver: request is too large', 'request entity too large']],
  [
    'timed-out',
    [
      'i/o timeout',
      'context deadline exceeded',
      'client.timeout',
      'tls handshake timeout',
      'request timed out',
      'timed out',
      'timeout exceeded',
      'net/http: request canceled',
      'timeout awaiting response headers',
      'failed to respond after a period of time',
      'did not properly respond',
      'timeout: request did not complete',
      'http2: client connection lost',
      'operation timeout',
      'etcdserver: request timed out',
      'deadlineexceeded',
      'gateway timeout',
      '(504',
    ],
  ],
  [
    'overloaded',
    [
      'too many requests',
      '(429',
      'please try again later',
      'was unable to return a response in the time allotted',
      'etcdserver: too many requests',
      'client rate limiter',
    ],
  ],
  [
    'cut-off',
    [
      'connection reset by peer',
      'forcibly closed by the remote host',
      'broken pipe',
      'unexpected eof',
      ': eof',
      ' eof',
      CLOSED_CONNECTION,
      'http2: server sent goaway',
      'stream error',
      'connection error',
      'transport is closing',
      'server closed',
      'client disconnected',
      'http: server gave http',
      'proxyconnect',
      'connection lost',
    ],
  ],
  [
    'server-error',
    [
      'internal error occurred',
      'internal server error',
      'an error on the server',
      'service unavailable',
      'bad gateway',
      'unable to handle the request',
      'etcdserver: ',
      'etcd cluster is unavailable',
      // The API server passes on what SQLite and dqlite say to k3s and MicroK8s, which have them for etcd.
      'database is locked',
      'database is closed',
      'database or disk is full',
      'dqlite leader',
      '(500',
      '(502',
      '(503',
      'apiserver not ready',
      // The same of k3s and rke2 on a server that is for etcd alone (k3s, pkg/util/apierrors.go).
      'apiserver disabled',
      'api server not ready',
      'no leader',
      'the server has received too many',
      'shutting down',
    ],
  ],
  [
    'conflict',
    [
      'the object has been modified',
      'operation cannot be fulfilled on',
      'already exists',
      'precondition failed',
      'storageerror',
    ],
  ],
  ['not-found', ['not found', NO_SUCH_API, '(404']],
  [
    'no-file',
    [
      'no such file or directory',
      'cannot find the file',
      'cannot find the path',
      'file does not exist',
      'path does not exist',
    ],
  ],
  ['denied', ['permission denied', 'operation not permitted', 'access is denied']],
];

const SEARCH = new WordSearch(WORDS.map(([, words]) => words));

/** What an error says stands at its begin and its end; between them there may be an object of any length. */
const LOOKED_AT = 2000;

/** How net/url writes the error of a request that had no answer; a line may be cut within its address. */
const REQUEST = /\b(?:get|post|put|patch|delete|head) \\?"?https?:\/\/|\b(?:dial|read|write) tcp\b/;
const CUT_REQUEST = /\b(?:get|post|put|patch|delete|head) \\?"?htt(?:ps?:?\/?)?[…>]?$/;

/** Who tries again until its time is over says both: that it is over, and what the last try met (pkg/volume/csi/nodeinfomanager). */
const GAVE_UP = 'timed out waiting for the condition; caused by: ';
/** Of such a text without what the last try met the end is cut away. */
const GAVE_UP_ON = 'error updating csinode annotation: timed out';

/** The class of an error by its text, in any case of letters. */
export function classOfError(whole: string): ErrorClass {
  const gaveUp = whole.lastIndexOf(GAVE_UP);
  const text = gaveUp < 0 ? whole : whole.slice(gaveUp + GAVE_UP.length);
  const lower = (
    text.length > 2 * LOOKED_AT ? `${text.slice(0, LOOKED_AT)} ${text.slice(-LOOKED_AT)}` : text
  ).toLowerCase();
  if (lower === 'eof') return 'cut-off';
  if (gaveUp < 0 ? lower.includes(GAVE_UP_ON) : lower === '') return 'not-reached';
  const found = WORDS[SEARCH.firstIn(lower)]?.[0];
  return (
    (found === 'tls' ? classOfTls(lower) : found) ??
    (REQUEST.test(lower) || CUT_REQUEST.test(lower) || isCutPatch(lower)
      ? (classOfCut(lower) ?? 'not-reached')
      : isCutUnauthorized(lower)
        ? 'unauthorized'
        : 'other')
  );
}

/** Classes of why a request failed, whose words a screen or a pager may have cut. */
const CUT_CLASSES: ReadonlySet<ErrorClass> = new Set<ErrorClass>([
  'expired',
  'tls',
  'refused',
  'no-route',
  'dns',
  'timed-out',
  'cut-off',
]);
const CUT_WORDS = WORDS.filter(([of]) => CUT_CLASSES.has(of));
const SHORTEST_CUT = 8;
/** What `less`, `systemctl status` and quoting leave behind the cut. */
const BEHIND_CUT = /[…>$.\s"\\]{1,8}$/;

/** An error of a connection whose own words are cut away. */
const CONNECTION = /^(?:dial|read|write) /;

/** Whether an error of the class `not-reached` stands there whole: behind the address, and behind who says it, there are words that nobody foresaw. */
export function saysUnknownReason(text: string): boolean {
  const behind = text.lastIndexOf('": ');
  const words = text.slice(Math.max(behind, text.lastIndexOf(': ')) + 2).trim();
  return behind >= 0 && words.includes(' ') && !/[…>]$/.test(words) && !CONNECTION.test(words);
}

/** The class whose words the end of a request's error begins; none where two begin so. */
function classOfCut(lower: string): ErrorClass | undefined {
  const end = lower.slice(-80).replace(BEHIND_CUT, '');
  let [longest, found]: [number, ErrorClass | undefined] = [0, undefined];
  for (const [of, words] of CUT_WORDS)
    for (const word of words)
      for (let length = word.length - 1; length >= Math.max(SHORTEST_CUT, longest); length -= 1)
        if (end.endsWith(word.slice(0, length))) {
          found = length > longest || found === of ? of : undefined;
          longest = length;
          break;
        }
  return found;
}

/** What crypto/tls and crypto/x509 say of a certificate, up to where it tells whether its time is over or nobody trusts it. */
const OF_CERTIFICATE = 'tls: failed to verify certificate: x509: certificate ';
const OUT_OF_TIME = 'has expired';

/** The class of an error of TLS, which a cut behind the first words leaves open: none. */
function classOfTls(lower: string): ErrorClass | undefined {
  const end = lower.slice(-80).replace(BEHIND_CUT, '');
  const from = end.search(/(?:tls: failed to verify certificate: x509|x509|tls):/);
  if (from < 0) return 'tls';
  const said = end.slice(from);
  const words = OF_CERTIFICATE.slice(said.startsWith('x509') ? OF_CERTIFICATE.indexOf('x509') : 0);
  if (words.startsWith(said)) return undefined;
  return said.startsWith(words) && OUT_OF_TIME.startsWith(said.slice(words.length)) ? 'expired' : 'tls';
}

/** The one word that a server says to who is not known, cut at the edge of a screen. */
function isCutUnauthorized(lower: string): boolean {
  const end = lower.slice(-80).replace(BEHIND_CUT, '');
  const word = end.slice(end.lastIndexOf(' ') + 1);
  return (
    word.length >= 4 &&
    'unauthorized'.startsWith(word) &&
    (word.length === end.length || end.at(-word.length - 2) === ':')
  );
}

/** A status that could not be sent is quoted before the reason (pkg/util/node PatchNodeStatus), which is lost where the line is cut in it. */
function isCutPatch(lower: string): boolean {
  return lower.startsWith('failed to patch status "') && !lower.includes(' for node ');
}

/** Classes by which an API server is out of reach: nothing that it said. */
const UNREACHABLE: ReadonlySet<ErrorClass> = new Set<ErrorClass>([
  'refused',
  'no-route',
  'dns',
  'bad-port',
  'timed-out',
  'cut-off',
  'not-reached',
  'server-error',
  'overloaded',
]);
/** Classes by which it was reached and did not do what it was asked for. */
const REFUSES: ReadonlySet<ErrorClass> = new Set<ErrorClass>([
  'unauthorized',
  'forbidden',
  'invalid',
  'webhook',
  'not-found',
]);

export function isUnreachable(failure: ErrorClass): boolean {
  return UNREACHABLE.has(failure);
}

export function isRefused(failure: ErrorClass): boolean {
  return REFUSES.has(failure);
}

/** What the client says that an API server asks its etcd with (go.etcd.io/etcd, client/client.go up to version 2); addresses behind it are of etcd. */
const ETCD_CLIENT = /client: etcd |etcd cluster is unavailable/;

/** Whether an API server passes on an error of its etcd. */
export function isOfEtcd({ text }: RuntimeError): boolean {
  return text.includes('etcdserver: ') || ETCD_CLIENT.test(text);
}

const HOST_AND_PORT =
  /\b(?:https?:\/\/|dial tcp4? |dial tcp6? |read tcp [^ ]{1,80}->|lookup )(\[[0-9a-fA-F:]{2,45}\]:\d{1,10}|[A-Za-z0-9.-]{1,253}(?::\d{1,10})?)/;

/** What an error says. */
interface ErrorSays {
  readonly failure: ErrorClass;
  /** The address of the server that it names: that of its URL, else that which was dialled. */
  readonly server: string | undefined;
}

/** The class of an error, and the server that it names. */
export const saysOf = perKeptText(readSays);

function readSays({ text }: RuntimeError): ErrorSays {
  const failure = classOfError(text);
  const looked = text.slice(0, LOOKED_AT).split(ETCD_CLIENT, 1)[0] ?? '';
  return { failure, server: failure === 'webhook' ? undefined : serverIn(looked) };
}

/** The address is never the last word of an error: where a line ends with it, or with the mark of a pager behind it, it is cut within. */
function serverIn(text: string): string | undefined {
  const found = HOST_AND_PORT.exec(text);
  if (found === null) return undefined;
  const rest = text.slice(found.index + found[0].length);
  // The next line can stand right behind that mark.
  if (found[1]?.endsWith('.') === true && rest.startsWith('>')) return undefined;
  return rest.split('\n', 1)[0]?.replace(CUT_MARK, '') === '' ? undefined : found[1];
}
