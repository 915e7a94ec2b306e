/** Why a registry refuses: of a cloud it asks for no secret, so what the role of the machine may do is the first thing to look at; a secret that the pod names can be missing. */
import { describe, expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const stepsFor = (image: string): readonly string[] =>
  diagnoseText(
    [1, 2, 3]
      .map(
        (second) =>
          `Jun 17 17:42:2${second} n1 kubelet[4429]: E0617 17:42:2${second}.500940    4429 pod_workers.go:1300] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"web\\" with ErrImagePull: \\"failed to pull and unpack image \\\\\\"${image}\\\\\\": failed to resolve reference: unexpected status from HEAD request: 401 Unauthorized\\"" pod="shop/web-1" podUID="a1"`,
      )
      .join('\n'),
  ).findings.find(({ id }) => id === 'image-pull-failing')?.nextSteps ?? [];

it.each([
  ['111122223333.dkr.ecr.us-east-1.amazonaws.com/web:v2', 'image-credential-provider'],
  ['shop.azurecr.io/web:v2', 'az aks check-acr'],
  ['europe-west1-docker.pkg.dev/shop/web/web:v2', 'artifactregistry.reader'],
])('%s', (image, words) => {
  const [first, ...others] = stepsFor(image);
  expect(first).toContain(words);
  expect(others.join('\n')).toContain('imagePullSecrets');
});

it('is not said of another registry, whatever its path', () => {
  expect(stepsFor('registry.example.com/shop.azurecr.io/web:v2')[0]).toContain('imagePullSecrets');
});

describe('a pull secret that could not be read', () => {
  const refused = (text: string): string =>
    `Jun 17 17:42:21 n1 kubelet[4429]: E0617 17:42:21.500940    4429 pod_workers.go:1300] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"web\\" with ErrImagePull: \\"failed to pull image \\\\\\"r.example.com/web:v2\\\\\\": ${text}\\"" pod="shop/web-1" podUID="a1"`;
  const LINE = {
    old: (pod: string) =>
      `Jun 17 17:42:20 n1 kubelet[4429]: W0617 17:42:20.500940    4429 kubelet_pods.go:832] Unable to retrieve pull secret shop/harbor for ${pod} due to secret "harbor" not found.  The image pull may not succeed.`,
    now: (pod: string) =>
      `Jun 17 17:42:20 n1 kubelet[4429]: I0617 17:42:20.500940    4429 kubelet_pods.go:1079] "Unable to retrieve pull secret, the image pull may not succeed." pod="${pod}" secret="" err="secret \\"harbor\\" not found"`,
  };
  const found = (...lines: readonly string[]) =>
    diagnoseText(lines.join('\n')).findings.find(({ id }) => id === 'image-pull-failing');

  it.each(Object.entries(LINE))('is why the registry refuses: %s', (_, line) => {
    const finding = found(line('shop/web-1'), refused('unexpected status: 401 Unauthorized'));
    expect(finding?.explanation).toContain('a pull secret could not be read');
    expect(finding?.explanation).toMatch(/secret \W?"harbor\W?" not found/);
    expect(finding?.nextSteps[0]).toContain('kubectl -n shop get secrets');
    expect(finding?.evidence.map(({ line: at }) => at)).toContain(1);
  });

  it.each([
    ['of another pod', LINE.now('shop/web-2'), 'unexpected status: 401 Unauthorized'],
    ['where the registry cannot be reached', LINE.now('shop/web-1'), 'dial tcp 10.0.0.1:443: i/o timeout'],
  ])('is not: %s', (_, line, text) => {
    expect(found(line, refused(text))?.explanation).not.toContain('pull secret');
  });

  it('alone is no finding', () => {
    expect(found(LINE.now('shop/web-1'))).toBeUndefined();
  });
});

it.each(['x509-certificate-exporter', 'timeout', 'unauthorized', 'forbidden'])(
  'the name of an image is no reason: %s',
  (name) => {
    const line = `Jun 17 17:42:21 n1 kubelet[4429]: E0617 17:42:21.500940    4429 pod_workers.go:1300] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"web\\" with ErrImagePull: \\"failed to pull and unpack image \\\\\\"r.example/${name}:v2\\\\\\": r.example/${name}:v2: not found\\"" pod="shop/web-1" podUID="a1"`;
    expect(diagnoseText(line).findings[0]?.explanation).toContain('the registry has no such image or tag');
  },
);
