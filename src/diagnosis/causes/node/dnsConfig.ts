/**
 * dns-config: the name resolution that pods get is cut or missing. Sign: the kubelet leaves servers or search domains out (more than 3 servers, or 6 domains, 32 from 1.22 on), or cannot read
 * the file. High for a file that it cannot read, for then no pod starts; medium for the rest, which most pods do well with. Source: pkg/kubelet/network/dns/dns.go.
 */
import { classOfError, type ErrorClass } from '../../../messages/texts/errorClass.ts';
import type { Cause } from '../../cause.ts';
import { nodeTroubles } from '../../signs/exits.ts';
import { troubleFinding } from '../../signs/troubleFinding.ts';

const UNREADABLE: ReadonlySet<ErrorClass> = new Set<ErrorClass>(['no-file', 'denied']);

export const dnsConfig: Cause = {
  id: 'dns-config',
  find(view) {
    const lines = nodeTroubles(view, 'dns');
    // One text comes again and again; of an error that was cut, the message tells.
    const unreadable = [...new Set(lines.map(({ text }) => text))].some(
      (text) => text.startsWith('Could not open') || UNREADABLE.has(classOfError(text)),
    );
    return troubleFinding(
      view,
      {
        id: 'dns-config',
        what: 'dns',
        title: unreadable ? 'The resolv.conf for pods cannot be read' : 'The DNS settings of pods are cut short',
        meaning: unreadable
          ? 'Every pod gets a copy of this file, so no sandbox can be made without it.'
          : "The node's resolv.conf has more servers or search domains than pods may have; the surplus is left out. Names that only the last servers know are not found in pods; nothing else happens.",
        nextSteps: [
          'See which file the kubelet uses: `grep resolvConf /var/lib/kubelet/config.yaml` (with systemd-resolved it must be /run/systemd/resolve/resolv.conf).',
          unreadable
            ? 'See whether it is there: `ls -lL /etc/resolv.conf /run/systemd/resolve/resolv.conf`, `systemctl status systemd-resolved`.'
            : 'Leave three `nameserver` lines in it at most, and as few search domains as needed.',
        ],
        confidence: () => (unreadable ? 'high' : 'medium'),
        weight: () => (unreadable ? 'cause' : 'note'),
      },
      lines,
    );
  },
};
