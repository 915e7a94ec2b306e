/** The page of the user guide about findings, made of what the diagnosis says of recorded, hand-written and simulated logs. */
import type { PrintableFinding } from '../../src/diagnosis/finding.ts';

/** What docs/diagnosis.md says of a finding in its table. */
export interface FindingMeaning {
  readonly means: string;
  readonly sign: string;
}

/** A log in which the finding is. */
export interface FindingExample {
  readonly log: string;
  readonly finding: PrintableFinding;
}

const MOST_LINES = 3;

/** Reads the rows `| `id` | what it means | sign |` of a Markdown page. */
export function meaningsIn(page: string): ReadonlyMap<string, FindingMeaning> {
  const meanings = new Map<string, FindingMeaning>();
  for (const line of page.split('\n')) {
    const [, id, means, sign] = /^\| `([a-z][a-z0-9-]*)` \| (.*) \| (.*) \|$/.exec(line) ?? [];
    if (id !== undefined && means !== undefined && sign !== undefined) meanings.set(id, { means, sign });
  }
  return meanings;
}

/** The page, in the order of the ids. */
export function findingsPage(
  ids: readonly string[],
  meanings: ReadonlyMap<string, FindingMeaning>,
  examples: ReadonlyMap<string, FindingExample>,
): string {
  return [
    '# Findings: what each means, and what to do',
    '',
    'Made by `npm run guide` of what the analysis says of the logs in `test/fixtures`; times, names and commands are those of the example. How sure a finding is stands before its title: *high*, *medium* or *low*.',
    '',
    ...ids.map((id) => `- [${id}](#${id})${meanings.has(id) ? `: ${meanings.get(id)?.means}` : ''}`),
    ...ids.flatMap((id) => section(id, meanings.get(id), examples.get(id))),
    '',
  ].join('\n');
}

function section(id: string, meaning: FindingMeaning | undefined, example: FindingExample | undefined): string[] {
  const head = [
    '',
    `## ${id}`,
    ...(meaning === undefined ? [] : ['', `${sentence(meaning.means)} Its sign: ${sentence(meaning.sign)}`]),
  ];
  if (example === undefined) return [...head, '', 'There is no small log that shows it.'];
  const { title, confidence, explanation, nextSteps, evidence } = example.finding;
  const lines = evidence.filter(({ text }) => text !== '').slice(0, MOST_LINES);
  return [
    ...head,
    '',
    `**Example** (\`${example.log}\`): *${confidence}*, ${title}. ${explanation}`,
    ...(lines.length === 0 ? [] : ['', '```text', ...lines.map(({ line, text }) => `${line}: ${text}`), '```']),
    ...(nextSteps.length === 0
      ? []
      : ['', 'What to do:', '', ...nextSteps.map((step, index) => `${index + 1}. ${step}`)]),
  ];
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
