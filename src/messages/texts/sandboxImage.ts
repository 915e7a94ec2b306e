/**
 * Words with which a runtime says that it could not have the image of the sandbox: it answered, and what else the text says is of the registry. containerd (pkg/cri, `failed to get sandbox image`);
 * dockershim (pkg/kubelet/dockershim/docker_sandbox.go, ensureSandboxImageExists), which quotes the image; CRI-O (server/sandbox_run_linux.go), with the words of
 * containers/image behind them, which calls every registry `docker://`.
 */
const WORDS = [
  'failed to get sandbox image',
  'failed pulling image "',
  'failed pulling image \\"',
  'unable to pull sandbox image',
];

const OF_CRIO = 'creating pod sandbox with name';

/** True if an error tells of the image of the sandbox. */
export function isOfSandboxImage(text: string): boolean {
  return WORDS.some((words) => text.includes(words)) || (text.includes(OF_CRIO) && text.includes('docker://'));
}

const NAMED =
  /(?:failed to get sandbox image|failed pulling image|unable to pull sandbox image) \\{0,16}"([\w.:/@-]{1,255}?)\\{0,16}"/;

const NAMED_BY_CRIO = /\bdocker:\/\/([\w.:/@-]{1,255}?): /;

/** The image of the sandbox that an error names. */
export function sandboxImageIn(text: string): string | undefined {
  const begin = text.slice(0, 4000);
  return (NAMED.exec(begin) ?? (begin.includes(OF_CRIO) ? NAMED_BY_CRIO.exec(begin) : null))?.[1];
}
