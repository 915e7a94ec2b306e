/**
 * What the hover says of a line, as Markdown whose log texts are escaped: what follows from it in this log, then what to do, then what such a line means anywhere.
 * Knows no `vscode`, so that tests read it as text.
 */
import type { HoverAnswer, MessageText } from '../protocol/workerProtocol.ts';
import { t } from './said.ts';
import { escapeForMarkdown, paragraphOf } from './markdown.ts';

/** The hover's Markdown; `undefined` when there is nothing to say. */
export function hoverText({ message, insight, state, value }: HoverAnswer): string | undefined {
  const paragraphs: string[] = [];
  if (value !== undefined) paragraphs.push(escapeForMarkdown(value.text));
  if (message !== undefined) paragraphs.push(paragraphOf([{ text: message.title, strong: true }]));
  const sentences = insight?.sentences ?? [];
  if (sentences.length > 0) paragraphs.push(`*${t('In this log:')}* ${sentences.map(paragraphOf).join(' ')}`);
  if (message?.whatToDo !== undefined) paragraphs.push(`*${t('What to do:')}* ${escapeForMarkdown(message.whatToDo)}`);
  if (message !== undefined) paragraphs.push(...meaningOf(message, paragraphs.length > (value === undefined ? 1 : 2)));
  if (paragraphs.length === 0) return undefined;
  if (state === 'reading')
    paragraphs.push(`*${t('The log is still being read: ask again for what follows from this line.')}*`);
  return paragraphs.join('\n\n');
}

/** What such a line means in general, and where it comes from; below a line where something stands before it. */
function meaningOf(message: MessageText, isBelow: boolean): string[] {
  const meanings = [
    ...(message.meaning === '' ? [] : [escapeForMarkdown(message.meaning)]),
    ...(message.parts ?? []).map(
      (part) => `${paragraphOf([{ text: part.text, strong: true }])}: ${escapeForMarkdown(part.meaning)}`,
    ),
    ...(message.origin === undefined || message.origin === '' ? [] : [`*${escapeForMarkdown(message.origin)}*`]),
  ];
  return meanings.length === 0 || !isBelow ? meanings : ['---', ...meanings];
}
