/**
 * systemd-dbus: runc waits for systemd over D-Bus (cgroup driver systemd), and systemd does not answer. Sign: lines about org.freedesktop.systemd1,
 * bus time-outs or `Failed to … connect to bus` near an episode. Medium, high before the begin; low elsewhere.
 */
import { type Cause, makeFinding } from '../../cause.ts';
import { nearLines } from '../../signs/neighbours.ts';

export const systemdDbus: Cause = {
  id: 'systemd-dbus',
  find(view) {
    const near = nearLines(view, ['systemd-dbus']);
    if (near === undefined) return [];
    return [
      makeFinding('systemd-dbus', {
        weight: near.episodes.length > 0 ? 'cause' : 'note',
        confidence: near.episodes.length === 0 ? 'low' : near.early ? 'high' : 'medium',
        title: 'systemd did not answer over D-Bus',
        explanation:
          'With the systemd cgroup driver every container start and stop asks systemd over D-Bus. When systemd or the bus does not answer, runc waits, the runtime waits for runc, and PLEG waits for the runtime. Old systemd versions get there after long uptimes.',
        nextSteps: [
          'Test it: `time timeout 10 systemctl status`; `busctl --timeout=5 status org.freedesktop.systemd1`.',
          'Let systemd start itself anew, without a reboot: `systemctl daemon-reexec`.',
          'See its version and known faults: `systemctl --version`.',
        ],
        evidence: near.facts,
        episodes: near.episodes,
      }),
    ];
  },
};
