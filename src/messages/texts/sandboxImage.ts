/** True if containerd (pkg/cri) says that it could not have the image of the sandbox: the runtime answered, and what else the text says is of the registry. */
export function isOfSandboxImage(text: string): boolean {
  return text.includes('failed to get sandbox image');
}
