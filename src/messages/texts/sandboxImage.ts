/**
 * Words with which a runtime says that it could not have the image of the sandbox: it answered, and what else the text says is of the registry. containerd (pkg/cri, `failed to get sandbox image`);
 * dockershim (pkg/kubelet/dockershim/docker_sandbox.go, ensureSandboxImageExists), which quotes the image.
 */
const WORDS = [
  'failed to get sandbox image',
  'failed pulling image "',
  'failed pulling image \\"',
  'unable to pull sandbox image',
];

/** True if an error tells of the image of the sandbox. */
export function isOfSandboxImage(text: string): boolean {
  return WORDS.some((words) => text.includes(words));
}

const NAMED =
  /(?:failed to get sandbox image|failed pulling image|unable to pull sandbox image) \\{0,16}"([\w.:/@-]{1,255}?)\\{0,16}"/;

/** The image of the sandbox that an error names. */
export function sandboxImageIn(text: string): string | undefined {
  return NAMED.exec(text.slice(0, 4000))?.[1];
}
