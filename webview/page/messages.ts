/** The page's end of the protocol: only what passes the guard gets in. */
import { type HostToPage, isHostToPage, type PageToHost } from '../../src/protocol/protocol.ts';
import { editor } from './stateStore.ts';

export function post(message: PageToHost): void {
  editor.postMessage(message);
}

/** Listens for the extension's messages and says ready; whatever is not ours is left alone, what is malformed is reported. */
export function listen(handle: (message: HostToPage) => void): void {
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = event.data;
    if (isHostToPage(message)) handle(message);
    else if (typeof message === 'object' && message !== null && 'type' in message)
      post({ type: 'pageError', text: `A message of type ${String(message.type).slice(0, 100)} is malformed.` });
  });
  post({ type: 'ready' });
}

/** Opens a log line in the editor. */
export function openLine(source: number, line: number, beside: boolean): void {
  if (line > 0) post({ type: 'openLine', source, line, beside });
}
