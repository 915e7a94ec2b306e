/** The extension behind its entries (`extension.ts` on Node, `web/extension.ts` in a browser): one program for both, which knows neither Node nor the browser; its entry gives it what it needs of the machine. */
export { startExtension as start } from './editor/startExtension.ts';
export { looksLikeKubeletLog } from './journal/detect.ts';
