/** Whether an output would destroy what is read, or another output. */
export interface FileIdentities {
  /** What tells a file from all others, whatever links lead to it; `undefined`: it is not there, or nothing that is written can destroy it. `-` is standard input. */
  identityOf?(file: string): Promise<string | undefined>;
  /** The same for the file that standard output goes to. */
  outputIdentity?(): Promise<string | undefined>;
}

/** One sentence about the input that `out` is; `undefined`: it is none of them. */
export async function outputIsInput(
  option: string,
  out: string,
  inputs: readonly string[],
  host: FileIdentities,
): Promise<string | undefined> {
  const identity = await host.identityOf?.(out);
  if (identity === undefined) return undefined;
  for (const input of inputs) {
    if ((await host.identityOf?.(input)) === identity)
      return `${option} ${out} is the same file as ${input === '-' ? 'standard input' : input}, which is read: choose another name`;
  }
  return undefined;
}

/** The same for standard output, as the shell has opened it. */
export async function standardOutputIsInput(
  inputs: readonly string[],
  host: FileIdentities,
): Promise<string | undefined> {
  const identity = await host.outputIdentity?.();
  if (identity === undefined) return undefined;
  for (const input of inputs) {
    if (input !== '-' && (await host.identityOf?.(input)) === identity)
      return `standard output goes to ${input}, which is read: choose another file`;
  }
  return undefined;
}

/** Whether two outputs are the same file; links to a file that is not there yet are told once one of them was written. */
export async function sameOutput(a: string, b: string, host: FileIdentities): Promise<boolean> {
  const identity = await host.identityOf?.(a);
  return identity === undefined ? false : identity === (await host.identityOf?.(b));
}
