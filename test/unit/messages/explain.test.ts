import { describe, expect, it } from 'vitest';
import { writeKlogLine } from '../../../src/journal/klog/klogLine.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { KUBELET_ROWS } from '../../../src/messages/catalogue/index.ts';
import { explainRecord } from '../../../src/messages/explain.ts';
import { parseTemplate } from '../../../src/messages/recognise/template.ts';
import { writeMessage } from '../../../src/messages/write.ts';
import { journalRecord, recordOf } from './records.ts';

describe('explainRecord', () => {
  it('explains a skip line and each of its reasons', () => {
    const explained = explainRecord(
      recordOf(
        'E1121 00:31:44.596435   20594 kubelet.go:2661] "Skipping pod synchronization" err="[container runtime is down, PLEG is not healthy: pleg was last seen active 3m2.699176326s ago; threshold is 3m0s]"',
      ),
    );
    expect(explained.title).toBe('Skipping pod synchronization');
    expect(explained.row?.id).toBe('syncloop.skip.s');
    expect(explained.meaning).toContain('refuses to work');
    expect(explained.parts?.map((part) => part.text)).toEqual([
      'container runtime is down',
      'PLEG is not healthy: pleg was last seen active 3m2.699176326s ago; threshold is 3m0s',
    ]);
    expect(explained.parts?.[1]?.meaning).toContain('minus this age');
  });

  it('explains the reasons inside a node condition of 1.20', () => {
    const explained = explainRecord(
      recordOf(
        'I1121 00:43:12.328105    9218 setters.go:577] Node became not ready: {Type:Ready Status:False LastHeartbeatTime:2026-11-21 00:43:12.327986965 +0000 UTC m=+253.084399137 LastTransitionTime:2026-11-21 00:43:12.327986965 +0000 UTC m=+253.084399137 Reason:KubeletNotReady Message:container runtime is down}',
      ),
    );
    expect(explained.parts?.map((part) => part.text)).toEqual(['container runtime is down']);
  });

  it('explains the reasons of old kubelets of which a part did not start', () => {
    const skip = 'I0727 21:08:35.638175    3475 kubelet.go:2079] skipping pod synchronization - ';
    for (const reason of [
      'failed to start eviction manager unable to find data for container /',
      'Failed to start cAdvisor inotify_init: too many open files',
    ])
      expect(
        explainRecord(recordOf(`${skip}[${reason}]`)).parts?.map(({ text, meaning }) => [
          text,
          meaning.includes('skip until they are started again'),
        ]),
      ).toEqual([[reason, true]]);
  });

  it('tells a sandbox that a pod leaves behind from one that is collected, in each version', () => {
    const explained = (text: string): ReturnType<typeof explainRecord> =>
      explainRecord(recordOf(`E1121 00:31:44.596435   20594 ${text}`));
    const printf = explained('kuberuntime_manager.go:923] Failed to stop sandbox {"cri-o" "5b457b6bb989b9aad815783"}');
    const structured = explained(
      'kuberuntime_manager.go:1003] "Failed to stop sandbox" podSandboxID={"Type":"docker","ID":"7ff"}',
    );
    expect(printf.meaning).toContain('The pod stays in Terminating');
    expect(structured.meaning).toBe(printf.meaning);
    expect(
      explained('kuberuntime_gc.go:180] "Failed to stop sandbox before removing" err="x" sandboxID="7"').meaning,
    ).toContain('tried again every minute');
  });

  it('does not say of a source file that a process ends with it', () => {
    expect(
      explainRecord(recordOf('F1121 00:31:44.596435   20594 start_node.go:140] could not start DNS')).meaning,
    ).toBe(
      'A message that is not in the catalogue, logged by the source file start_node.go as a fatal error: the process ends with it.',
    );
  });

  it('has a name for a text of which little but fields is known', () => {
    const title = (text: string): string => explainRecord(recordOf(`I1121 00:31:44.596435   20594 ${text}`)).title;
    expect(title('round_trippers.go:466] PUT https://172.30.1.2:6443/api/v1/nodes/a')).toBe(
      'Clients of the API server',
    );
    expect(title('httplog.go:90] GET /healthz: (1ms) 200 [a b]')).toBe("The kubelet's own interface");
  });

  it('does not name a source file that was cut away', () => {
    const record = recordOf('I1121 00:31:44.596435   20594 kubelet.go:1] x');
    const klog = { severity: 'I' as const, time: instant(0), file: '', fileLine: 0 };
    expect(explainRecord({ ...record, klog })).toEqual({
      title: 'A cut line',
      meaning: 'It ends before it says what wrote it.',
    });
  });

  it('explains an unknown message by its component', () => {
    const explained = explainRecord(
      recordOf('I1121 00:31:44.596435   20594 reconciler_common.go:299] "Volume detached for volume" volumeName="x"'),
    );
    expect(explained.row).toBeUndefined();
    expect(explained.title).toBe('volume manager');
    expect(explained.meaning).toContain('mounts');
  });

  it('says so when not even the source file is known', () => {
    expect(
      explainRecord(recordOf('E1121 00:31:44.596435   20594 something_new.go:1] "What is this"')).meaning,
    ).toContain('something_new.go');
  });

  it('leaves open whose message it is where only the name of a file tells', () => {
    const line = 'I1121 00:31:44.596435       1 factory.go:286] Adding GroupVersion apps v1 to ResourceManager';
    expect(explainRecord(recordOf(line)).meaning).toContain('Other programs of Kubernetes have a file of this name');
    const under = (name: string, text: string) =>
      explainRecord({ ...recordOf(text), journal: journalRecord(name, text).journal });
    expect(under('microk8s.daemon-kubelite', line).meaning).toContain('Other programs');
    expect(under('kubelet', line).meaning).not.toContain('Other programs');
    const own = 'I1121 00:31:44.596435   20594 kuberuntime_container.go:99] "Something new"';
    expect(under('k3s', own).meaning).not.toContain('Other programs');
    expect(explainRecord(recordOf(own)).meaning).not.toContain('Other programs');
  });

  it.each([
    [
      'E1121 00:31:44.596435   20594 nestedpendingoperations.go:348] Operation for "{volumeName:v podName:p}" failed. No retries permitted until 2026-11-21 00:31:45 (durationBeforeRetry 500ms). Error: x',
      'Volumes',
    ],
    [
      'W1121 00:31:44.596435   20594 reflector.go:547] object-"a"/"b": failed to list *v1.Secret: forbidden',
      'failed to list …: …',
    ],
    [
      'I1121 00:31:44.596435   20594 cpu_manager.go:155] [cpumanager] starting with none policy',
      '[cpumanager] starting with … policy',
    ],
  ])('gives %s a title that begins with a word', (line, title) => {
    expect(explainRecord(recordOf(line)).title).toBe(title);
  });

  it('says of a kubelet without a serving certificate that it has none, and of other handshakes that it is well', () => {
    const explained = (error: string) =>
      explainRecord(
        recordOf(`I1121 00:31:44.596435   20594 log.go:245] http: TLS handshake error from 10.0.0.4:35748: ${error}`),
      );
    expect(explained('no serving certificate available for the kubelet').meaning).toContain(
      'has no certificate to show',
    );
    expect(explained('no serving certificate available for the kubelet').whatToDo).toContain('kubectl get csr');
    for (const error of ['remote error: tls: bad certificate', 'EOF'])
      expect(explained(error).meaning).toContain('The kubelet itself is well');
  });

  it('tells an event that the API server refused from one that it did not get', () => {
    const explained = (message: string) =>
      explainRecord(recordOf(`E1121 00:31:44.596435   20594 event.go:359] "${message}" err="x" event="y"`)).meaning;
    expect(explained('Server rejected event (will not retry!)')).toContain('answered');
    expect(explained('Unable to write event (may retry after sleeping)')).toContain('tried again');
  });

  it('tells what could be set up from what could not', () => {
    const explained = (message: string) =>
      explainRecord(recordOf(`I1121 00:31:44.596435   20594 kubelet_network_linux.go:63] "${message}" protocol="IPv6"`))
        .meaning;
    expect(explained('Initialized iptables rules.')).not.toContain('could not');
    expect(explained('Failed to initialize iptables rules; some functionality may be missing.')).toContain('could not');
  });

  it('names the program that ends with its kubelet', () => {
    const end = 'time="2026-11-21T00:31:44Z" level=fatal msg="starting kubernetes: preparing server: no"';
    expect(explainRecord(journalRecord('k3s', end)).title).toBe('k3s');
  });

  it('tells neighbours from the kubelet', () => {
    expect(
      explainRecord(journalRecord('kernel', 'INFO: task dockerd:1234 blocked for more than 120 seconds.')).meaning,
    ).toContain('uninterruptible');
    expect(
      explainRecord(journalRecord('systemd', 'Started containerd.service - containerd container runtime.')).title,
    ).toBe('systemd: containerd.service');
    expect(
      explainRecord(journalRecord('kernel', 'INFO: task dockerd:1234 blocked for more than 120 seconds.')).title,
    ).toBe('kernel: dockerd');
    expect(explainRecord(journalRecord('kernel', 'eth0: link up')).title).toBe('kernel');
    expect(explainRecord(journalRecord(undefined, '	goroutine 1 [running]:')).title).toBe('Text without a header');
  });

  it('names any other writer, if its name is one', () => {
    expect(explainRecord(journalRecord('dhclient', 'XMT: Solicit on eth0')).meaning).toBe(
      'A line of dhclient, not of the kubelet.',
    );
    expect(explainRecord(journalRecord('[a](http://x)', 'b')).title).toBe('Text without a header');
    const { journal } = journalRecord('node-problem-detector', '');
    const detector = {
      ...recordOf('I0312 04:22:40.000000    1300 custom_plugin_monitor.go:280] Start to run custom plugins'),
      ...(journal === undefined ? {} : { journal }),
    };
    expect(explainRecord(detector).meaning).toBe(
      'A line of node-problem-detector, not of the kubelet, logged by its source file custom_plugin_monitor.go for information.',
    );
    expect(explainRecord(journalRecord('kubelet', 'panic: x')).meaning).not.toContain('not of the kubelet');
  });

  it('tells traces of the storage of the API server from others', () => {
    const trace = (what: string): string | undefined =>
      explainRecord(
        recordOf(
          `I0520 07:08:06.000000 1711090 trace.go:219] Trace[208189620]: "${what}" key:/pods/ (20-May-2023 07:08:02.139) (total time: 4016ms):`,
        ),
      ).row?.id;
    expect(trace('iptables ChainExists')).toBe('trace.u');
    expect(trace('List(recursive=true) etcd3')).toBe('apiserver.trace.u');
  });
});

describe('each message of PLEG and of the sync loop', () => {
  const rows = KUBELET_ROWS.filter(
    (row) => ['pleg', 'pleg-evented', 'syncloop', 'housekeeping'].includes(row.component) && row.form !== 'error-text',
  );

  it('is in the list', () => {
    expect(rows.length).toBeGreaterThan(85);
  });

  it.each(rows.map((row) => [row.id, row] as const))('%s has its explanation where the mouse points', (_id, row) => {
    const names = row.form === 'structured' ? row.keys : parseTemplate(row.template).names;
    const { form, message, pairs } = writeMessage(
      row,
      Object.fromEntries(names.map((name) => [name, name === 'total' || name === 'count' ? '1' : 'value'])),
    );
    const header = {
      severity: row.severity ?? 'I',
      time: instant(1_795_220_850_000_000),
      pid: 20_594,
      file: row.file ?? '',
      fileLine: 1,
    };
    const explained = explainRecord(recordOf(writeKlogLine({ header, form, message, pairs })));
    expect(explained.row?.meaning).toBe(row.meaning);
    expect(explained.title).toMatch(/^[^…]*\w/);
    expect(explained.meaning.length).toBeGreaterThan(30);
    expect(explained.meaning).toMatch(/[.!]$/);
  });
});
