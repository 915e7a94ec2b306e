/** What an analysis says for people, in another language: its findings and its answer. What it found stays as it is. */
import type { SentencePart } from '../diagnosis/finding.ts';
import { printableLines } from '../kubelet/printable.ts';
import type { Language } from '../language/language.ts';
import type { Analysis } from './analysis.ts';

/** The same analysis, with titles, explanations, next steps and answer in that language. Of an English one it is the analysis itself. */
export function inLanguage(analysis: Analysis, language: Language | undefined): Analysis {
  if (language === undefined) return analysis;
  const { findings, answer } = analysis;
  return {
    ...analysis,
    findings: findings.map((finding) => ({
      ...finding,
      title: language.say(finding.title),
      explanation: language.say(finding.explanation),
      nextSteps: finding.nextSteps.map(language.say),
    })),
    answer: {
      ...answer,
      headline: language.say(answer.headline),
      paragraphs: answer.paragraphs.map((paragraph) => language.saySpans(paragraph, withoutPlace)),
    },
  };
}

function withoutPlace({ kind, strong }: SentencePart, text: string): SentencePart {
  return { text: printableLines(text), kind, ...(strong === undefined ? {} : { strong }) };
}
