/** What the answer says of an episode: its relists, its containers. */
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

  it('takes no inspection that was given up as the last good relist began for one of that relist', () => {
    const said = plain(
      diagnoseText(
        [
          'E1102 13:57:50.112433    4410 generic.go:411] "PLEG: Write status" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" pod="ci/runner-7x9"',
          'E1102 14:00:57.453345    4410 kubelet.go:2086] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m7.341793557s ago; threshold is 3m0s"',
        ].join('\n'),
      ).answer,
    );
    expect(said).toContain(
      'began at 13:57:50.111; it was then held up by the inspection of a pod, which got no answer, so',
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

  it('says of a kubelet that had listed nothing since its start no more than that', () => {
    const skip = (second: string): string =>
      `Nov 08 16:25:${second} node-a origin-node[29837]: I1108 16:25:${second}.761754   29837 kubelet.go:1758] skipping pod synchronization - [PLEG is not healthy: pleg was last seen active 2562047h47m16.854775807s ago; threshold is 3m0s]`;
    const text = plain(diagnoseText(['22', '27', '32'].map(skip).join('\n')).answer);
    expect(text).toContain('had not managed to list the containers a single time. ');
    expect(text).toContain('docker ps -a');
  });
});

it('says of containers that an unhealthy PLEG stops none only where it was PLEG', () => {
  const alone = 'An unhealthy PLEG alone stops no pod.';
  expect(plain(diagnoseText(runText('v1.36.2-m-status-only')).answer)).toMatch(
    /The log does not show whether pods kept running\.\n/,
  );
  expect(plain(diagnoseText(runText('v1.36.2-b-hang')).answer)).toContain(alone);
  expect(plain(diagnoseText(runText('v1.36.2-m-status-only')).answer)).not.toContain(alone);
});
