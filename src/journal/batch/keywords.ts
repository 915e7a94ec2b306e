/** How lines of others that may tell something are known without being read: each of one writer holds one of these words. */
export interface Keywords {
  /** In UTF-8; none is shorter than four bytes. */
  readonly words: readonly Uint8Array[];
  /** They tell something wherever they stand, else only at the beginning of what the line says. */
  readonly anywhere: boolean;
}
