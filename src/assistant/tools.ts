/** The tools that assistants may call: their names, what they are for, and their input. The manifest's `languageModelTools` has the same, which a test holds. */
import type { AssistantQuestion } from '../protocol/workerProtocol.ts';

/** One tool. */
export interface AssistantTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<
      Record<
        string,
        { readonly type: 'string' | 'integer' | 'boolean'; readonly description: string; readonly minimum?: number }
      >
    >;
    readonly required: readonly string[];
  };
}

const FILE = {
  type: 'string',
  description: 'Path of a kubelet log: journalctl output, a raw or packed log, or a folder or archive with logs.',
} as const;
const FULL = { type: 'boolean', description: 'All of the answer instead of at most 4 KB.' } as const;

const ANALYZE: AssistantTool = {
  name: 'kubelet_analyze_log',
  title: 'Analyse a kubelet log',
  description:
    "Says from a kubelet's log when and why the Kubernetes node went NotReady (PLEG, container runtime, API server and more), each claim with the log line that proves it. Use it before reading the log itself.",
  inputSchema: { type: 'object', properties: { file: FILE, full: FULL }, required: ['file'] },
};
const FINDINGS: AssistantTool = {
  name: 'kubelet_list_findings',
  title: 'List episodes and findings',
  description:
    'Lists the unhealthy times of a kubelet log and the findings: cause, confidence, explanation, next steps with commands, and the log lines that are evidence.',
  inputSchema: { type: 'object', properties: { file: FILE, full: FULL }, required: ['file'] },
};
const EXPLAIN: AssistantTool = {
  name: 'kubelet_explain_line',
  title: 'Explain a line',
  description: 'Says what one line of a kubelet log means, and what follows from it in this log.',
  inputSchema: {
    type: 'object',
    properties: {
      file: FILE,
      line: { type: 'integer', minimum: 1, description: 'Number of the line, from 1.' },
      source: { type: 'integer', minimum: 0, description: 'Which log of a folder or an archive, from 0 (default).' },
      full: FULL,
    },
    required: ['file', 'line'],
  },
};

export const ASSISTANT_TOOLS: readonly AssistantTool[] = [ANALYZE, FINDINGS, EXPLAIN];

/** What is asked, of which file; `why`: what is wrong with the input. */
export function readToolCall(
  name: string,
  input: Readonly<Record<string, unknown>>,
): { readonly file: string; readonly question: AssistantQuestion } | { readonly why: string } {
  const { file, line, source, full } = input;
  if (typeof file !== 'string' || file === '') return { why: 'file must be the path of a log' };
  if (full !== undefined && typeof full !== 'boolean') return { why: 'full must be true or false' };
  const all = full === true ? ({ full: true } as const) : {};
  if (name === ANALYZE.name) return { file, question: { tool: 'analyze', ...all } };
  if (name === FINDINGS.name) return { file, question: { tool: 'findings', ...all } };
  if (name !== EXPLAIN.name) return { why: `there is no tool ${name}` };
  if (typeof line !== 'number' || !Number.isInteger(line) || line < 1)
    return { why: 'line must be a number from 1 up' };
  if (source !== undefined && (typeof source !== 'number' || !Number.isInteger(source) || source < 0))
    return { why: 'source must be a number from 0 up' };
  return { file, question: { tool: 'explain', line, ...(source === undefined ? {} : { source }), ...all } };
}
