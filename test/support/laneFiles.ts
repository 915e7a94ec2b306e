/** Loaded by vitest before each file of browser tests: temporary files of a lane lie in its own folder. */
import { inject } from 'vitest';
import { ofThisLane } from './lanes.ts';

process.env['TMPDIR'] = ofThisLane(inject('temporaryFolders'));
