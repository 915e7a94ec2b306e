import { type Action, actionOf } from './keyTable.ts';

/** What a key press means here: nothing while somebody types, and a control keeps the keys that are its own. */
export function actionFor(event: KeyboardEvent, helpIsOpen: boolean): Action | undefined {
  if (event.defaultPrevented || event.altKey) return undefined;
  const target = event.composedPath()[0];
  const typing = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  const action = actionOf(event.key, event.ctrlKey || event.metaKey);
  if (
    action === undefined ||
    (typing && action !== 'escape') ||
    (helpIsOpen && action !== 'escape' && action !== 'help')
  )
    return undefined;
  // Enter and Space belong to a control that has the focus; so do the arrows of a dropdown and of tabs.
  const control =
    target instanceof Element &&
    target.closest(
      'button, summary, vscode-button, vscode-dropdown, vscode-checkbox, [role=button], [role=link], [role=tab]',
    ) !== null;
  return control &&
    (action === 'open-line' || action === 'fold' || action.startsWith('lane-') || action.startsWith('pan-'))
    ? undefined
    : action;
}
