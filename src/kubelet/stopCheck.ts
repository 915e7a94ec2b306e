/** Asked between pieces of long work. It throws where the work is to be given up: no memory is left, or nobody waits for it any more. Whoever does the work lets that pass. */
export type StopCheck = () => void;

/** Work that is done to its end. */
export const goesOn: StopCheck = () => undefined;
