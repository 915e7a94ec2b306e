import { expect, test } from 'vitest';
import { MOST_SHOWN_PODS } from '../../../src/inference/containers/shownPods.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { MOST_FOLLOWED_PODS, MOST_OF_POD } from '../../../src/replay/innerState/followedPods.ts';
import { innerStatesOf } from '../../../src/replay/innerState/innerState.ts';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import { timelineOf } from '../../../src/timeline/timelineOf.ts';
import { analysed, historyOf, klog, LARGE, started } from './foldedLogs.ts';

test('of a pod with very many containers the inner state follows a part, at any moment', () => {
  const lines = [
    ...started(0, 7),
    ...Array.from({ length: 2000 }, (_, at) =>
      klog(
        10 + at / 4,
        7,
        'I',
        `kubelet.go:2453] "SyncLoop (PLEG): event for pod" pod="team/app" event={"ID":"0a0a0a0a-0000-4000-a000-000000000001","Type":"ContainerStarted","Data":"${at.toString(16).padStart(64, '0')}"}`,
      ),
    ),
  ];
  const history = historyOf(lines, LARGE);
  const states = innerStatesOf(history);
  const facts = states.factsAt(history.processes[0]?.to ?? instant(0));
  if (facts === undefined) throw new Error('no process');
  for (const part of [0.3, 0.6, 0.9]) {
    const time = instant(facts.process.from + part * (facts.process.to - facts.process.from));
    const { run, model } = states.at(facts, time);
    const eventsOf = (relists: typeof run.relists): number => relists.reduce((sum, { sent }) => sum + sent, 0);
    expect(eventsOf(run.relists)).toBeLessThanOrEqual(2 * MOST_OF_POD);
    expect(eventsOf(run.relists.filter(({ start }) => start <= time))).toBeGreaterThan(0);
    expect(model).toBeDefined();
    expect(run.notFollowed.containers).toBeGreaterThan(0);
  }
  const moment = createMoments(analysed(lines, LARGE).reconstruction).at(facts.process.to);
  expect(moment?.caveats).toContainEqual(expect.stringContaining(`follows ${MOST_OF_POD} of each, and leaves out`));
});

test(
  'of a log that names very many pods the timeline and the inner state show a part, and say so',
  { timeout: 60_000 },
  () => {
    const pods = MOST_SHOWN_PODS + 500;
    const lines = [
      ...started(0, 7),
      ...Array.from({ length: pods }, (_, at) =>
        klog(
          10 + at / 4,
          7,
          'I',
          `kubelet.go:2453] "SyncLoop (PLEG): event for pod" pod="team/app-${at}" event={"ID":"${at.toString(16).padStart(8, '0')}-0000-4000-a000-000000000001","Type":"ContainerStarted","Data":"${at.toString(16).padStart(64, '0')}"}`,
        ),
      ),
    ];
    const analysis = analysed(lines, LARGE);
    const { history } = analysis.reconstruction;
    expect(history.pods.length).toBe(pods);
    const document = timelineOf(analysis, 'kubelet.log');
    const shown = document.lanes.filter(({ kind }) => kind === 'pod').length;
    expect(shown).toBeLessThanOrEqual(MOST_SHOWN_PODS);
    expect(shown).toBeGreaterThan(MOST_SHOWN_PODS - 100);
    expect(document.warnings.map(({ text }) => text)).toContainEqual(
      expect.stringContaining(
        `names ${pods.toLocaleString('en')} pods. ${shown.toLocaleString('en')} of them have lanes`,
      ),
    );
    const moment = createMoments(analysis.reconstruction).at(history.processes[0]?.to ?? instant(0));
    expect(moment?.pods).toBeLessThanOrEqual(MOST_FOLLOWED_PODS);
    expect(moment?.pods).toBeGreaterThan(MOST_FOLLOWED_PODS / 2);
    expect(moment?.caveats).toContainEqual(
      expect.stringMatching(/^Of the pods that the log names, 19,\d{3} are too many for this view/),
    );
  },
);
