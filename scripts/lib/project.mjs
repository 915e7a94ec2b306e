// Where things lie, for every script. Node built-ins only.
import { dirname, join } from 'node:path';

/** The project's root folder, absolute. */
export const root = dirname(dirname(import.meta.dirname));

/** @param {...string} parts path below the root */
export const inRoot = (...parts) => join(root, ...parts);

/** The incident that `npm start` opens when no file is named, and that the smoke tests read. */
export const sampleLog = inRoot('test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log');

/** The packaged extension, as `npm run package` writes it. */
export const vsixFile = inRoot('out/kubelet-timeline.vsix');
