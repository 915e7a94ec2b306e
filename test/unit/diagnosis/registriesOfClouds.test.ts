/** A registry of a cloud asks for no secret: what the role of the machine may do is the first thing to look at. */
import { expect, it } from 'vitest';
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
