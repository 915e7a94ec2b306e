import { isKubeletFlag, isKubeletMessage, ownerOfFile } from '../kubelet/callerFiles.ts';
import { writerKind } from '../kubelet/writers.ts';
import { encodeText } from './bytes/bytes.ts';
import type { LogRecord } from './record.ts';
import { createSourceReader } from './sourceReader.ts';

const SNIFFED = 4096;

/**
 * Whether the beginning of a text (its first 4 KB are looked at) is of a kubelet's log, in any of the forms that the reader knows.
 * Logs of other units and of other components of Kubernetes are not; journals of k3s and the like, which contain a kubelet, are.
 */
export function looksLikeKubeletLog(head: Uint8Array | string): boolean {
  const bytes = typeof head === 'string' ? encodeText(head.slice(0, SNIFFED)) : head;
  let found = false;
  const reader = createSourceReader(
    0,
    '',
    {},
    {
      record(record) {
        found ||= isOfKubelet(record);
      },
      warning() {
        // A sniff shows nothing.
      },
    },
  );
  reader.push(bytes.subarray(0, SNIFFED));
  reader.end();
  return found;
}

function isOfKubelet(record: LogRecord): boolean {
  const identifier = record.journal?.identifier?.toLowerCase() ?? '';
  const { klog, message } = record;
  if (identifier.startsWith('systemd')) return message.includes('kubelet');
  const writer = writerKind(identifier);
  if (writer !== 'unknown') return writer === 'kubelet';
  if (klog !== undefined && ownerOfFile(klog.file) === 'kubelet') return true;
  if (klog?.file === 'flags.go' && message.startsWith('FLAG: --'))
    return isKubeletFlag(message.slice(8, message.indexOf('=')));
  return isKubeletMessage(message);
}
