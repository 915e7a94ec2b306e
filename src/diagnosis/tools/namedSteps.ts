/** Steps with the names of the log in their commands. A name is a stranger's text: nothing but a plain one becomes part of a command. */

/** What the steps are about, the one with the most lines where there are several. */
export interface StepNames {
  /** `namespace/name`. */
  readonly pod?: string | undefined;
  readonly container?: string | undefined;
  readonly image?: string | undefined;
  readonly node?: string | undefined;
  readonly volume?: string | undefined;
  /** An address of IP without a port. */
  readonly address?: string | undefined;
  /** A whole path. */
  readonly file?: string | undefined;
  /** `host` or `host:port`. */
  readonly registry?: string | undefined;
}

// No name of Kubernetes ends in a sign: one that does was cut (`web-7d...`).
const PLAIN_NAME = /^[a-z0-9][a-z0-9.-]{0,252}$(?<!\W)/i;
const PLAIN_IMAGE = /^[a-z0-9][a-z0-9._/:@-]{0,254}$(?<!\W)/i;
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}(?::[\da-f]{0,4}){2,7})$/i;
const PLAIN_FILE = /^(?:\/[\w.-]{1,100}){1,12}$(?<!\.)/;
const PLAIN_REGISTRY = /^([a-z0-9][a-z0-9.-]{0,252})(?<!\W)(?::(\d{1,5}))?$/i;

/** A name that is plain enough for a command. */
export function plainName(name: string | undefined): string | undefined {
  return name !== undefined && PLAIN_NAME.test(name) ? name : undefined;
}

/** Its directory of certificates has the name that images have; others ask where it answers. */
function registryNames(registry: string | undefined): readonly (readonly [string, string | undefined])[] {
  const [name, host, port] = PLAIN_REGISTRY.exec(registry ?? '') ?? [];
  const asked = host === 'docker.io' ? 'registry-1.docker.io' : host;
  return [
    ['certs.d/<registry>/', name && `certs.d/${name}/`],
    ['hosts <registry>', asked && `hosts ${asked}`],
    ['<registry>:443', asked && `${asked}:${port ?? '443'}`],
    ['//<registry>/', asked && `//${asked}${port === undefined ? '' : `:${port}`}/`],
  ];
}

/** The steps, with `<namespace>`, `<pod>`, `<container>`, `<image>`, `<volume>`, `<address>`, `<file>`, the registry and the node to describe filled in where that name is known and plain. */
export function namedSteps(steps: readonly string[], names: StepNames): readonly string[] {
  const [namespace, pod, ...more] = names.pod?.split('/') ?? [];
  const isPod = plainName(namespace) !== undefined && plainName(pod) !== undefined && more.length === 0;
  // A journal knows a host by its short name; kubectl describes what begins with that.
  const node = plainName(names.node);
  const filled: readonly (readonly [string, string | undefined])[] = [
    ['<namespace>', isPod ? namespace : undefined],
    ['<pod>', isPod ? pod : undefined],
    ['<container>', isPod ? plainName(names.container) : undefined],
    ['describe node <node>', node && `describe node ${node}`],
    ['grep <node>', node && `grep ${node}`],
    ['drain <node>', node && `drain ${node}`],
    ['get node <node>', node && `get node ${node}`],
    ['spec.nodeName=<node>', node && `spec.nodeName=${node}`],
    ['<volume>', plainName(names.volume)],
    ['<address>', names.address !== undefined && ADDRESS.test(names.address) ? names.address : undefined],
    ['<file>', names.file !== undefined && PLAIN_FILE.test(names.file) ? names.file : undefined],
    ...registryNames(names.registry),
    ['<image>', names.image !== undefined && PLAIN_IMAGE.test(names.image) ? names.image : undefined],
  ];
  return steps.map((step) =>
    filled.reduce((text, [stand, name]) => (name === undefined ? text : text.replaceAll(stand, name)), step),
  );
}
