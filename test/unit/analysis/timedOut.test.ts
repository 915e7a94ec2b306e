/** Whether a call timed out, and when it began: panel, hover, diagnosis and rules say the same of the same line. */
import { describe, expect, it } from 'vitest';
import { buildInsightIndex } from '../../../src/analysis/insight/insightIndex.ts';
import { insightText, lineInsight } from '../../../src/analysis/insight/lineInsight.ts';
import { classifyRuntimeError } from '../../../src/diagnosis/signs/runtimeErrors.ts';
import { seconds } from '../../../src/kubelet/time.ts';
import { parseRuntimeError } from '../../../src/messages/texts/runtimeError.ts';
import { gotNoAnswer, ranIntoTimeout } from '../../../src/messages/texts/timedOut.ts';
import { processFacts } from '../../../src/replay/innerState/innerStateFacts.ts';
import { analysisOf, sessionOf } from './analyse.ts';

/** An error of a Status call, whether no answer came in time, and whether the kubelet itself gave the call up. */
const ERRORS: readonly (readonly [text: string, timedOut: boolean, ownTimeout: boolean])[] = [
  ['rpc error: code = DeadlineExceeded desc = context deadline exceeded', true, true],
  ['rpc error: code = DeadlineExceeded desc = stream terminated by RST_STREAM with error code: CANCEL', true, true],
  ['rpc error: code = DeadlineExceeded desc = failed to get the state of the shim', true, false],
  ['rpc error: code = Unknown desc = operation timeout: context deadline exceeded', true, false],
  [
    'rpc error: code = Unavailable desc = connection error: dial unix /run/x.sock: connect: connection refused',
    false,
    false,
  ],
  ['rpc error: code = Canceled desc = stream terminated by RST_STREAM with error code: CANCEL', false, false],
  ['rpc error: code = Unknown desc = the runtime is being upgraded', false, false],
];

const AT = '10:10:00.000000';
const logOf = (error: string): string =>
  [
    'I0302 10:00:00.000000    1234 server.go:467] "Kubelet version" kubeletVersion="v1.29.3"',
    'I0302 10:00:01.000000    1234 kubelet.go:2329] "Starting kubelet main sync loop"',
    'I0302 10:09:59.000000    1234 kubelet.go:2432] "SyncLoop (housekeeping)"',
    `E0302 ${AT}    1234 remote_runtime.go:633] "Status from runtime service failed" err=${JSON.stringify(error)}`,
    `E0302 10:10:00.000100    1234 kubelet.go:2885] "Container runtime sanity check failed" err=${JSON.stringify(error)}`,
    'I0302 10:10:05.000000    1234 kubelet.go:2432] "SyncLoop (housekeeping)"',
    '',
  ].join('\n');

describe('a call that got no answer in time', () => {
  it.each(ERRORS)('is the same to all who are asked: %s', (text, timedOut, ownTimeout) => {
    const error = parseRuntimeError(text);
    if (error === undefined) throw new Error('no error');
    expect(gotNoAnswer(error)).toBe(timedOut);
    expect(classifyRuntimeError(error) === 'timed-out').toBe(timedOut);
    expect(ranIntoTimeout(error)).toBe(ownTimeout);

    const session = sessionOf(logOf(text));
    const analysis = analysisOf(session);
    const { history } = analysis.reconstruction;
    const process = history.processes[0]?.id ?? '';
    const status = processFacts(history).get(process)?.facts.statuses[0];
    expect(status).toBeDefined();
    expect((status?.end ?? 0) - (status?.began ?? 0)).toBe(ownTimeout ? seconds(120) : 0);

    const record = session.lineIndex(0)?.recordAt(5);
    if (record === undefined) throw new Error('no record');
    const said = insightText(lineInsight(record, 0, buildInsightIndex(analysis)));
    expect(said.includes('timed out')).toBe(timedOut);
    expect(said.includes('began at about')).toBe(ownTimeout);
  });
});
