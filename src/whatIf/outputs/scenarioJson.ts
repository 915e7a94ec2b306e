/** An inferred scenario as the file that `simulate` takes: each of its values on a line, and `known` for how it is known. */
import type { Known, InferredScenario, Json, JsonObject } from '../scenarioFile.ts';

/** The whole file. `sources`: the names of the logs, for lines of several. */
export function scenarioFileText({ file, known }: InferredScenario, sources: readonly string[]): string {
  const all: JsonObject = { ...file, known: known.map((one) => knownJson(one, sources)) };
  const members = Object.entries(all).map(([name, value]) => `  ${JSON.stringify(name)}: ${valueText(value)}`);
  return `{\n${members.join(',\n')}\n}\n`;
}

/** Lines are numbers; of several logs `name:number`. */
export function knownJson({ of, is, why, lines }: Known, sources: readonly string[]): JsonObject {
  return {
    of,
    is,
    why,
    ...(lines.length === 0
      ? {}
      : { lines: lines.map(({ source, line }) => (sources.length > 1 ? `${sources[source] ?? ''}:${line}` : line)) }),
  };
}

function valueText(value: Json): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value);
  const items: readonly Json[] = value;
  return `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
}
