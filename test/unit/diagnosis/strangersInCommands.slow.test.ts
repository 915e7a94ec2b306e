/** A log line is a stranger's text, and what stands in backticks is copied into a shell: whatever a name in a line is, no command holds more of it than plain characters. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atLeast, rounds } from '../../support/effort.ts';
import { projectRoot } from '../../support/shared.ts';
import { diagnoseText } from './diagnoseLog.ts';

const FOLDER = join(projectRoot, 'test/fixtures/findings');
const LOGS = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => /found-[^/]*\.log$/.test(name) && !/\bnot-/.test(name))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))
  .filter(({ text }) => text.length < 20_000);
/** Of a step that no fixture leads to. */
const OF_A_USER =
  'Mar 11 09:14:02 worker-b kubelet[3120]: error: failed to run Kubelet: cannot create certificate signing request: User "kubelet-bootstrap" cannot create certificatesigningrequests.certificates.k8s.io';
/** No line has it by itself. */
const MARK = 'zqx';
const TAILS = [`$(${MARK})`, `;${MARK}`, `|${MARK}`, `'${MARK}`, `>${MARK}`, `&${MARK}`, ` ${MARK}`];
const WORD = /[A-Za-z0-9][\w.:/@-]{2,120}/g;

/** The log with something behind one of its words, wherever it comes again. */
function withTail(text: string, part: number, tail: string): string {
  const words = [...new Set(text.match(WORD) ?? [])];
  const word = words[Math.floor(part * words.length)] ?? '';
  return text.replaceAll(word, `${word}${tail}`);
}

it('no command holds what stands behind a name', () => {
  let commands = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...LOGS, { name: 'of a user', text: OF_A_USER }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.constantFrom(...TAILS),
      ({ text }, part, tail) => {
        for (const { nextSteps } of diagnoseText(withTail(text, part, tail)).findings)
          for (const step of nextSteps)
            for (const [, command = ''] of step.matchAll(/`([^`]*)`/g)) {
              commands += 1;
              expect(command).not.toContain(MARK);
            }
      },
    ),
    { numRuns: rounds(20_000, 3000), seed: 5 },
  );
  expect(commands).toBeGreaterThan(atLeast(10_000));
}, 120_000);
