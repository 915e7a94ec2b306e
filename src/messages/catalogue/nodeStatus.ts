/** Messages of the component `node-status`. */
import { apiFailed, registrationFailed, statusFailed } from '../facts/api.ts';
import { nodeCondition, nodeEvent, nodeRegistered, becameReady } from '../facts/node.ts';
import { nodeTrouble, statusFields } from '../facts/troubles.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const nodeStatusRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'node-status',
      file: 'setters.go',
      highlight: 'trouble',
      facts: nodeCondition,
      meaning:
        "The kubelet sets the node's condition Ready to false; the message lists every reason. It is written once, when the condition changes: later changes of the reason are not logged. There is no such line for the way back.",
      whatToDo: 'Read the message. For the moment it was Ready again look for the event NodeReady.',
    },
    text('node.not-ready.u2', 'Node became not ready: {condition}', {
      severity: 'I',
      verbosity: 0,
      until: '1.11',
      file: 'kubelet_node_status.go',
    }),
    text('node.not-ready.u', 'Node became not ready: {condition}', {
      severity: 'I',
      verbosity: 0,
      since: '1.12',
      until: '1.20',
    }),
    keyed('node.not-ready.s', 'Node became not ready', ['node', 'condition'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'kubelet_node_status.go',
      facts: nodeEvent,
      meaning:
        'The kubelet records an event about its node, such as NodeNotReady, NodeReady or NodeHasSufficientMemory.',
      whatToDo:
        'NodeNotReady and NodeReady are the best marks for the time in which the node was not Ready; they need -v=2.',
    },
    text('node.recording-event.u2', 'Recording {event} event message for node {node}', {
      severity: 'I',
      verbosity: 2,
      until: '1.4',
      file: 'kubelet.go',
    }),
    text('node.recording-event.u', 'Recording {event} event message for node {node}', {
      severity: 'I',
      verbosity: 2,
      until: '1.20',
    }),
    keyed('node.recording-event.s', 'Recording event message for node', ['node', 'event'], {
      severity: 'I',
      verbosity: 2,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'kubelet_node_status.go',
      facts: apiFailed('node-status'),
      meaning:
        "All attempts of this round to send the node's status failed. After 40 seconds without one (by default) the control plane marks the node Unknown.",
      whatToDo: 'Check the way to the API server; the runtime has no part in it.',
    },
    text('node.update-failed.u', 'Unable to update node status: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('node.update-failed.s', 'Unable to update node status', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'kubelet_node_status.go',
      facts: statusFailed,
      meaning:
        "One attempt to send the node's status to the API server failed; it is tried again at once, five times in all.",
      whatToDo: 'Check the way to the API server.',
    },
    text('node.update-retry.u', 'Error updating node status, will retry: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('node.update-retry.s', 'Error updating node status, will retry', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    keyed('node.update-retry.s2', 'Error updating node status, will retry with syncNodeStatus', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.26',
    }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'kubelet_node_status.go',
      meaning: 'The kubelet tries to create its Node object at the API server.',
    },
    text('node.registering.u', 'Attempting to register node {node}', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('node.registering.s', 'Attempting to register node', ['node'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'kubelet_node_status.go',
      facts: nodeRegistered,
      meaning: 'The Node object exists now.',
    },
    text('node.registered.u', 'Successfully registered node {node}', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('node.registered.s', 'Successfully registered node', ['node'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'kubelet_node_status.go',
      facts: registrationFailed,
      meaning: 'The kubelet could not create its Node object at the API server; it tries again.',
      whatToDo: 'The API server is down, or the credentials are not valid or not allowed to.',
    },
    text('node.register-failed.u', 'Unable to register node "{node}" with API server: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    text(
      'node.register-failed.u2',
      'Unable to register node "{node}" with API server: error getting existing node: {err}',
      { severity: 'E', verbosity: 0, until: '1.20' },
    ),
    text('node.register-failed.u3', 'Unable to register node "{node}" with API server: no node instance returned', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    text(
      'node.register-failed.u4',
      'Unable to register node "{node}" with API server: error deleting old node: {err}',
      { severity: 'E', verbosity: 0, until: '1.10' },
    ),
    text('node.register-failed.u5', 'Unable to register {node} with the apiserver: {err}', {
      severity: 'I',
      verbosity: 2,
      until: '1.4',
      file: 'kubelet.go',
    }),
    keyed('node.register-failed.s', 'Unable to register node with API server', ['err', 'node'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    keyed(
      'node.register-failed.s2',
      'Unable to register node with API server, error getting existing node',
      ['err', 'node'],
      { severity: 'E', verbosity: 0, since: '1.21' },
    ),
    keyed('node.register-failed.s3', 'Unable to register node with API server, no node instance returned', ['node'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
    keyed('node.register-failed.s4', 'Unable to register node with API server, reason is forbidden', ['err', 'node'], {
      severity: 'E',
      verbosity: 0,
      since: '1.32',
    }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'kubelet_node_status.go',
      facts: nodeTrouble('config'),
      meaning:
        'The kubelet could not put its Node object together, so the node is not registered yet; mostly its cloud provider does not know the machine.',
      whatToDo:
        'Compare the name of the node with that of the machine in the cloud, and see whether the machine has its role.',
    },
    text('node.construct-failed.u', 'Unable to construct v1.Node object for kubelet: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    text('node.construct-failed.u2', 'Unable to construct api.Node object for kubelet: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.5',
    }),
    keyed('node.construct-failed.s', 'Unable to construct v1.Node object for kubelet', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'kubelet_node_status.go',
      facts: nodeRegistered,
      meaning: 'The Node object was there already: the kubelet was restarted.',
    },
    text('node.previously.u', 'Node {node} was previously registered', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('node.previously.s', 'Node was previously registered', ['node'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'kubelet_node_status.go',
      facts: statusFields,
      meaning: "A part of the node's status could not be determined.",
      whatToDo: 'See the error; mostly information about the machine or from the cloud is missing.',
    },
    text('node.fields-failed.u', 'Failed to set some node status fields: {err}', {
      severity: 'W',
      verbosity: 0,
      until: '1.16',
    }),
    text('node.fields-failed.u2', 'Failed to set some node status fields: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.17',
      until: '1.20',
    }),
    keyed('node.fields-failed.s', 'Failed to set some node status fields', ['err', 'node'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'kubelet_node_status.go',
      facts: becameReady,
      meaning: 'The node became Ready, and its status is sent at once instead of at the next period.',
    },
    keyed('node.fast-update.s', 'Fast updating node status as it just became ready', [], {
      severity: 'I',
      verbosity: 0,
      since: '1.26',
    }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'kubelet_node_status.go',
      meaning: 'The node did not become Ready in the time it is given after a start.',
      whatToDo: 'See which reason holds: the network plugin and the container runtime are the usual ones.',
    },
    keyed('node.startup-not-ready.s', 'Node not becoming ready in time after startup', [], {
      severity: 'E',
      verbosity: 0,
      since: '1.26',
    }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'kubelet.go',
      facts: apiFailed('node'),
      meaning: 'The kubelet could not read its own Node object.',
      whatToDo: "Check the way to the API server and the node's name.",
    },
    keyed('node.get-failed.s', 'Error getting node', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.25',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const nodeStatusSources: SourceTable = {
  'pkg/kubelet/kubelet_node_status.go': {
    'node.not-ready.u2': 'lines',
    'node.recording-event.u': '1.8-1.20',
    'node.recording-event.s': '1.21-1.36',
    'node.update-failed.u': '1.8-1.20',
    'node.update-failed.s': '1.21-1.36',
    'node.update-retry.u': '1.8-1.20',
    'node.update-retry.s': '1.21-1.36',
    'node.update-retry.s2': '1.26-1.36',
    'node.registering.u': '1.8-1.20',
    'node.registering.s': '1.21-1.36',
    'node.registered.u': '1.8-1.20',
    'node.registered.s': '1.21-1.36',
    'node.construct-failed.u': 'glog, klog',
    'node.construct-failed.u2': 'lines',
    'node.construct-failed.s': 'structured',
    'node.register-failed.u': '1.8-1.20',
    'node.register-failed.u2': '1.8-1.20',
    'node.register-failed.u3': '1.8-1.20',
    'node.register-failed.u4': '1.8-1.10',
    'node.register-failed.s': '1.21-1.36',
    'node.register-failed.s2': '1.21-1.36',
    'node.register-failed.s3': '1.21-1.36',
    'node.register-failed.s4': '1.32-1.36',
    'node.previously.u': '1.8-1.20',
    'node.previously.s': '1.21-1.36',
    'node.fields-failed.u': '1.8-1.16',
    'node.fields-failed.u2': '1.17-1.20',
    'node.fields-failed.s': '1.21-1.36',
    'node.fast-update.s': '1.26-1.36',
    'node.startup-not-ready.s': '1.26-1.36',
  },
  'pkg/kubelet/nodestatus/setters.go': {
    'node.not-ready.u': '1.12-1.20',
    'node.not-ready.s': '1.21-1.36',
  },
  'pkg/kubelet/kubelet.go': {
    'node.recording-event.u2': 'glog, lines',
    'node.register-failed.u5': 'glog, lines',
    'node.get-failed.s': '1.21-1.25',
  },
};
