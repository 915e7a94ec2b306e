/** Entry of the page: registers the toolkit, listens, and shows what the extension sends. */
import { App } from './app.ts';
import { element } from './dom.ts';
import { listen, post } from './messages.ts';
import { LoadingView, problemView } from './statusViews.ts';
import { registerToolkit } from './toolkit.ts';

function start(): void {
  const place = document.getElementById('kubelet-timeline') ?? document.body.appendChild(element('div', { attributes: { id: 'kubelet-timeline' } }));
  registerToolkit();
  const app = new App();
  const loading = new LoadingView(() => post({ type: 'cancel' }));
  const show = (node: HTMLElement): void => {
    if (place.firstElementChild === node) return;
    const hadFocus = place.contains(document.activeElement);
    place.replaceChildren(node);
    // Who pressed Cancel or Try again by key goes on from the button that stands there now.
    if (hadFocus) node.querySelector<HTMLElement>(':scope.status vscode-button')?.focus();
  };
  show(loading.root);
  listen((message) => {
    switch (message.type) {
      case 'progress':
        if (place.firstElementChild === app.root) app.readsAgain(true); // what was read before stays in sight
        else {
          show(loading.root);
          loading.show(message);
        }
        break;
      case 'problem':
        show(problemView(message, () => post({ type: 'retry' }), (command) => post({ type: 'copyCommand', command })));
        break;
      case 'document': {
        const isShown = place.firstElementChild === app.root;
        show(app.root);
        app.show(message.document, isShown);
        break;
      }
      case 'moment':
        app.showMoment(message);
        break;
      case 'cursor':
        app.showCursor(message);
        break;
    }
  });
}

/** A failure of the page must be visible: to the reader as a sentence, to the extension's log with its cause. */
function report(cause: unknown): void {
  post({ type: 'pageError', text: cause instanceof Error ? `${cause.message}\n${cause.stack ?? ''}` : String(cause) });
}

window.addEventListener('error', (event) => {
  // The browser's note that a size changed once more within a frame; it comes in the next one.
  if (event.error === undefined || event.error === null) return;
  report(event.error);
});
window.addEventListener('unhandledrejection', (event) => report(event.reason));
start();
