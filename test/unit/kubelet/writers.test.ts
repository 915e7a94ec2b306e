import { describe, expect, it } from 'vitest';
import { isKubeletMessage, otherProgramOfFile, ownerOfFile } from '../../../src/kubelet/callerFiles.ts';
import { isAllInOne, writerKind } from '../../../src/kubelet/writers.ts';

describe('who writes is told by the name', () => {
  it.each([
    'kubelet',
    'kubelet.service',
    'kubelet-wrapper',
    'hyperkube',
    'kubenswrapper',
    'microk8s.daemon-kubelite',
    'snap.kubelet.daemon',
    'k3s-agent',
    'rke2-server',
    '/var/log/kubelet.log',
    'kubesolo',
  ])('%s: a kubelet', (name) => expect(writerKind(name)).toBe('kubelet'));

  it.each([
    'kube-apiserver',
    'kube-apiserver-node1',
    'kube-proxy-x7k2p',
    'etcd',
    'etcd-minikube',
    'coredns',
    'dockerd',
    'containerd',
    'kernel',
    'systemd-journald',
    'Last Start',
    'describe nodes',
    'kubelet-monitor',
    'kubelet-auto-node-size.service',
    'kubelet-dependencies.target',
    'ovs-kubelet-recovery.service',
    'k3s-killall.sh',
    '/var/log/containers/kube-scheduler.log',
  ])('%s: another program', (name) => expect(writerKind(name)).toBe('other'));

  it.each(['', 'bash', 'docker', 'dockerd-current', 'messages', 'etcdctlx', 'node-7'])(
    '%s: the lines have to tell',
    (name) => expect(writerKind(name)).toBe('unknown'),
  );

  it('knows programs that hold a kubelet beside other components', () => {
    expect(['k3s', 'microk8s.daemon-kubelite', 'hyperkube', 'kubelet', 'etcd'].map(isAllInOne)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('who writes is told by the source file', () => {
  it('of a kubelet, of several components, of others', () => {
    expect(
      ['kubelet.go', 'kubelet_volumes.go', 'server.go', 'proxier.go', 'schedule_one.go', 'my.go'].map(ownerOfFile),
    ).toEqual(['kubelet', 'kubelet', 'shared', 'other', 'other', 'unknown']);
    expect(['scope_container.go', 'cgroup_v2_manager_linux.go', 'nodeshutdown_manager.go'].map(ownerOfFile)).toEqual(
      Array.from({ length: 3 }, () => 'kubelet'),
    );
    // cmd/kubelet/app and pkg/kubelet/preemption have files that other components have as well.
    expect(['server_linux.go', 'preemption.go'].map(ownerOfFile)).toEqual(['shared', 'shared']);
    expect(['serving.go', 'leaderelection.go', 'gc_controller.go'].map(otherProgramOfFile)).toEqual([
      'another Kubernetes component',
      'another Kubernetes component',
      'kube-apiserver or kube-controller-manager',
    ]);
    expect(otherProgramOfFile('proxier.go')).toBe('kube-proxy');
    expect(otherProgramOfFile('kubelet.go')).toBeUndefined();
  });

  it('or by words that only a kubelet prints, at the beginning of a message', () => {
    expect(isKubeletMessage('SyncLoop (PLEG): "a_b(c)"')).toBe(true);
    expect(isKubeletMessage('the kubelet said "SyncLoop (PLEG)"')).toBe(false);
    expect(isKubeletMessage('k8s.io/kubernetes/pkg/kubelet/kubelet.go:413: Failed to list *v1.Node: EOF')).toBe(true);
    expect(isKubeletMessage('k8s.io/kubernetes/pkg/controller/node.go:413: Failed to list *v1.Node: EOF')).toBe(false);
    expect(isKubeletMessage('object-"kube-system"/"kube-proxy": Failed to list *v1.ConfigMap: EOF')).toBe(true);
  });
});
