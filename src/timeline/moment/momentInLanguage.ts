/** What is said of a moment, in another language. */
import type { Language } from '../../language/language.ts';
import type { MomentChange, MomentDocument } from './moment.ts';

type Say = Language['say'];

/** The same moment in that language; `undefined` for English. Names of pods, and what the log or the runtime says, stay as they are. */
export function momentInLanguage(moment: MomentDocument, language: Language | undefined): MomentDocument {
  if (language === undefined) return moment;
  const { say } = language;
  const { headline, fields, callPath, previousChange, nextChange, caveats, processLabel, otherProcesses } = moment;
  return {
    ...moment,
    headline: `${clauses(headline.slice(0, -1), say)}。`,
    processLabel: say(processLabel),
    otherProcesses: otherProcesses.map((one) => ({ ...one, label: say(one.label) })),
    fields: fields.map((field) => (field.id === 'node-ready' ? field : { ...field, value: say(field.value) })),
    caveats: caveats.map(say),
    ...(callPath === undefined
      ? {}
      : {
          callPath: {
            ...callPath,
            steps: callPath.steps.map((step) => (step.text === undefined ? step : { ...step, text: say(step.text) })),
          },
        }),
    ...(previousChange === undefined ? {} : { previousChange: changeIn(previousChange, say) }),
    ...(nextChange === undefined ? {} : { nextChange: changeIn(nextChange, say) }),
  };
}

function changeIn(change: MomentChange, say: Say): MomentChange {
  return { ...change, what: clauses(change.what, say) };
}

/** Texts of parts that say something each. */
function clauses(text: string, say: Say): string {
  return text
    .split('; ')
    .map((part) => say(part))
    .join('；');
}
