/** The logs that this window's timelines were opened for. A page keeps its log's address itself; only one that was given to it is opened again. */
import type * as vscode from 'vscode';

const KEY = 'shownLogs';
/** More timelines are not restored; the oldest are forgotten first. */
const MOST_KEPT = 200;

export class ShownLogs {
  readonly #state: vscode.Memento;

  /** `state`: of the workspace, so that it lasts as long as its panels. */
  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Notes that a timeline of this log is open. */
  add(log: vscode.Uri): void {
    const address = log.toString();
    const others = this.#addresses().filter((other) => other !== address);
    void this.#state.update(KEY, [...others.slice(1 - MOST_KEPT), address]);
  }

  /** Whether a timeline of this log was ever open in this workspace. */
  has(log: vscode.Uri): boolean {
    return this.#addresses().includes(log.toString());
  }

  #addresses(): readonly string[] {
    const kept: unknown = this.#state.get(KEY);
    return Array.isArray(kept) ? kept.filter((address) => typeof address === 'string') : [];
  }
}
