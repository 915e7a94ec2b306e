// Compares the manifest with the ids that the extension uses. Used by check-commands.mjs.

/** Every id of ours in the manifest and in the code begins so. */
const PREFIX = 'kubeletTimeline.';

/**
 * @typedef {{
 *   activationEvents?: string[],
 *   contributes?: {
 *     commands?: { command: string }[],
 *     menus?: Record<string, { command?: string }[]>,
 *     keybindings?: { command: string }[],
 *     configuration?: { properties?: Record<string, unknown> },
 *     views?: Record<string, { id: string }[]>,
 *   },
 * }} Manifest the part of package.json that is compared
 */

/**
 * @param {Manifest} manifest
 * @param {Record<string, unknown>} ids the exports of src/editor/ids.ts: records of id strings, however nested
 * @param {ReadonlyMap<string, string>} sources text of the extension's sources by path, ids.ts left out
 * @returns {string[]} one line per difference, empty when manifest and code agree
 */
export function compareCommands(manifest, ids, sources) {
  /** @type {string[]} */
  const problems = [];
  const contributes = manifest.contributes ?? {};
  const declared = new Set((contributes.commands ?? []).map(({ command }) => command));
  const settings = new Set(Object.keys(contributes.configuration?.properties ?? {}));
  const views = new Set(Object.values(contributes.views ?? {}).flatMap((list) => list.map(({ id }) => id)));
  const panels = new Set((manifest.activationEvents ?? []).map((event) => event.split(':')[1] ?? ''));

  for (const [place, items] of Object.entries(contributes.menus ?? {})) {
    for (const { command } of items)
      if (command !== undefined && !declared.has(command))
        problems.push(`menu ${place} names ${command}, which is not among the commands`);
  }
  for (const { command } of contributes.keybindings ?? []) {
    if (command.startsWith(PREFIX) && !declared.has(command))
      problems.push(`a key binding names ${command}, which is not among the commands`);
  }

  /** @type {Set<string>} */
  const registered = new Set();
  for (const [file, source] of sources) {
    // Stand-ins for all commands, until the real ones are loaded: they register none by themselves.
    if (source.includes('Object.values(COMMANDS)')) continue;
    for (const match of source.matchAll(/register(?:TextEditor)?Command\(\s*(?:'([^']+)'|"([^"]+)"|([\w$.]+))/g)) {
      const id = match[1] ?? match[2] ?? resolvePath(ids, match[3] ?? '');
      if (id === undefined) problems.push(`${file}: registerCommand(${match[3]} …) names no id of src/editor/ids.ts`);
      else registered.add(id);
    }
  }
  for (const id of declared)
    if (!registered.has(id)) problems.push(`${id} is declared in package.json, but nothing registers it`);
  for (const id of registered)
    if (!declared.has(id)) problems.push(`${id} is registered, but not declared in package.json`);
  for (const id of allIds(ids)) {
    if (!declared.has(id) && !settings.has(id) && !views.has(id) && !panels.has(id))
      problems.push(`src/editor/ids.ts holds ${id}, which package.json does not know`);
  }
  return problems;
}

/**
 * @param {unknown} value @param {string} path such as `commandIds.showTimeline`
 * @returns {string | undefined} the string found there
 */
function resolvePath(value, path) {
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = /** @type {Record<string, unknown>} */ (value)[key];
  }
  return typeof value === 'string' ? value : undefined;
}

/** @param {unknown} value @returns {string[]} every id of ours below it */
function allIds(value) {
  if (typeof value === 'string') return value.startsWith(PREFIX) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(allIds);
}
