/** Counts what a corpus of labelled logs gives: for each finding how often it was found, missed, and given where nobody wants it. */

/** A log with what its label asks for. */
export interface LabelledLog {
  readonly name: string;
  /** Each of these must be found. */
  readonly all: readonly string[];
  /** At least one of these must be found; empty: nothing is asked. */
  readonly oneOf: readonly string[];
  /** Others that nobody minds; `any`: the label does not judge the rest. */
  readonly allowed: readonly string[] | 'any';
  /** These must not be found. */
  readonly none: readonly string[];
}

export interface Score {
  readonly found: readonly string[];
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
}

/** By finding, the logs in which it was found, missed and false; `given`: the findings above low of a log. */
export function scoreOf(
  logs: readonly LabelledLog[],
  given: (log: LabelledLog) => readonly string[],
): ReadonlyMap<string, Score> {
  const scores = new Map<string, { found: string[]; missed: string[]; wrong: string[] }>();
  const of = (id: string): { found: string[]; missed: string[]; wrong: string[] } => {
    let score = scores.get(id);
    if (score === undefined) scores.set(id, (score = { found: [], missed: [], wrong: [] }));
    return score;
  };
  for (const log of logs) {
    const ids = new Set(given(log));
    for (const id of log.all) of(id)[ids.has(id) ? 'found' : 'missed'].push(log.name);
    const hits = log.oneOf.filter((id) => ids.has(id) && !log.all.includes(id));
    for (const id of hits) of(id).found.push(log.name);
    const [first] = log.oneOf;
    if (first !== undefined && hits.length === 0 && !log.oneOf.some((id) => log.all.includes(id)))
      of(first).missed.push(log.name);
    for (const id of ids) {
      const wanted = log.all.includes(id) || log.oneOf.includes(id);
      if (log.none.includes(id) || (!wanted && log.allowed !== 'any' && !log.allowed.includes(id)))
        of(id).wrong.push(log.name);
    }
  }
  return scores;
}
