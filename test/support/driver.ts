/** Commands that a window runs at once, by an extension in it (`driver/extension.cjs`): for what a test needs done, where it does not look at how a user would do it. */
import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { basename, dirname, join } from 'node:path';

/** A window that is loaded (again) has no driver for a while. */
const START_TIMEOUT = 90_000;

/** Commands that tests run to get somewhere, by the title that the palette has for them: VS Code's own, and ours that most tests begin with. */
const IDS: Readonly<Record<string, string>> = {
  'Explorer: Focus on Outline View': 'outline.focus',
  'File: New Untitled Text File': 'workbench.action.files.newUntitledFile',
  'File: Revert File': 'workbench.action.files.revert',
  'View: Close All Editors': 'workbench.action.closeAllEditors',
  'View: Close All Editors in Group': 'workbench.action.closeEditorsInGroup',
  'View: Close Editor': 'workbench.action.closeActiveEditor',
  'View: Hide Panel': 'workbench.action.closePanel',
  'View: Revert and Close Editor': 'workbench.action.revertAndCloseActiveEditor',
  'View: Split Editor': 'workbench.action.splitEditor',
  'View: Toggle Primary Side Bar Visibility': 'workbench.action.toggleSidebarVisibility',
  'View: Toggle Problems': 'workbench.actions.view.problems',
  'Kubelet: Show Timeline': 'kubeletTimeline.showTimeline',
  'Stand-In: Longest Block': 'standIn.longest',
  'Stand-In: Loaded Files': 'standIn.loaded',
  'Stand-In: Open Many': 'standIn.openMany',
  'Stand-In: Open Very Many': 'standIn.openVeryMany',
  'Stand-In: Process': 'standIn.process',
  'Stand-In: Read Node': 'standIn.readNode',
  'Stand-In: Watch': 'standIn.watch',
  'Stand-In: Workers': 'standIn.workers',
};

/** The driver of one window. */
export class Driver {
  readonly #folder: string;

  /** @param folder the workspace folder of the window */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The command that the palette has under this title, if a driver may run it. */
  idOf(title: string): string | undefined {
    return IDS[title];
  }

  /**
   * Runs a command.
   * @param args `{ file }` stands for the address of a file
   * @returns what it gives, if that is a text; once it is done
   * @throws {Error} what it throws
   */
  async run(command: string, ...args: readonly unknown[]): Promise<string | undefined> {
    for (const deadline = Date.now() + START_TIMEOUT; ;) {
      try {
        return await ask(this.#socket(), JSON.stringify({ command, args }));
      } catch (error) {
        const isAbsent =
          error instanceof Error && 'code' in error && /^(?:ENOENT|ECONNREFUSED)$/.test(String(error.code));
        if (!isAbsent || Date.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** That of the extension host that started last: one that ended may leave its own. */
  #socket(): string {
    const parent = dirname(this.#folder);
    const sockets = readdirSync(parent)
      .filter((name) => name.startsWith(`${basename(this.#folder)}-`) && name.endsWith('.sock'))
      .map((name) => join(parent, name));
    const age = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return sockets.toSorted((a, b) => age(b) - age(a))[0] ?? `${this.#folder}.sock`;
  }
}

function ask(socketPath: string, question: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    request({ socketPath, method: 'POST', path: '/' }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('error', reject);
      answer.on('end', () => {
        const { value, error } = JSON.parse(text) as { readonly value?: string; readonly error?: string };
        if (error === undefined) resolve(value);
        else reject(new Error(error));
      });
    })
      .on('error', reject)
      .end(question);
  });
}
