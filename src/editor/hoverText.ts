/** What the hover says of a line, as Markdown whose log texts are escaped. Knows no `vscode`, so that tests read it as text. */
import type { HoverAnswer } from '../protocol/workerProtocol.ts';
import { escapeForMarkdown, paragraphOf } from './markdown.ts';

/** The hover's Markdown; `undefined` when there is nothing to say. */
export function hoverText({ message, insight, state }: HoverAnswer): string | undefined {
  const paragraphs: string[] = [];
  if (message !== undefined) {
    paragraphs.push(`**${escapeForMarkdown(message.title)}**`);
    if (message.meaning !== '') paragraphs.push(escapeForMarkdown(message.meaning));
    for (const part of message.parts ?? []) paragraphs.push(`*${escapeForMarkdown(part.text)}*: ${escapeForMarkdown(part.meaning)}`);
  }
  const sentences = insight?.sentences ?? [];
  if (sentences.length > 0) paragraphs.push('---', `*In this log:* ${sentences.map(paragraphOf).join(' ')}`);
  if (message?.whatToDo !== undefined) paragraphs.push(`*What to do:* ${escapeForMarkdown(message.whatToDo)}`);
  if (message?.origin !== undefined) paragraphs.push(`*${escapeForMarkdown(message.origin)}*`);
  if (paragraphs.length === 0) return undefined;
  if (state === 'reading') paragraphs.push('*The log is still being read: ask again for what follows from this line.*');
  return paragraphs.join('\n\n');
}
