/** The host of the timelines: one panel per log, all in one column, restored when VS Code starts again. */
import * as vscode from 'vscode';
import { PANEL_VIEW_TYPE } from '../ids.ts';
import { movedUri } from '../logUri.ts';
import { panelTitles } from './panelTitles.ts';
import { watchSavedTexts } from '../savedTexts.ts';
import type { ShownLogs } from './shownLogs.ts';
import type { PanelServices } from './panelServices.ts';
import { panelOptions, TimelinePanel } from './timelinePanel.ts';

export class TimelinePanels implements vscode.Disposable {
  readonly #services: PanelServices;
  readonly #shown: ShownLogs;
  readonly #panels = new Map<string, TimelinePanel>();
  readonly #serializer: vscode.Disposable;
  readonly #renames: vscode.Disposable;
  readonly #saves: vscode.Disposable;
  readonly #tabs: vscode.Disposable;
  /** A column was locked for timelines. */
  #hasLocked = false;
  /** The log of the timeline that follows the active one. */
  #following: string | undefined;

  constructor(services: PanelServices, shown: ShownLogs) {
    this.#services = services;
    this.#shown = shown;
    // A log that is renamed in the explorer is the same log: its timeline goes on under the new name, and its links lead to it.
    this.#renames = vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) this.#renamed(oldUri, newUri);
    });
    this.#saves = watchSavedTexts(
      (text) => this.#panels.has(text.toString()),
      (text, file) => this.#renamed(text, file),
    );
    this.#tabs = vscode.window.tabGroups.onDidChangeTabs(() => this.#unlockLeft());
    this.#serializer = vscode.window.registerWebviewPanelSerializer(PANEL_VIEW_TYPE, {
      deserializeWebviewPanel: async (panel, state: unknown) => this.restore(panel, state),
    });
  }

  /** Gives a panel that VS Code has kept its log again. One whose log was never shown here, or is shown already, is closed. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const uri = logOfState(state);
    if (uri === undefined || this.#panels.has(uri.toString()) || !this.#shown.has(uri)) panel.dispose();
    else this.#adopt(uri, panel);
  }

  /** Shows the timeline of a log: its panel if there is one, else a new one in the given column. */
  show(uri: vscode.Uri, column: vscode.ViewColumn): TimelinePanel {
    const existing = this.#panels.get(uri.toString());
    if (existing !== undefined) {
      if (this.#following === uri.toString()) this.#following = undefined; // asked for by name: it stays with this log
      existing.reveal();
      return existing;
    }
    const panel = this.#adopt(uri, this.#create(uri, column), true);
    // The column is the timelines': without the lock the next log that is opened would lie over this one.
    if (column === vscode.ViewColumn.Beside)
      panel.onceReady(({ isActive }) => {
        if (!isActive) return;
        this.#hasLocked = true;
        void vscode.commands.executeCommand('workbench.action.lockEditorGroup');
      });
    return panel;
  }

  /** The log of the timeline that has the focus. */
  get active(): vscode.Uri | undefined {
    return this.activePanel?.uri;
  }

  /** The timeline that has the focus. */
  get activePanel(): TimelinePanel | undefined {
    return [...this.#panels.values()].find((panel) => panel.isActive);
  }

  /** The column that timelines stand in: the next one joins them. */
  get column(): vscode.ViewColumn | undefined {
    const panels = [...this.#panels.values()];
    return (panels.find((panel) => panel.isVisible) ?? panels.at(-1))?.column;
  }

  /**
   * Brings the timeline of a log to the front of its column, without the focus, when another timeline is in sight. A log that has none yet is shown by the one that follows:
   * it is made once and then goes from log to log, so that looking into many logs leaves no row of tabs.
   */
  follow(log: vscode.Uri): void {
    const panels = [...this.#panels.values()];
    const column = panels.find((panel) => panel.isVisible)?.column;
    const own = panels.filter((panel) => panel.holds(log));
    if (column === undefined || own.some((panel) => panel.isVisible)) return;
    const [first] = own;
    if (first !== undefined) {
      first.bringToFront();
      return;
    }
    const following = this.#following === undefined ? undefined : this.#panels.get(this.#following);
    this.#following = log.toString();
    if (following === undefined) this.#addBeside(log, column);
    else {
      following.bringToFront();
      this.#panels.delete(following.uri.toString());
      this.#adopt(log, following.handOver());
    }
  }

  /** The panels that a log is part of, as which source: its own, and those of folders that it was found in. */
  showing(log: vscode.Uri): readonly { readonly panel: TimelinePanel; readonly source: number }[] {
    return [...this.#panels.values()].flatMap((panel) => {
      const source = panel.sourceOf(log);
      return source === undefined ? [] : [{ panel, source }];
    });
  }

  dispose(): void {
    this.#serializer.dispose();
    this.#renames.dispose();
    this.#saves.dispose();
    this.#tabs.dispose();
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }

  #create(uri: vscode.Uri, where: Parameters<typeof vscode.window.createWebviewPanel>[2]): vscode.WebviewPanel {
    const title = panelTitles([uri.path])[0] ?? '';
    return vscode.window.createWebviewPanel(PANEL_VIEW_TYPE, title, where, panelOptions(this.#services.extensionUri));
  }

  /** A panel that leaves the focus where it is. */
  #addBeside(uri: vscode.Uri, viewColumn: vscode.ViewColumn): TimelinePanel {
    return this.#adopt(uri, this.#create(uri, { viewColumn, preserveFocus: true }));
  }

  #adopt(uri: vscode.Uri, panel: vscode.WebviewPanel, hasFocus = false): TimelinePanel {
    const key = uri.toString();
    const made = new TimelinePanel(uri, panel, this.#services, {
      hasFocus,
      onLeft: (left) => this.#makeAnew(left),
      onDispose: () => {
        this.#panels.delete(key);
        this.#nameAll();
      },
    });
    this.#panels.set(key, made);
    this.#shown.add(uri);
    this.#nameAll();
    return made;
  }

  /**
   * Puts a page that does not want the focus in the place of one that has it promised. VS Code keeps that promise as soon as the page can take the focus, whoever has it then:
   * what somebody types in an editor meanwhile would go on in the timeline.
   */
  #makeAnew(left: TimelinePanel): void {
    const { uri, column } = left;
    if (column === undefined || this.#panels.get(uri.toString()) !== left) return;
    this.#addBeside(uri, column).goOnFor(left);
    left.handOver().dispose();
  }

  /** Of a window in which everything was closed one column stays, which can be that of the timelines: locked, it would send the next file to a second one. */
  #unlockLeft(): void {
    const { all } = vscode.window.tabGroups;
    if (!this.#hasLocked || all.length > 1 || all.some((group) => group.tabs.length > 0)) return;
    this.#hasLocked = false;
    void vscode.commands.executeCommand('workbench.action.unlockEditorGroup');
  }

  #renamed(from: vscode.Uri, to: vscode.Uri): void {
    for (const [key, panel] of [...this.#panels]) {
      const uri = movedUri(panel.uri, from, to);
      if (uri === undefined || this.#panels.has(uri.toString())) continue;
      this.#panels.delete(key);
      if (this.#following === key) this.#following = uri.toString();
      this.#adopt(uri, panel.handOver());
    }
  }

  /** A panel that comes or goes changes the titles of others. */
  #nameAll(): void {
    const panels = [...this.#panels.values()];
    const titles = panelTitles(panels.map((panel) => panel.uri.path));
    panels.forEach((panel, index) => panel.name(titles[index] ?? ''));
  }
}

/** The log that a page kept in its state (`log`, an address). */
function logOfState(state: unknown): vscode.Uri | undefined {
  if (
    typeof state !== 'object' ||
    state === null ||
    !('log' in state) ||
    typeof state.log !== 'string' ||
    state.log === ''
  )
    return undefined;
  try {
    return vscode.Uri.parse(state.log, true);
  } catch {
    return undefined; // not an address: a state of another version
  }
}
