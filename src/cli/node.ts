/** `node`: fetches the log of a node of a cluster, and hands it to the analysis as if it had been piped in. */
import { resolveWindow } from '../analysis/sources/timeWindow.ts';
import { printing } from '../kubelet/printable.ts';
import { instant } from '../kubelet/time.ts';
import { withRecipes } from './about.ts';
import type { AnalyzeCommand, NodeCommand } from './arguments.ts';
import type { CommandLineHost, ExitCode } from './host.ts';

/** Runs the command; `analyze` reads what a host opens. */
export async function runNode(
  { node, context, from, analyze: command }: NodeCommand,
  host: CommandLineHost,
  analyze: (command: AnalyzeCommand, host: CommandLineHost) => Promise<ExitCode>,
): Promise<ExitCode> {
  const note = (text: string): void => host.writeError(printing`kubelet-timeline: ${text}\n`);
  const now = host.now?.() ?? instant(0);
  const window = resolveWindow(from === undefined ? {} : { since: from }, { from: now, to: now });
  if ('why' in window) {
    note(`${window.why}.`);
    return 2;
  }
  let warn: (text: string) => void = note;
  const log = await host.fetchNode?.(
    {
      node,
      now,
      ...(context === undefined ? {} : { context }),
      ...(window.from === undefined ? {} : { since: window.from }),
    },
    { tell: note },
    (text) => warn(text),
  );
  if (log === undefined) {
    note(withRecipes(`no way to the log of ${node} works here. Fetch it on the node itself, and analyze the file`));
    return 1;
  }
  const { findLogs: _, whyUnreadable: _why, ...rest } = host;
  return analyze(command, {
    ...rest,
    openInput: async (name, onWarning) => {
      warn = (text) => {
        onWarning(text, 'damage');
        note(text);
      };
      return { name, once: true, chunks: log.chunks };
    },
  });
}
