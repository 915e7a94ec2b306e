import type { RuleText } from '../rule.ts';

export const newLife: RuleText = {
  id: 'new-life',
  title: 'What begins a new life of a kubelet',
  reason:
    'A new pid on a record from a kubelet source file begins a new process, and so does a second version line or a second “Starting kubelet main sync loop” under the same pid (a kubelet in a container always has the same one). A boot mark ends every process. The same pid goes on even under another host name.',
  condition:
    'crictl and other programs write klog lines with pids of their own: files of the CRI client library are no evidence.',
  source: 'klog header (pid); cmd/kubelet/app/server.go; measured on public excerpts',
};
