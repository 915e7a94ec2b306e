/** `simulate` as data: what is asked for, or what is wrong with it. */
import { ENVELOPES, type WrittenMode } from '../journal/envelope/writeEnvelope.ts';

export interface SimulateCommand {
  readonly kind: 'simulate';
  /** Path of the scenario; `-` is standard input. */
  readonly scenario: string;
  readonly out?: string;
  readonly truth?: string;
  /** Instead of the scenario's own envelope. */
  readonly envelope?: WrittenMode;
}

export const SIMULATE_HELP = `Usage: kubelet-timeline simulate SCENARIO.json [options]

Runs a whole kubelet in virtual time and writes the log it would write. SCENARIO.json says what happens:
pods, latencies and faults of the container runtime, restarts (docs/simulator.md); - is standard input.

Options:
  --out FILE        write the log to FILE instead of standard output
  --truth FILE      write what really happened to FILE, one JSON object a line
  --format MODE     how the journal prints the lines, instead of the scenario's own:
                    ${ENVELOPES.slice(0, 9).join(', ')},
                    ${ENVELOPES.slice(9).join(', ')} (none: klog lines alone)
  --help            this text

Exit status: 0 done; 1 the scenario could not be read or is wrong; 2 wrong usage.
`;

const VALUED = ['--out', '--truth', '--format'] as const;

/** Reads the arguments after `simulate`. */
export function parseSimulateArguments(
  args: readonly string[],
): SimulateCommand | { readonly kind: 'simulate-help' } | { readonly kind: 'wrong-usage'; readonly why: string } {
  const words: string[] = [];
  const values = new Map<string, string>();
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (word === '--help' || word === '-h') return { kind: 'simulate-help' };
    if (word === '-' || !word.startsWith('-')) {
      words.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    const name = VALUED.find((option) => option === (equals < 0 ? word : word.slice(0, equals)));
    if (name === undefined) return { kind: 'wrong-usage', why: `unknown option ${word}` };
    const value = equals < 0 ? args[(index += 1)] : word.slice(equals + 1);
    if (value === undefined || value === '') return { kind: 'wrong-usage', why: `${name} needs a value` };
    values.set(name, value);
  }
  const [scenario, more] = words;
  if (scenario === undefined) return { kind: 'wrong-usage', why: 'simulate needs a SCENARIO.json' };
  if (more !== undefined) return { kind: 'wrong-usage', why: `simulate takes one scenario, not ${more} too` };
  const format = values.get('--format');
  const envelope = ENVELOPES.find((mode) => mode === format);
  if (format !== undefined && envelope === undefined)
    return { kind: 'wrong-usage', why: `--format ${format}: choose one of ${ENVELOPES.join(', ')}` };
  const [out, truth] = [values.get('--out'), values.get('--truth')];
  return {
    kind: 'simulate',
    scenario,
    ...(out === undefined ? {} : { out }),
    ...(truth === undefined ? {} : { truth }),
    ...(envelope === undefined ? {} : { envelope }),
  };
}
