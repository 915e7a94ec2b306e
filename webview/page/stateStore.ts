/** What survives hiding, reloading and reopening: small and plain. The only caller of acquireVsCodeApi. */
import { TIME_FORMATS, type TimeFormat } from '../charts/axis.ts';
import { DOCK_TABS, type DockTab } from '../dock/dockTabs.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

/** The editor's side of the page. */
export const editor: VsCodeApi = acquireVsCodeApi();

/** Where the edges between the parts were moved to, in per cent of what is around them. */
export interface Layout {
  /** Height of the dock on a narrow page, in per cent of the window. */
  readonly bottom?: number;
  /** Width of the dock where it stands beside the charts. */
  readonly side?: number;
}

export interface SavedState {
  readonly version: 1;
  /** Which document it belongs to; with another one only the habits (time format, card, layout) are kept. */
  readonly document: string;
  readonly from: number;
  readonly to: number;
  /** The whole log was in view: also when there is more of it. */
  readonly whole?: boolean;
  /** Mark, or -1. */
  readonly selection: number;
  /** `markKey` of the selection: in a log that has grown it is another number. */
  readonly mark?: string;
  readonly folded: readonly string[];
  readonly filter: string;
  readonly errorsOnly: boolean;
  readonly timeFormat: TimeFormat;
  readonly cardOpen: boolean;
  /** Moment of the pane of the inner state, microseconds since origin. */
  readonly pinned?: number;
  /** Which tab of the dock is chosen, and whether it is open on a narrow page. */
  readonly pane?: DockTab;
  readonly dockOpen?: boolean;
  readonly layout?: Layout;
}

export function readState(): SavedState | undefined {
  const value = editor.getState();
  return isSavedState(value) ? value : undefined;
}

/** Saves when nothing has changed for a moment: panning makes sixty states a second, and the editor keeps each. */
export function saveState(state: () => SavedState): void {
  clearTimeout(waiting);
  waiting = window.setTimeout(() => editor.setState({ ...state(), log }), PAUSE);
}

const PAUSE = 100;
let waiting = 0;

/** The log's address, from the extension: it restores the panel by it after a restart, so every state holds it, the first one too. */
const log = document.querySelector('meta[name="kubelet-timeline-log"]')?.getAttribute('content') ?? '';
if (readState() === undefined) editor.setState({ log });

function isSavedState(value: unknown): value is SavedState {
  if (typeof value !== 'object' || value === null) return false;
  const state = value as Record<string, unknown>;
  return (
    state['version'] === 1 &&
    typeof state['document'] === 'string' &&
    Number.isFinite(state['from']) &&
    Number.isFinite(state['to']) &&
    typeof state['from'] === 'number' &&
    typeof state['to'] === 'number' &&
    state['from'] < state['to'] &&
    Number.isInteger(state['selection']) &&
    Array.isArray(state['folded']) &&
    state['folded'].every((id) => typeof id === 'string') &&
    typeof state['filter'] === 'string' &&
    typeof state['errorsOnly'] === 'boolean' &&
    TIME_FORMATS.some((format) => format === state['timeFormat']) &&
    typeof state['cardOpen'] === 'boolean' &&
    (state['pinned'] === undefined || Number.isFinite(state['pinned'])) &&
    (state['pane'] === undefined || DOCK_TABS.some((tab) => tab === state['pane'])) &&
    (state['dockOpen'] === undefined || typeof state['dockOpen'] === 'boolean') &&
    (state['whole'] === undefined || typeof state['whole'] === 'boolean') &&
    (state['mark'] === undefined || typeof state['mark'] === 'string') &&
    (state['layout'] === undefined || isLayout(state['layout']))
  );
}

function isLayout(value: unknown): value is Layout {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((percent) => typeof percent === 'number' && percent >= 0 && percent <= 100)
  );
}
