/** Checks a summary against the schema that other programs have of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { projectRoot } from './shared.ts';

const ajv = new Ajv({ allErrors: true, strict: true });
const validate = ajv.compile(
  JSON.parse(readFileSync(join(projectRoot, 'schemas/summary.schema.json'), 'utf8')) as object,
);

/** What is wrong with it; nothing where it fits. */
export function schemaProblems(summary: unknown): readonly string[] {
  return validate(summary)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}
