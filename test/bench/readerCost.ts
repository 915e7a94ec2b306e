/** The session with the reader alone, and what the reader gave. */
export { run } from './analysisCost.ts';
export { taken } from './readerOnly.ts';
