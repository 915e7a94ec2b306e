/** Folders that cannot be removed because they are busy, though nothing seems to be mounted there: a mount lives on in another mount namespace. */

/** What the kernel says of a folder that is a mount point somewhere (EBUSY of rmdir(2), by kernels before 3.18 and those of RHEL 7). */
export function isBusy(text: string): boolean {
  return /\bdevice or resource busy\b/i.test(text);
}

/** The step that finds who has the mount; `part` is a part of its path. */
export function whoHolds(part: string): string {
  return `See which processes still have a mount of it, in a mount namespace of their own: \`grep -l ${part} /proc/*/mountinfo\`; mostly a container that was started while it was mounted, with folders of the node as its volume. Restart that one, then it can be removed.`;
}
