/**
 * Lines of KubeEdge's edgecore about its connection to cloudcore, by which the kubelet in it asks the API server for everything. Sources (kubeedge/kubeedge): edge/pkg/edgehub (edgehub.go,
 * process.go), edge/pkg/edgehub/clients/wsclient/websocket.go and quicclient; ws.go of kubeedge/viaduct.
 */
import { apiFailed } from '../facts/api.ts';
import { type CatalogueRow, family, text } from '../recognise/row.ts';

export const KUBE_EDGE_ROWS: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'edgecore',
      file: 'edgehub.go',
      facts: apiFailed('cloudcore'),
      meaning:
        'The node at the edge has no connection to cloudcore, so its status does not reach the API server, and nothing new comes from there. Its pods go on.',
      whatToDo:
        'See that cloudcore runs and listens at that address, and that nothing keeps the node from it (ports 10000 to 10004).',
    },
    text('edge.connect.u', 'connection error, try again after {wait}: {err}', { severity: 'E' }),
    text('edge.connect.u2', 'connection failed: {err}, will reconnect after {wait}', { severity: 'E' }),
    text('edge.connect.u3', 'Init websocket connection failed {err}', { severity: 'E', file: 'websocket.go' }),
    text('edge.dial.u', 'dial websocket error({err}), response message: {response}', { severity: 'E', file: 'ws.go' }),
    text('edge.write.u', 'websocket write error: {err}', { severity: 'E', file: 'process.go' }),
    text('edge.read.u', 'websocket read error: {err}', { severity: 'E', file: 'process.go' }),
  ),
];
