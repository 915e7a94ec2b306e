/** Calls over HTTP, from both sides, and events: what a kubelet that is well writes of them. Of these lines nothing follows; the hover says what they are. */
import type { CatalogueRow } from '../../recognise/row.ts';
import type { SourceTable } from '../source.ts';
import { ordinary } from './ordinary.ts';

const CALL =
  'A call to the API server in every detail, as from -v=6 on. Look for a status that does not begin with 2, and for one that took long.';

const OWN_INTERFACE =
  "Somebody called the HTTPS interface of this program (that of the kubelet serves metrics, logs, exec; /api and /apis are an API server's): for what, how long the answer took, and who asked.";

export const requestsRows: readonly CatalogueRow[] = [
  ...ordinary(
    'ordinary.own-interface',
    ['server', 'httplog.go'],
    OWN_INTERFACE,
    ['HTTP', 'verb', 'URI', 'latency', 'userAgent', 'srcIP', 'resp'],
    '{verb} /{uri}: ({latency}) {status}',
  ),
  ...ordinary(
    'ordinary.own-interface-before',
    ['server', 'server.go'],
    OWN_INTERFACE,
    '{verb} /{uri}: ({latency}) {status}',
  ),
  ...ordinary(
    'ordinary.call',
    ['client', 'round_trippers.go'],
    CALL,
    'Request Headers:',
    'Response Headers:',
    'Response Status: {status}',
    '    {header}: {value}',
    '{verb} https://{address}',
  ),
  ...ordinary('ordinary.call-body', ['client', 'request.go'], CALL, 'Request Body:{body}', 'Response Body:{body}'),
  ...ordinary(
    'ordinary.event',
    ['client', 'event.go'],
    'An event, as it is written to the API server and `kubectl get events` shows it: what happened, and to what.',
    ['Event occurred', 'object', 'kind', 'apiVersion', 'type', 'reason', 'message'],
    ['Event occurred', 'object', 'fieldPath', 'kind', 'apiVersion', 'type', 'reason', 'message'],
    'Event({object}): type: {type} reason: {reason}',
  ),
];

/** Where the texts of these rows were read. */
export const requestsSources: SourceTable = {
  'k8s.io/apiserver/pkg/server/httplog/httplog.go': {
    'ordinary.own-interface.s': 'lines',
    'ordinary.own-interface.u': 'lines',
  },
  'k8s.io/client-go/transport/round_trippers.go': {
    'ordinary.call.u': 'lines',
    'ordinary.call.u2': 'lines',
    'ordinary.call.u3': 'lines',
    'ordinary.call.u4': 'lines',
    'ordinary.call.u5': 'lines',
  },
  'k8s.io/client-go/rest/request.go': {
    'ordinary.call-body.u': 'lines',
    'ordinary.call-body.u2': 'lines',
  },
  'k8s.io/client-go/tools/record/event.go': {
    'ordinary.event.s': 'lines',
    'ordinary.event.s2': 'lines',
    'ordinary.event.u': 'lines',
  },
  'pkg/kubelet/server/server.go': {
    'ordinary.own-interface-before.u': 'lines',
  },
};
