/** Rules of sentences can fail: what no log bears out is complained of. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/shared.ts';
import { simulated } from '../simulator/scenarios.ts';
import { incidentOf } from './incident.ts';
import { untrueClaims } from './rules.ts';

const HANG = 'media/scenarios/list-calls-hang.kubelet-scenario.json';

/** All files of a folder, one text. */
function textsBelow(folder: string): string {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(projectRoot, folder, name), 'utf8'))
    .join('\n');
}

describe('a rule of a sentence', () => {
  it('looks for words that the answer says', () => {
    const answers = textsBelow('src/diagnosis');
    const words = [...textsBelow('test/unit/claims').matchAll(/text\.(?:includes|startsWith)\('([^']+)'\)/g)];
    expect(words.length).toBeGreaterThan(10);
    for (const [, word] of words) expect(answers).toContain(word);
  });

  it.each([
    ['clock-jump', 'Meanwhile the clock of the node jumped 1h forward; the length is the time that really passed.'],
    ['set-back', 'The times of the log go back in the middle of one of them.'],
    ['evented', 'Evented PLEG was in use: the runtime sends events, and PLEG lists only every five minutes.'],
    ['which-episode', 'The longest of them:'],
  ] as const)('complains of %s where nothing shows it', (kind, text) => {
    const { log, truth } = simulated(JSON.parse(readFileSync(join(projectRoot, HANG), 'utf8')));
    const complaints = untrueClaims({ ...incidentOf(log, truth), sentences: [{ kind, text, times: [] }] });
    expect(complaints).toHaveLength(1);
    expect(complaints[0]?.split(':')[0]).toBe(kind);
  });

  it('complains where the shorter of two is called the longest', () => {
    const { log, truth } = simulated({
      version: '1.30.14',
      seed: 7,
      duration: 1500,
      pods: [{ name: 'web', count: 2, containers: [{ name: 'nginx' }] }],
      faults: [
        { from: 60, to: 300, effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] },
        { from: 500, to: 1200, effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] },
      ],
    });
    const incident = incidentOf(log, truth);
    expect(untrueClaims(incident)).toEqual([]);
    const shorter = incident.history.episodes.find(({ id, startup }) => !startup && id !== incident.answer.episode);
    const sentences = incident.sentences.filter(({ kind }) => kind === 'which-episode');
    expect(sentences.map(({ text }) => text)).toEqual(['The longest of them:']);
    const answer = { ...incident.answer, episode: shorter?.id ?? '' };
    expect(untrueClaims({ ...incident, answer, sentences })).toEqual([
      'which-episode: another one was longer: The longest of them:',
    ]);
  });
});
