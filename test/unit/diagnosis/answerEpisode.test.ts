/** What the answer says of the relists of an episode. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain, runText } from './diagnoseLog.ts';

describe('the relists of an episode', () => {
  it('does not take a later list call for the next one after the last good relist, where the log begins in between', () => {
    const lines = runText('v1.36.2-b-hang').split('\n');
    expect(
      plain(diagnoseText(lines.slice(lines.findIndex((line) => line.includes(' 00:32:44.401'))).join('\n')).answer),
    ).toMatch(
      /began at 00:28:42\.\d+; after that no listing was answered: one was given up after 2m at 00:32:44\.\d+, so the threshold/,
    );
    expect(plain(diagnoseText(lines.join('\n')).answer)).toMatch(
      /began at 00:28:42\.\d+; the next list call got no answer and was given up after 2m at 00:30:43/,
    );
  });

  it('says where the listing of the last good relist may itself have been late, and where a line rules that out', () => {
    const lines = runText('v1.36.2-b-hang').split('\n');
    const bare = lines
      .filter(
        (line) => !/Unable to retrieve|from runtime service failed|Housekeeping took|container finished/.test(line),
      )
      .join('\n');
    const earlier = ' (or earlier, if that very listing took longer: no line here rules it out)';
    expect(plain(diagnoseText(bare).answer)).toContain(earlier);
    expect(plain(diagnoseText(lines.join('\n')).answer)).not.toContain(earlier);
  });
});
