/** A scenario file as it is written here: one member a line, one entry of a list a line. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export type ScenarioFile = { readonly [name: string]: Json };

/** The text of a scenario file. */
export function scenarioText(file: ScenarioFile): string {
  const members = Object.entries(file).map(
    ([name, value]) =>
      `  ${JSON.stringify(name)}: ${isListed(value) ? listText(value, '  ') : name === 'chance' ? objectText(value as ScenarioFile) : flat(value)}`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

function objectText(value: ScenarioFile): string {
  const members = Object.entries(value).map(
    ([name, member]) => `    ${JSON.stringify(name)}: ${isListed(member) ? listText(member, '    ') : flat(member)}`,
  );
  return `{\n${members.join(',\n')}\n  }`;
}

function isListed(value: Json): value is readonly Json[] {
  return Array.isArray(value) && value.some((one) => typeof one === 'object');
}

function listText(list: readonly Json[], indent: string): string {
  return `[\n${list.map((one) => `${indent}  ${flat(one)}`).join(',\n')}\n${indent}]`;
}

function flat(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((one: Json) => flat(one)).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, one]) => `${JSON.stringify(name)}: ${flat(one)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}

/** A time of the scenario, to the millisecond. */
export function seconds(nanoseconds: number): string {
  return `${Number((nanoseconds / 1e9).toFixed(3))}s`;
}

/** A short length of time, to the microsecond. */
export function microseconds(nanoseconds: number): string {
  return `${Math.round(nanoseconds / 1000)}µs`;
}
