/** Where a hover leads: this moment in the timeline, the line of Kubernetes that wrote the record, what a finding means, the page about PLEG. All words are ours; nothing of the log is in it. Knows no `vscode`. */
import type { HoverAnswer } from '../protocol/workerProtocol.ts';
import { COMMANDS } from './ids.ts';
import { t } from './said.ts';

/** Markdown that may run `LINKED_COMMANDS` and no other command. `findings`: the ids of those that the line proves. */
export function hoverLinks(
  { message, source, state }: Pick<HoverAnswer, 'message' | 'source' | 'state'>,
  document: string,
  line: number,
  findings: readonly string[] = [],
): string {
  const links: string[] = [];
  if (state !== 'failed')
    links.push(commandLink(t('Show this moment in the timeline'), COMMANDS.showMoment, [document, line]));
  if (source !== undefined)
    links.push(
      `[${t(source.isAbout ? 'about {0} in Kubernetes {1}' : '{0} in Kubernetes {1}', source.place.replaceAll('_', '\\_'), source.version)}](${source.url})`,
    );
  for (const id of findings) links.push(commandLink(t('What {0} means', id), COMMANDS.showFinding, [id]));
  if (message?.isOfPleg === true) links.push(commandLink(t('What is PLEG?'), COMMANDS.whatIsPleg, []));
  return links.join(' · ');
}

/** What links in a hover may run. */
export const LINKED_COMMANDS: readonly string[] = [COMMANDS.showMoment, COMMANDS.showFinding, COMMANDS.whatIsPleg];

function commandLink(title: string, command: string, given: readonly (string | number)[]): string {
  const query = given.length === 0 ? '' : `?${encode(JSON.stringify(given))}`;
  return `[${title}](command:${command}${query})`;
}

/** Also what ends the target of a link in Markdown. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[()'*!~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
