/** An identifier under which a component of the neighbours writes. */
export function neighbourOwner(component: string): string | undefined {
  switch (component) {
    case 'journald':
    case 'systemctl':
      return undefined;
    case 'storage':
      return 'kernel';
    case 'clock':
      return 'chronyd';
    case 'cni':
      return 'containerd';
    case 'health-monitor':
      return 'health-monitor.sh';
    case 'logind':
      return 'systemd-logind';
    default:
      return component;
  }
}
