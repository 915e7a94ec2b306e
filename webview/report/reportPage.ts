/** The script of the report's file: gives the charts their document, and leads from a line in the charts to the line in the text and back. Without it the text is whole. */
import { isPageToHost, type HostToPage } from '../../src/protocol/protocol.ts';
import type { TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import { readDocument } from './readDocument.ts';

const frame = document.querySelector('iframe');
const shown = readDocument(document.querySelector('#document')?.textContent ?? '') as TimelineDocument;
const said = document.querySelector('#said');

function send(message: HostToPage): void {
  frame?.contentWindow?.postMessage(message, '*');
}

/** The newest thing to say is read by a screen reader, and stands above the charts. */
function say(text: string): void {
  if (said !== null) said.textContent = text;
}

function goToText(source: number, line: number): void {
  const quoted = document.querySelector<HTMLElement>(`#line-${source}-${line}`);
  if (quoted === null) {
    say(`The text of line ${line} of ${shown.sources[source] ?? 'the log'} is not in this report.`);
    return;
  }
  say('');
  quoted.scrollIntoView({ block: 'center' });
  quoted.focus();
}

/** Gives a text to the browser to save, as a file. */
function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The time of a line, microseconds since the epoch; absent where no mark is of it. */
function timeOf(source: number, line: number): number | undefined {
  const { marks, origin } = shown;
  for (let mark = 0; mark < marks.count; mark += 1)
    if (marks.line[mark] === line && marks.source[mark] === source) return origin + (marks.time[mark] ?? 0);
  return undefined;
}

function goToCharts(source: number, line: number, time: number): void {
  send({ type: 'cursor', source, line, time });
  frame?.scrollIntoView({ block: 'start' });
  frame?.focus();
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-line]')) {
  const [source, line] = [Number(button.dataset['source']), Number(button.dataset['line'])];
  const time = timeOf(source, line);
  if (time === undefined) continue;
  button.hidden = false;
  button.addEventListener('click', () => goToCharts(source, line, time));
}

window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source !== frame?.contentWindow || !isPageToHost(data)) return;
  switch (data.type) {
    case 'ready':
      return send({ type: 'document', document: shown });
    case 'openLine':
      return goToText(data.source, data.line);
    case 'saveTable':
      return download('kubelet-timeline.csv', data.csv);
    case 'pageError':
      return say(`The charts could not be drawn: ${data.text.split('\n')[0] ?? ''}`);
    default: // what only an editor can do
  }
});
