/** Templates of printf messages: literal text with `{name}` fields, cut apart once so that reading a line is a few `indexOf` calls. */
import { readQuoted, writeQuoted } from '../../journal/klog/goQuote.ts';

/** A literal beginning this long names its message even from another source file, or with the rest of the line cut away. */
export const UNIQUE_PREFIX = 16;

export interface Template {
  /** One more than there are fields; `literals[0]` is the beginning of every such message. */
  readonly literals: readonly string[];
  readonly names: readonly string[];
  /** Fields printed with `%q`: `"{name}"` in the template. The quotes belong to the field, not to the literals. */
  readonly quoted: readonly boolean[];
  /** Number of literal characters: the more, the more a match says. */
  readonly weight: number;
}

const FIELD = /("?)\{([A-Za-z][A-Za-z0-9]{0,63})\}("?)/g;

/** Cuts a template apart. Braces that do not hold a single word are literal. */
export function parseTemplate(template: string): Template {
  const literals: string[] = [];
  const names: string[] = [];
  const quoted: boolean[] = [];
  let from = 0;
  for (const match of template.matchAll(FIELD)) {
    const isQuoted = match[1] === '"' && match[3] === '"';
    const start = match.index + (isQuoted ? 0 : (match[1] ?? '').length);
    const end = match.index + match[0].length - (isQuoted ? 0 : (match[3] ?? '').length);
    literals.push(template.slice(from, start));
    names.push(match[2] ?? '');
    quoted.push(isQuoted);
    from = end;
  }
  literals.push(template.slice(from));
  let weight = 0;
  for (const literal of literals) weight += literal.length;
  return { literals, names, quoted, weight };
}

/** How a text matches a template: every literal found, or the text ends (cut) before the next literal came. */
export interface TemplateMatch {
  readonly values: readonly (string | undefined)[];
  readonly complete: boolean;
}

/**
 * Reads the fields out of a text that begins at `from` with the first literal; `undefined` when it is another message. The last field takes the rest.
 * Linear: each literal is searched once, from where the one before ended.
 */
export function matchTemplate(template: Template, text: string, from = 0): TemplateMatch | undefined {
  const { literals, names, quoted } = template;
  const first = literals[0] ?? '';
  if (!text.startsWith(first, from))
    return endsBeforeFields(first, text, from) ? { values: [], complete: false } : undefined;
  const values: (string | undefined)[] = [];
  let at = from + first.length;
  for (let index = 0; index < names.length; index += 1) {
    const next = literals[index + 1] ?? '';
    const isLast = index === names.length - 1;
    if (quoted[index] === true) {
      const value = text.charAt(at) === '"' ? readQuoted(text, at) : undefined;
      if (value?.closed === true && (text.startsWith(next, value.end) || value.end === text.length)) {
        values.push(value.value);
        at = value.end;
        if (next === '') continue;
        if (!text.startsWith(next, at)) return { values, complete: false };
        at += next.length;
        continue;
      }
      if (text.charAt(at) !== '"') return at >= text.length ? { values, complete: false } : undefined;
    }
    if (next === '') {
      // Two fields without a literal between them do not occur; an empty literal is the end of the template.
      values.push(unwrapped(text.slice(at), quoted[index] === true));
      return { values, complete: true };
    }
    const end =
      isLast && text.endsWith(next) && text.length - next.length >= at
        ? text.length - next.length
        : text.indexOf(next, at);
    if (end < 0) {
      values.push(unwrapped(text.slice(at), quoted[index] === true));
      return { values, complete: false };
    }
    values.push(unwrapped(text.slice(at, end), quoted[index] === true));
    at = end + next.length;
  }
  return { values, complete: names.length > 0 || at === text.length };
}

/** Whether the text is the first literal without its last blank: its values were cut away, and the blank with them. */
function endsBeforeFields(first: string, text: string, from: number): boolean {
  return text.length - from === first.length - 1 && first.endsWith(': ') && text.startsWith(first.slice(0, -1), from);
}

/** Writes a template with the given values; missing ones are empty. */
export function fillTemplate(template: Template, value: (name: string) => string | undefined): string {
  let text = template.literals[0] ?? '';
  template.names.forEach((name, index) => {
    const given = value(name) ?? '';
    text += (template.quoted[index] === true ? writeQuoted(given) : given) + (template.literals[index + 1] ?? '');
  });
  return text;
}

function unwrapped(value: string, quoted: boolean): string {
  if (!quoted) return value;
  const from = value.startsWith('"') ? 1 : 0;
  const to = value.length > from && value.endsWith('"') ? value.length - 1 : value.length;
  return value.slice(from, to);
}
