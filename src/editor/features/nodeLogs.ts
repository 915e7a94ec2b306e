/** Reads the journal of the machine that VS Code works on, and the log of a node of a cluster: by programs that are started for it, in trusted workspaces only. */
import * as vscode from 'vscode';
import type { Instant } from '../../kubelet/time.ts';
import { COMMANDS } from '../ids.ts';
import { notice } from '../notice.ts';
import type { NodePrograms } from '../platform.ts';
import type { TimelinePanels } from '../panel/panelHost.ts';
import { showWithTimeline } from './openLogCommand.ts';
import { t } from '../said.ts';

/** Units that a kubelet runs in; another one can be typed by nobody, so that it is never an option of its own. */
const UNITS = [
  { label: 'kubelet', unit: 'kubelet' },
  { label: 'All of the journal', description: 'tells most: the runtime, the kernel and systemd, too' },
  { label: 'k3s', unit: 'k3s' },
  { label: 'k3s-agent', unit: 'k3s-agent' },
  { label: 'rke2-server', unit: 'rke2-server' },
  { label: 'rke2-agent', unit: 'rke2-agent' },
  { label: 'k0sworker', unit: 'k0sworker' },
  { label: 'snap.microk8s.daemon-kubelite', unit: 'snap.microk8s.daemon-kubelite' },
] as const;

const HOUR = 3_600_000_000;
const TIMES: readonly { readonly label: string; readonly hours?: number }[] = [
  { label: 'The last 2 hours', hours: 2 },
  { label: 'The last 12 hours', hours: 12 },
  { label: 'The last 2 days', hours: 48 },
  { label: 'All that there is' },
];

export interface NodeLogServices {
  /** Absent where no programs can be started: in a browser. */
  readonly programs: NodePrograms | undefined;
  readonly panels: TimelinePanels;
  /** The extension's own folder, for the logs. */
  readonly own: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
}

/** Registers the commands. */
export function registerNodeLogs(services: NodeLogServices): vscode.Disposable {
  const guarded = (read: (programs: NodePrograms) => Promise<void>) => async (): Promise<void> => {
    const { programs, log } = services;
    if (!vscode.workspace.isTrusted)
      return void vscode.window.showErrorMessage(t('Programs are started in trusted workspaces only.'));
    if (programs === undefined)
      return void vscode.window.showErrorMessage(t('No programs can be started here: VS Code runs in a browser.'));
    try {
      await read(programs);
    } catch (error) {
      log.error(error instanceof Error ? error : String(error));
      const why = error instanceof Error ? error.message : String(error);
      void vscode.window.showErrorMessage(notice('The log could not be read: {0}', why));
    }
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(
      COMMANDS.readNodeJournal,
      guarded((programs) => readJournal(programs, services)),
    ),
    vscode.commands.registerCommand(
      COMMANDS.readClusterNode,
      guarded((programs) => readClusterNode(programs, services)),
    ),
  );
}

async function readJournal(programs: NodePrograms, services: NodeLogServices): Promise<void> {
  const unit = await vscode.window.showQuickPick(
    UNITS.map((one) => ('description' in one ? { label: t(one.label), description: t(one.description) } : one)),
    { title: t('Read the journal of this machine: which unit?') },
  );
  if (unit === undefined) return;
  const time = await askForTime();
  if (time === undefined) return;
  await fetched('journalctl', 'journal', services, async (signal, tell) => {
    const program = programs.journal(
      {
        ...('unit' in unit ? { unit: unit.unit } : {}),
        ...(time.hours === undefined ? {} : { since: `-${time.hours}h` }),
      },
      signal,
    );
    const chunks = async function* (): AsyncGenerator<Uint8Array> {
      yield* program.output;
      const { code, notFound, said } = await program.ended;
      if (notFound === true)
        tell(
          t(
            'There is no journalctl here. Where the node is another machine, open it in VS Code by Remote SSH, or fetch its log.',
          ),
        );
      else if (code !== 0 || said !== '')
        tell(code === 0 ? `journalctl: ${said}` : t('journalctl (exit status {0}): {1}', code ?? '-', said));
    };
    return chunks();
  });
}

async function readClusterNode(programs: NodePrograms, services: NodeLogServices): Promise<void> {
  const listed = await programs.list(['config', 'get-contexts', '--output=name']);
  if (listed.names.length === 0)
    throw new Error(listed.said === '' ? t('kubectl and oc know no context.') : listed.said);
  const context = await vscode.window.showQuickPick([...listed.names], {
    title: t('Which cluster? (context of the kubeconfig)'),
  });
  if (context === undefined) return;
  const nodes = await programs.list([`--context=${context}`, 'get', 'nodes', '--output=name']);
  const names = nodes.names.map((name) => name.replace(/^node\//, '')).filter(programs.isNodeName);
  if (names.length === 0) throw new Error(nodes.said === '' ? t('The cluster lists no nodes.') : nodes.said);
  const node = await vscode.window.showQuickPick(names, { title: t('Which node?') });
  if (node === undefined) return;
  const time = await askForTime();
  if (time === undefined) return;
  await fetched(node, node, services, async (signal, tell) => {
    const now = (Date.now() * 1000) as Instant;
    const read = await programs.fetchNode(
      { node, context, now, ...(time.hours === undefined ? {} : { since: (now - time.hours * HOUR) as Instant }) },
      {
        tell,
        signal,
        mayMakePod: async ({ word }) => {
          const start = t('Start the Pod');
          return (
            (await vscode.window.showWarningMessage(
              notice('No other way worked. {0}.', word),
              { modal: true },
              start,
            )) === start
          );
        },
      },
      tell,
    );
    return read?.chunks;
  });
}

function askForTime(): Thenable<(typeof TIMES)[number] | undefined> {
  return vscode.window.showQuickPick(
    TIMES.map((one) => ({ ...one, label: t(one.label) })),
    { title: t('From when on?') },
  );
}

/** Writes what is read into a file of ours and shows it; where nothing came, says what the program said on the way. */
async function fetched(
  what: string,
  name: string,
  { programs, panels, own, log }: NodeLogServices,
  open: (signal: AbortSignal, tell: (text: string) => void) => Promise<AsyncIterable<Uint8Array> | undefined>,
): Promise<void> {
  const messages: string[] = [];
  const file = vscode.Uri.joinPath(
    own,
    'node-logs',
    `kubelet-${name}-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.log`,
  );
  await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(own, 'node-logs'));
  const bytes = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: notice('Reading the log of {0}', name),
      cancellable: true,
    },
    async (progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      const tell = (text: string): void => {
        messages.push(text);
        log.info(text);
        progress.report({ message: text });
      };
      const chunks = await open(stop.signal, tell);
      const size = chunks === undefined ? 0 : await programs?.save(file.fsPath, chunks);
      return stop.signal.aborted ? undefined : (size ?? 0);
    },
  );
  if (bytes === undefined) return; // cancelled
  if (bytes > 0) return showWithTimeline(file, false, panels);
  const why = messages.at(-1) ?? '';
  throw new Error(t('{0} gave nothing. {1}', what, why).trim());
}
