/** What a hover says of a line, in another language. */
import type { AnswerPart } from '../diagnosis/finding.ts';
import { printableLines } from '../kubelet/printable.ts';
import type { Language } from '../language/language.ts';
import type { HoverAnswer } from '../protocol/workerProtocol.ts';

/** The same answer in that language; where the message comes from in Kubernetes stays as it is. */
export function hoverInLanguage(answer: HoverAnswer, language: Language | undefined): HoverAnswer {
  if (language === undefined) return answer;
  const { say } = language;
  const { message, insight, value } = answer;
  return {
    ...answer,
    ...(message === undefined
      ? {}
      : {
          message: {
            ...message,
            title: say(message.title),
            meaning: say(message.meaning),
            ...(message.parts === undefined
              ? {}
              : { parts: message.parts.map((part) => ({ ...part, meaning: say(part.meaning) })) }),
            ...(message.whatToDo === undefined ? {} : { whatToDo: say(message.whatToDo) }),
          },
        }),
    ...(insight === undefined
      ? {}
      : {
          insight: {
            ...insight,
            sentences: insight.sentences.map((sentence) => language.saySpans(sentence, withoutPlace)),
          },
        }),
    ...(value === undefined ? {} : { value: { ...value, text: say(value.text) } }),
  };
}

function withoutPlace({ strong }: AnswerPart, text: string): AnswerPart {
  return { text: printableLines(text), ...(strong === undefined ? {} : { strong }) };
}
