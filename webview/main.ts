/** Entry of the page: registers the toolkit, listens, and shows what the extension sends. */
import { AppLoader } from './page/appLoader.ts';
import type { ProblemMessage } from '../src/protocol/protocol.ts';
import { element } from './page/dom.ts';
import { listen, post } from './page/messages.ts';
import { LoadingView, problemView } from './page/statusViews.ts';
import { registerToolkit } from './toolkit.ts';
import { t } from './page/words.ts';

function start(): void {
  const place =
    document.getElementById('kubelet-timeline') ??
    document.body.appendChild(element('div', { attributes: { id: 'kubelet-timeline' } }));
  registerToolkit();
  const loading = new LoadingView(() => post({ type: 'cancel' }));
  const show = (node: HTMLElement): void => {
    if (place.firstElementChild === node) return;
    const hadFocus = place.contains(document.activeElement);
    place.replaceChildren(node);
    // Who pressed Cancel or Try again by key goes on from the button that stands there now.
    if (hadFocus) node.querySelector<HTMLElement>(':scope.status vscode-button')?.focus();
  };
  const showProblem = (problem: Omit<ProblemMessage, 'type'>): void =>
    show(
      problemView(problem, {
        retry: () => post({ type: 'retry' }),
        gettingLogs: () => post({ type: 'gettingLogs' }),
        openSample: () => post({ type: 'openSample' }),
        copy: (command) => post({ type: 'copyCommand', command }),
      }),
    );
  show(loading.root);
  const timeline = new AppLoader((cause) => {
    report(cause);
    showProblem({
      title: t('The timeline could not be loaded'),
      whatToDo: t('Close the panel and open it again; if that does not help, reinstall the extension.'),
      canRetry: false,
    });
  });
  listen((message) => {
    switch (message.type) {
      case 'progress':
        if (place.firstElementChild === timeline.root) timeline.with((app) => app.readsAgain(true)); // what was read before stays in sight
        else {
          show(loading.root);
          loading.show(message);
        }
        break;
      case 'problem':
        showProblem(message);
        break;
      case 'document':
        timeline.with((app) => {
          const isShown = place.firstElementChild === app.root;
          show(app.root);
          app.show(message.document, isShown);
        });
        break;
      case 'moment':
        timeline.with((app) => app.showMoment(message));
        break;
      case 'whatIf':
        timeline.with((app) => app.showWhatIf(message));
        break;
      case 'whatIfProgress':
        timeline.with((app) => app.advanceWhatIf(message.share));
        break;
      case 'openWhatIf':
        timeline.with((app) => app.openWhatIf());
        break;
      case 'pictureRequest':
        timeline.with((app) => app.sendPicture(message.document));
        break;
      case 'cursor':
        timeline.with((app) => app.showCursor(message));
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
