// The date that everything in a package bears, so that one commit gives the same bytes everywhere.
import { run } from './run.mjs';

/** Of what was made outside of a clone: when zip's dates begin, seconds since the epoch. */
const NO_COMMIT = '315532800';

/** @returns {Promise<string>} the time of the commit that is checked out, seconds since the epoch; SOURCE_DATE_EPOCH counts for more (https://reproducible-builds.org/specs/source-date-epoch) */
export async function sourceDate() {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined && /^\d+$/.test(given)) return given;
  const { code, output } = await run('git', ['log', '-1', '--format=%ct']);
  return code === 0 && /^\d+$/.test(output.trim()) ? output.trim() : NO_COMMIT;
}
