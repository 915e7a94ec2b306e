/** What is wrong with a text whatever it says: doubled words and blanks, capitals inside a sentence, holes of a template, numbers too fine, no full stop. Quotes and commands are a log's or a tool's words. */

/** Words that may stand twice in a row. */
const MAY_DOUBLE = new Set(['had', 'that']);
/** Words with a capital in the middle of a sentence are names, kinds of objects or acronyms; these are ordinary words. */
const ORDINARY =
  /[,;–] (?:The|A|An|It|Its|This|That|These|Those|There|Then|When|Where|While|Until|After|Before|From|For|In|At|On|Of|With|Without|No|One|Some|All|Most|Likely|Looking|Lines|Containers|Calls|Images|Volumes?|Pods|Certificates|Swap|Folders|Measurements|Unused|Housekeeping was|Inspecting|Counting|Times)\b/;
const HOLE = /\b(?:undefined|null|NaN|Infinity)\b|\[object |\$\{|<\d{12,}/;
/** Nobody needs a microsecond, or ten thousandths of a second. */
const TOO_FINE = /\d(?:µs|ns)\b|\d\.\d{3,}(?:ms|s|m|h)\b|\d\.\d+ms\b/;

/** The text without what stands between quotation marks or backticks, so that strangers' words are not judged. */
export function ownWords(text: string): string {
  return text
    .replaceAll(/`[^`]*`/g, '`…`')
    .replaceAll(/: ".*"(?=[.;,)]|$)/g, ': "…"')
    .replaceAll(/\(".*?"\)/g, '("…")')
    .replaceAll(/"[^"]*"/g, '"…"');
}

/** Complaints about one sentence or paragraph; `isTitle`: without a full stop at its end. */
export function wordingFaults(text: string, isTitle = false): readonly string[] {
  const own = ownWords(text);
  const faults: string[] = [];
  const twice = /\b([A-Za-z]{2,}) \1\b/i.exec(own);
  if (twice !== null && !MAY_DOUBLE.has(twice[1] ?? '')) faults.push(`"${twice[0]}" stands twice`);
  if (/ {2}/.test(own)) faults.push('two blanks');
  if (/ [.,;:)](?:\s|$)|\( /.test(own)) faults.push('a blank before a mark');
  if (/\.\.(?!\.)(?<!\.\.\.)|,[,.;]|;[.,;]|:\.(?!\d)/.test(own)) faults.push('two marks in a row');
  const capital = ORDINARY.exec(own);
  if (capital !== null) faults.push(`a capital inside a sentence: "${capital[0]}"`);
  const hole = HOLE.exec(own);
  if (hole !== null) faults.push(`a hole: "${hole[0]}"`);
  const fine = TOO_FINE.exec(own);
  if (fine !== null) faults.push(`too fine: "${fine[0]}"`);
  if (
    /\b1 (?:lines|pods|containers|times|skips|calls|records|images|volumes|starts|restarts|deaths|errors)\b/.test(own)
  )
    faults.push('one of many');
  if (/(?:^|[ (])a (?=[aeio])[a-z]/.test(own) && !/\ba (?:one|once|uni|eu|use)/.test(own))
    faults.push('"a" before a vowel');
  if (!isTitle && !/[.?!]\)?$/.test(own.trim())) faults.push('no full stop at its end');
  if (isTitle && own.endsWith('.')) faults.push('a title with a full stop');
  return faults.map((fault) => `${fault}: ${text}`);
}

/** Sentences that stand twice in one answer, but for short ones. */
export function repeated(texts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const twice: string[] = [];
  for (const sentence of texts.flatMap((text) => text.split(/(?<=[.?!]) (?=[A-Z])/))) {
    if (sentence.length < 25) continue;
    if (seen.has(sentence)) twice.push(`stands twice: ${sentence}`);
    seen.add(sentence);
  }
  return twice;
}
