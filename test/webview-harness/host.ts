/** The fake editor: keeps what the page posts, sends what it is told. */
import { type HostToPage, isPageToHost } from '../../src/protocol/protocol.ts';
import { problemText } from '../../src/analysis/outputs/problemText.ts';
import * as looks from './looks/index.ts';
import type { TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import {
  analysed,
  HOSTILE,
  hostile,
  CHINESE,
  inChinese,
  incident,
  isLogName,
  large,
  type LogName,
  shownLog,
  withoutMarks,
} from './documents.ts';
import type { NamedLog } from './logs.ts';
import { momentInLanguage } from '../../src/timeline/moment/momentInLanguage.ts';
import { hostileMoment, momentAt } from './moments.ts';
import { whatIfAnswer } from '../../src/whatIf/outputs/whatIfAnswer.ts';

const posted: unknown[] = [];
const violations: string[] = [];
let state: unknown = JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined;

// The analysis runs in here, under the page's policy; in the product it runs in a worker. Where it must not compile WebAssembly it goes on without.
const isOfAnalysis = ({ blockedURI, sourceFile }: SecurityPolicyViolationEvent): boolean =>
  blockedURI === 'wasm-eval' && sourceFile.endsWith('/host.js');

document.addEventListener('securitypolicyviolation', (event) => {
  if (!isOfAnalysis(event))
    violations.push(
      `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
    );
});

/** Who waits until the page has taken what was sent, in the order of sending. */
const sent: (() => void)[] = [];

// The page listens since it was loaded: whoever listens after that hears each message when the page has taken it.
window.addEventListener('load', () =>
  window.addEventListener('message', ({ source }) => {
    if (source === window) sent.shift()?.();
  }),
);

/** The page saves a while after something has changed: what it saves of a document that was taken away is not for the next one. */
let isForgetting = false;

/** Resolves when the page has taken the message: until then it shows what it showed before. The first document is shown later, when what draws it is loaded. */
function send(message: HostToPage | Record<string, unknown>): Promise<void> {
  window.postMessage(message, '*');
  return new Promise((resolve) => {
    sent.push(() => {
      if (message.type === 'document') isForgetting = false;
      resolve();
    });
  });
}

type DocumentName = LogName | 'hostile' | 'large' | 'withoutMarks';

/** The log whose inner state the page is told: documents that are no log's have that of the incident. */
let current: LogName = 'incident';

function documentOf(name: DocumentName, sizes: readonly number[]): TimelineDocument {
  current = isLogName(name) ? name : 'incident';
  if (name === 'large') return large(...sizes);
  if (name === 'withoutMarks') return withoutMarks();
  return name === 'hostile' ? hostile() : shownLog(name).document;
}

const harness = {
  posted,
  violations,
  hacked: 0,
  /** What-ifs are asked and not answered. */
  holdsWhatIf: false,
  /** The colours as the page reads them now. */
  theme: looks.readTheme,
  looks,
  ink: looks.INK,
  send,
  /** Forgets what the page has saved, or is about to, and takes its document away, so that the next one is shown as at the first time. Resolves when it is gone. */
  forget(): Promise<void> {
    isForgetting = true;
    state = undefined;
    sessionStorage.clear();
    return send({ type: 'problem', title: 'Nothing is shown.', whatToDo: 'Show something.', canRetry: false });
  },
  momentAt,
  hostileMoment: () => hostileMoment(HOSTILE),
  /** How many lanes a document has. */
  lanes: (name: LogName): number => shownLog(name).document.lanes.length,
  documents: { incident, hostile, partial: () => shownLog('partial').document },
  /** Shows a document that was written as JSON, with typed arrays as `{ $: name, v: numbers }` and null for NaN. */
  showEncoded(text: string): Promise<void> {
    return send({ type: 'document', document: JSON.parse(text, revive) as Record<string, unknown> });
  },
  /** Shows what the pipeline makes of log texts. */
  showLogs(logs: readonly NamedLog[]): Promise<void> {
    return send({ type: 'document', document: analysed(logs) });
  },
  /** Says that a log of so many lines holds nothing of a kubelet. */
  refuse(name: string, lines: number): Promise<void> {
    return send({ type: 'problem', ...problemText({ kind: 'no-kubelet-records', lines }, name), canRetry: true });
  },
  showInChinese(name: LogName): Promise<void> {
    current = name;
    return send({ type: 'document', document: inChinese(name) });
  },
  show(name: DocumentName, ...sizes: number[]): Promise<void> {
    return send({ type: 'document', document: documentOf(name, sizes) });
  },
};

const ARRAYS: Readonly<Record<string, (values: readonly number[]) => unknown>> = {
  Float64Array: (values) => Float64Array.from(values, (value) => value ?? Number.NaN),
  Uint8Array: (values) => Uint8Array.from(values),
  Uint16Array: (values) => Uint16Array.from(values),
  Uint32Array: (values) => Uint32Array.from(values),
  Int32Array: (values) => Int32Array.from(values),
};

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$' in value) || !('v' in value)) return value;
  return ARRAYS[String(value.$)]?.(value.v as number[]) ?? value;
}

function answerMoment(time: number, process: string | undefined): void {
  const moment = momentAt(current, time, process);
  const language = document.documentElement.lang === 'zh-CN' ? CHINESE : undefined;
  if (moment !== undefined) void send({ type: 'moment', document: momentInLanguage(moment, language) });
}

declare global {
  interface Window {
    harness: typeof harness;
    acquireVsCodeApi: () => {
      postMessage(message: unknown): void;
      getState(): unknown;
      setState(value: unknown): void;
    };
  }
}
window.harness = harness;
let acquired = false;
window.acquireVsCodeApi = () => {
  if (acquired) throw new Error('An instance of the VS Code API has already been acquired');
  acquired = true;
  return {
    postMessage: (message) => {
      posted.push(structuredClone(message));
      if (!isPageToHost(message)) return;
      if (message.type === 'momentRequest') answerMoment(message.time, message.process);
      if (message.type === 'whatIfRequest' && !harness.holdsWhatIf)
        void send({ type: 'whatIf', answer: whatIfAnswer(shownLog(current).analysis.reconstruction, message.changes) });
    },
    getState: () => state,
    setState: (value) => {
      if (isForgetting) return;
      state = structuredClone(value);
      sessionStorage.setItem('state', JSON.stringify(value));
    },
  };
};
