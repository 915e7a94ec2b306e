import type { RuleSection } from '../src/inference/rules/index.ts';

export const DOCS_FILE: string;
export function docsText(sections: readonly RuleSection[]): string;
