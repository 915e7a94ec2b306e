/** The extension behind its entries (`extension.ts` on Node, `web/extension.ts` in a browser): one program for both, which knows neither Node nor the browser; its entry gives it what it needs of the machine. */
import type { ExtensionProgram } from './editor/activation.ts';
import { HeadReader } from './editor/headReader.ts';
import type { Platform } from './editor/platform.ts';
import { startExtension } from './editor/startExtension.ts';

/** The program on a platform. To be called once; what `context` has among its subscriptions ends with the extension. */
export function programOn(
  platform: Platform,
  context: { readonly subscriptions: { dispose(): unknown }[] },
): ExtensionProgram {
  const heads = new HeadReader(platform);
  context.subscriptions.push(heads);
  return {
    looksLikeKubeletLog: (head) => heads.looksLikeKubeletLog(head),
    start: (own, log) => startExtension(own, log, platform),
  };
}
