/** What the single-file program starts with, which has nothing beside it: tunes the engine, and runs the program (`cli.ts`). */
import { setFlagsFromString } from 'node:v8';
import { engineFlags } from './adapters/engineFlags.ts';

// Before the program is loaded: its functions are to be compiled under these flags.
for (const flag of engineFlags(process.versions.v8)) setFlagsFromString(flag);
void import('./cli.ts');
