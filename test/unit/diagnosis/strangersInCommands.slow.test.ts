/** A log line is a stranger's text, and what stands in backticks is copied into a shell: whatever a name in a line is, no command holds more of it than plain characters. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { oncePer } from '../../../src/kubelet/oncePer.ts';
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

const COMMAND = /`([^`]*)`/g;

function commandsOf(text: string): readonly string[] {
  return diagnoseText(text).findings.flatMap(({ nextSteps }) =>
    nextSteps.flatMap((step) => [...step.matchAll(COMMAND)].map(([, command = '']) => command)),
  );
}

/** The words of a log, and apart from those the ones, whole or between slashes, that its commands hold as they are. */
const wordsOf = oncePer(({ text }: { readonly text: string }) => {
  const all = [...new Set(text.match(WORD) ?? [])];
  const said = commandsOf(text).join('\n');
  const parts = new Set(all.flatMap((word) => [word, ...word.split('/')]));
  return { all, inCommands: [...parts].filter((word) => word.length > 2 && said.includes(word)) };
});

/** The log with something behind one of its words, wherever that comes again: mostly behind one that a command holds. */
function withTail(
  log: { readonly text: string },
  part: number,
  ofAll: boolean,
  tail: string,
): { readonly text: string; readonly word: string } {
  const { all, inCommands } = wordsOf(log);
  const words = ofAll || inCommands.length === 0 ? all : inCommands;
  const word = words[Math.floor(part * words.length)] ?? '';
  return { text: log.text.replaceAll(word, `${word}${tail}`), word };
}

it('no command holds what stands behind a name', () => {
  let commands = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...LOGS, { name: 'of a user', text: OF_A_USER }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom(...TAILS),
      (log, part, turn, tail) => {
        const { text, word } = withTail(log, part, turn === 0, tail);
        // Behind a word of the message and a blank it is a name, and a plain one.
        const stranger = tail.startsWith(' ') ? `${word}${tail}` : tail;
        for (const command of commandsOf(text)) {
          commands += 1;
          expect(command).not.toContain(stranger);
        }
      },
    ),
    { numRuns: rounds(20_000, 3000), seed: 5 },
  );
  expect(commands).toBeGreaterThan(atLeast(10_000));
}, 120_000);
