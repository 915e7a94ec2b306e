/** Folders of pods in the text of an error: `remove /var/lib/kubelet/pods/UID/volumes/…: device or resource busy`. */
const UIDS = /\/pods\/([0-9a-f-]{32,36})\//g;

/** The uids of the pods whose folders a text names, each once. */
export function uidsOfFolders(text: string): readonly string[] {
  return [...new Set([...text.matchAll(UIDS)].flatMap(([, uid]) => uid ?? []))];
}

/** What remove(2) says of a folder in which something is mounted, or left. */
const STUCK = ['device or resource busy', 'directory not empty'];

/** Whether a text says that folders of pods cannot be removed. */
export function isOfStuckFolders(text: string): boolean {
  return STUCK.some((words) => text.includes(words)) && uidsOfFolders(text).length > 0;
}
