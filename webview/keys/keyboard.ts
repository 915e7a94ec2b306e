/** Does what the keys ask for (keyTable.ts says which ask for what). */
import { actionFor } from './keys.ts';
import type { Action } from './keyTable.ts';
import type { SearchControl } from '../search/searchControl.ts';
import type { SelectionControl } from '../page/selectionControl.ts';
import type { Stage } from '../page/stage.ts';
import { stepFrom, stepToError, stepToFound } from './stepping.ts';
import type { ViewControl } from '../page/viewControl.ts';

export interface Controls {
  readonly view: ViewControl;
  readonly selection: SelectionControl;
  readonly search: SearchControl;
}

const ZOOM_STEP = 1.6;
const PAN_STEP = 0.2;

export function listenToKeys(stage: Stage, controls: Controls): void {
  const run = actionsOf(stage, controls);
  document.addEventListener('keydown', (event) => {
    const action = actionFor(event, stage.parts.help.isOpen);
    if (action === undefined) return;
    event.preventDefault();
    run[action]();
  });
}

function actionsOf(stage: Stage, { view, selection, search }: Controls): Readonly<Record<Action, () => void>> {
  const toggleHelp = (): void => {
    const { help } = stage.parts;
    if (help.isOpen) help.hide();
    else help.show(stage.model);
  };
  return {
    'zoom-in': () => view.zoom(1 / ZOOM_STEP),
    'zoom-out': () => view.zoom(ZOOM_STEP),
    'pan-left': () => view.pan(-PAN_STEP),
    'pan-right': () => view.pan(PAN_STEP),
    reset: () => view.reset(),
    'zoom-selection': () => view.zoomToSelection(),
    previous: () => selection.step((model) => stepFrom(model, -1)),
    next: () => selection.step((model) => stepFrom(model, 1)),
    'next-error': () => selection.step(stepToError),
    'previous-match': () => selection.step((model) => stepToFound(model, -1)),
    'next-match': () => selection.step((model) => stepToFound(model, 1)),
    moment: () => stage.parts.dock.show('moment'),
    'lane-up': () => selection.focusRow((stage.model?.focused ?? 0) - 1),
    'lane-down': () => selection.focusRow((stage.model?.focused ?? -1) + 1),
    fold: () => selection.foldFocused(),
    'open-line': () => selection.open(false),
    'open-line-beside': () => selection.open(true),
    search: () => stage.parts.toolbar.focusSearch(),
    escape: () => stepBack(stage, { view, selection, search }),
    help: toggleHelp,
  };
}

/** Closes or undoes the topmost thing, one at a time. */
function stepBack(stage: Stage, { view, selection, search }: Controls): void {
  const {
    model,
    parts: { help, dock, lanes },
  } = stage;
  if (help.isOpen) help.hide();
  else if (model === undefined) return;
  else if (dock.closeTop()) return;
  else if (model.measure !== undefined) {
    model.measure = undefined;
    stage.drawLines();
  } else if (dock.stepBack()) lanes.root.focus({ preventScroll: true });
  else if (model.filter !== '') {
    search.clear();
    lanes.root.focus();
  } else if (model.selection !== undefined) selection.select(undefined);
  else view.reset();
}
