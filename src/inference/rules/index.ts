import type { RuleText } from '../rule.ts';
import { afterLastSkip } from './afterLastSkip.ts';
import { backOff } from './backOff.ts';
import { callTimedOut } from './callTimedOut.ts';
import { containerStates } from './containerStates.ts';
import { failedStretch } from './failedStretch.ts';
import { finishedAfterListing } from './finishedAfterListing.ts';
import { hungInspection } from './hungInspection.ts';
import { lastGoodStatus } from './lastGoodStatus.ts';
import { neverEnds } from './neverEnds.ts';
import { newProcess } from './newProcess.ts';
import { nextRelist } from './nextRelist.ts';
import { nodeNotReadyProvesTrouble, nodeReadyProvesHealth } from './nodeCondition.ts';
import { notReadyAgain } from './notReadyAgain.ts';
import { processStart } from './processStart.ts';
import { relistFailed } from './relistFailed.ts';
import { relistLogged } from './relistLogged.ts';
import { relistPeriod } from './relistPeriod.ts';
import { skipNamesRelist } from './skipNamesRelist.ts';
import { skipProvesTrouble } from './skipProvesTrouble.ts';
import { lateTurn } from './lateTurn.ts';
import { slowHousekeeping } from './slowHousekeeping.ts';
import { slowInspection } from './slowInspection.ts';
import { stillFailing } from './stillFailing.ts';
import { thresholdPassed } from './thresholdPassed.ts';
import { workingTurn } from './workingTurn.ts';

/** Rules that answer one question, with the question as the heading of the docs. */
export interface RuleSection {
  readonly question: string;
  readonly rules: readonly RuleText[];
}

/** Every rule of this room. `docs/inference.md` is made of this list. */
export const RULE_SECTIONS: readonly RuleSection[] = [
  { question: 'Which kubelet wrote this?', rules: [newProcess] },
  {
    question: 'When was the state unhealthy?',
    rules: [skipProvesTrouble, thresholdPassed, lastGoodStatus, processStart, nodeNotReadyProvesTrouble, failedStretch],
  },
  {
    question: 'When was it healthy again?',
    rules: [
      afterLastSkip,
      backOff,
      workingTurn,
      finishedAfterListing,
      nodeReadyProvesHealth,
      notReadyAgain,
      stillFailing,
    ],
  },
  {
    question: 'What did the relists do?',
    rules: [
      skipNamesRelist,
      relistFailed,
      callTimedOut,
      relistPeriod,
      nextRelist,
      slowInspection,
      hungInspection,
      neverEnds,
      relistLogged,
    ],
  },
  { question: 'What held the loop up?', rules: [slowHousekeeping, lateTurn] },
  { question: 'What did pods and containers do?', rules: [containerStates] },
];
