// Measures the page in the real browser on a very large document. The work is in test/webview-harness/bench.mjs, which knows the page's surroundings.
import { pathToFileURL } from 'node:url';
import { inRoot } from './lib/project.mjs';

await import(pathToFileURL(inRoot('test/webview-harness/bench.mjs')).href);
