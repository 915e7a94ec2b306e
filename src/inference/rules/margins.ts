import { milliseconds, seconds, type Duration } from '../../kubelet/time.ts';

/** From the check of the runtime state to a line at the start of a turn's work: the 1 s ticker at most, and a little for a loaded node. */
export const CHECK_TO_LINE: Duration = milliseconds(1_100);

/** A loop that is free notices a fault within this time: the ticker and one turn of ordinary work. */
export const FREE_LOOP_NOTICES: Duration = milliseconds(1_300);

/** How far `time − elapsed` of a skip lies after the true start of the relist: 0.008 to 0.29 ms measured, up to 1.5 ms allowed for (4 ms were seen once under heavy load). */
export const STAMP_LAG: Duration = milliseconds(1.5);

/** Stamps of several threads differ by this: a moment of disagreement that two lines can have. */
export const STAMP_NOISE: Duration = milliseconds(5);

/** How far a call that timed out may have run over its time: its line is printed a moment after, and the call begins a moment after its relist. */
export const TIMEOUT_LAG: Duration = milliseconds(250);

/** Two clocks of one call: the server may cut the stream a moment before the client's own deadline. */
export const TIMEOUT_LEAD: Duration = milliseconds(20);

/** A process has written its first line by this time after its start. */
export const FIRST_LINE_WITHIN: Duration = seconds(60);

/** A starting kubelet asks the runtime for its Status out of turn, up to the first Ready and no longer than this (`nodeReadyGracePeriod` of 120 s and calls that hang in it). */
export const START_PHASE: Duration = seconds(300);

/** The node's status is computed every 10 s (`nodeStatusUpdateFrequency`), at most a call's time-out late: a condition that did not reach the API server comes again within. */
export const CONDITION_REPEATS_WITHIN: Duration = seconds(15);
