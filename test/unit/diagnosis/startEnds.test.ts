/** What kubelets say when they do not start, in the words of their source: whose fault it is, and whose it is not. */
import { describe, expect, it } from 'vitest';
import type { FindingId } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from './diagnoseLog.ts';

const STARTS = 'I0312 06:00:00.000467    3301 server.go:467] "Kubelet version" kubeletVersion="v1.30.4"';

/** A start that ends with one line: its severity, place and text. */
function startThat(end: string) {
  const header = end.replace(/^([EF]) /, '$10312 06:00:01.050333    3301 ');
  return diagnoseText(`${STARTS}\n${header}\n`);
}

/** From 1.24 on the parent of the kubelet's command says why it ends. */
function failed(error: string) {
  return startThat(`E run.go:74] "command failed" err="${error.replaceAll('"', String.raw`\"`)}"`);
}

const idsOf = ({ findings }: ReturnType<typeof failed>): readonly FindingId[] => findings.map(({ id }) => id);

const FILE = '/var/lib/kubelet/config.yaml';
const LOAD = `failed to load kubelet config file, path: ${FILE}, error: failed to load Kubelet config file ${FILE}, error `;

describe('a fault of the configuration', () => {
  it('is no other cgroup driver of the runtime where its words quote that field', () => {
    for (const error of [
      'failed to decode, error: v1beta1.KubeletConfiguration.ReadObject: found unknown field: cgroupDrivers, error found in #10 byte of ...|Drivers":"systemd","k|...',
      'failed to decode: strict decoding error: unknown field "cgroupDrive"',
    ])
      expect(idsOf(failed(`${LOAD}${error}`))).toEqual(['config-invalid']);
    expect(
      idsOf(
        startThat(
          `F server.go:198] failed to load Kubelet config file ${FILE}, error: found unknown field: cgroupDrivers`,
        ),
      ),
    ).toEqual(['config-invalid']);
    expect(
      idsOf(
        failed(
          'failed to run Kubelet: misconfiguration: kubelet cgroup driver: "systemd" is different from docker cgroup driver: "cgroupfs"',
        ),
      ),
    ).toEqual(['cgroup-driver']);
  });
});
