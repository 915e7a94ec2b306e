// Makes docs/inference.md from the rules in src/inference/rules.
//   node scripts/inference-docs.mjs [--check]
import { pathToFileURL } from 'node:url';
import { importCore, writeOrCheck } from './messages-lib.mjs';

export const DOCS_FILE = 'docs/inference.md';

/** @param {readonly import('../src/inference/rules/index.ts').RuleSection[]} sections */
export function docsText(sections) {
  const out = [
    '# What the lines prove',
    '',
    'A kubelet does not log most of what it does, but what it logs proves more than it says. These are the rules by which Kubelet Timeline infers the history of a log: each with its reason, the condition under which it is sound, and its source in the kubelet.',
    'Each rule gives bounds for a time; all bounds of one time are intersected. Bounds that contradict each other become a warning, never a guess. Nothing here runs a model: what is only likely comes later, from the replay, and is marked as such.',
    '',
    'Rules that argue from absence (no skip, no event) hold only where the log is complete: no suppression mark, no gap, no cut. Made from `src/inference/rules` by `node scripts/inference-docs.mjs`; change it there.',
    '',
    'The staleness of PLEG at any moment is bounded by all of them together (`src/replay/stalenessBounds.ts`): the start of the last listed relist never goes back, so a line that names it, a relist that was listed and a check that was good bound all later moments, and a line that names it, a relist that failed and one that has not ended bound all earlier ones.',
    '',
  ];
  for (const { question, rules } of sections) {
    out.push(`## ${question}`, '');
    for (const rule of rules) {
      out.push(
        `### ${rule.title}`,
        '',
        rule.reason,
        '',
        `*Sound when:* ${rule.condition}`,
        '',
        `*Source:* ${rule.source}. Rule \`${rule.id}\`.`,
        '',
      );
    }
  }
  return `${out.join('\n').trimEnd()}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { RULE_SECTIONS } = await importCore('src/inference/rules/index.ts');
  writeOrCheck(DOCS_FILE, docsText(RULE_SECTIONS));
}
