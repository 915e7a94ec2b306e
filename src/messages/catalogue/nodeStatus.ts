/** Messages of the component `node-status`. */
import { nodeCondition, nodeEvent } from '../facts/node.ts';
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const nodeStatusRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'node-status', file: 'setters.go', facts: nodeCondition,
      meaning: 'Kubelet sets its Ready condition to false; the message lists all runtime, network, storage and shutdown errors.',
      whatToDo: 'Read condition.message; start of a NotReady period on this node.',
    },
    text('node.not-ready.u', 'Node became not ready: {condition}', { severity: 'I', verbosity: 0, since: '1.12', until: '1.20' }),
    keyed('node.not-ready.s', 'Node became not ready', ['node', 'condition'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'node-status', file: 'kubelet_node_status.go', facts: nodeEvent,
      meaning: 'A node event such as NodeReady, NodeNotReady, NodeHasSufficientMemory, Starting is emitted.',
      whatToDo: 'Best marks for ready/not-ready intervals (V(2)).',
    },
    text('node.recording-event.u', 'Recording {event} event message for node {node}', { severity: 'I', verbosity: 2, until: '1.20' }),
    keyed('node.recording-event.s', 'Recording event message for node', ['node', 'event'], { severity: 'I', verbosity: 2, since: '1.21' }),
  ),
  ...family(
    {
      component: 'node-status', file: 'kubelet_node_status.go',
      meaning: 'All node status retries failed in this round.',
      whatToDo: 'API server or network trouble; after 40 s (default) the controller marks the node Unknown.',
    },
    text('node.update-failed.u', 'Unable to update node status: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('node.update-failed.s', 'Unable to update node status', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'node-status', file: 'kubelet_node_status.go',
      meaning: 'One node status attempt failed.',
      whatToDo: 'Check API server reachability.',
    },
    text('node.update-retry.u', 'Error updating node status, will retry: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('node.update-retry.s', 'Error updating node status, will retry', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
    keyed('node.update-retry.s2', 'Error updating node status, will retry with syncNodeStatus', ['err'], { severity: 'E', verbosity: 0, since: '1.26' }),
  ),
  ...family(
    {
      component: 'node-status', file: 'kubelet_node_status.go',
      meaning: 'Kubelet tries to create its Node object.',
    },
    text('node.registering.u', 'Attempting to register node {node}', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('node.registering.s', 'Attempting to register node', ['node'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'node-status', file: 'kubelet_node_status.go',
      meaning: 'Node object created or adopted.',
    },
    text('node.registered.u', 'Successfully registered node {node}', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('node.registered.s', 'Successfully registered node', ['node'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'node-status', file: 'kubelet_node_status.go',
      meaning: 'Registration failed.',
      whatToDo: 'API server down, RBAC/Node restriction or certificate trouble.',
    },
    text('node.register-failed.u', 'Unable to register node "{node}" with API server: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    text('node.register-failed.u2', 'Unable to register node "{node}" with API server: error getting existing node: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    text('node.register-failed.u3', 'Unable to register node "{node}" with API server: no node instance returned', { severity: 'E', verbosity: 0, until: '1.20' }),
    text('node.register-failed.u4', 'Unable to register node "{node}" with API server: error deleting old node: {err}', { severity: 'E', verbosity: 0, until: '1.10' }),
    keyed('node.register-failed.s', 'Unable to register node with API server', ['err', 'node'], { severity: 'E', verbosity: 0, since: '1.21' }),
    keyed('node.register-failed.s2', 'Unable to register node with API server, error getting existing node', ['err', 'node'], { severity: 'E', verbosity: 0, since: '1.21' }),
    keyed('node.register-failed.s3', 'Unable to register node with API server, no node instance returned', ['node'], { severity: 'I', verbosity: 0, since: '1.21' }),
    keyed('node.register-failed.s4', 'Unable to register node with API server, reason is forbidden', ['err', 'node'], { severity: 'E', verbosity: 0, since: '1.32' }),
  ),
  ...family(
    {
      component: 'node-status', file: 'kubelet_node_status.go',
      meaning: 'Node object already existed (restart).',
    },
    text('node.previously.u', 'Node {node} was previously registered', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('node.previously.s', 'Node was previously registered', ['node'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'node-status', file: 'kubelet_node_status.go',
      meaning: 'A setter failed while building the status.',
      whatToDo: 'See err; cloud or machine info problem.',
    },
    text('node.fields-failed.u', 'Failed to set some node status fields: {err}', { severity: 'W', verbosity: 0, until: '1.16' }),
    text('node.fields-failed.u2', 'Failed to set some node status fields: {err}', { severity: 'E', verbosity: 0, since: '1.17', until: '1.20' }),
    keyed('node.fields-failed.s', 'Failed to set some node status fields', ['err', 'node'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'node-status', file: 'kubelet_node_status.go',
      meaning: 'Immediate status push when the node just became ready.',
    },
    keyed('node.fast-update.s', 'Fast updating node status as it just became ready', [], { severity: 'I', verbosity: 0, since: '1.26' }),
  ),
  ...family(
    {
      component: 'node-status', file: 'kubelet_node_status.go',
      meaning: 'Node did not become ready within the start-up wait.',
      whatToDo: 'Check CNI and runtime.',
    },
    keyed('node.startup-not-ready.s', 'Node not becoming ready in time after startup', [], { severity: 'E', verbosity: 0, since: '1.26' }),
  ),
  ...family(
    {
      component: 'node-status', file: 'kubelet.go',
      meaning: 'Kubelet cannot read its Node object from the informer.',
      whatToDo: 'API server access or node name mismatch.',
    },
    keyed('node.get-failed.s', 'Error getting node', ['err'], { severity: 'E', verbosity: 0, since: '1.21', until: '1.25' }),
  ),
];
