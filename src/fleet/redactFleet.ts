/** Pseudonyms in the place of names, before anything is said about the nodes: the same rules as for a log. */
import { NameBook } from '../redaction/nameBook.ts';
import { isName, learnName, learnText, pseudonymOf, redactText } from '../redaction/redactText.ts';
import type { LeftOut } from './fleet.ts';
import type { FleetNode } from './fleetNode.ts';

/** Labels whose values are no names. */
const PLAIN_LABELS: ReadonlySet<string> = new Set(['kernel', 'os', 'arch', 'kubelet', 'runtime']);

/** The same nodes with pseudonyms, and what was left out without the names of files. */
export function redactFleet(
  nodes: readonly FleetNode[],
  leftOut: LeftOut,
): { readonly nodes: readonly FleetNode[]; readonly leftOut: LeftOut } {
  const book = new NameBook();
  // A summary without a name, or with a pseudonym that another one may have too, is called by its place.
  const ownName = (node: FleetNode): string =>
    node.key === undefined ? `${node.file}#${node.line}` : (node.names[0] ?? node.name);
  for (const node of nodes) {
    if (node.key === undefined) book.learn('node', ownName(node));
    else for (const name of node.names) if (isName(name)) learnName('node', name, book);
    for (const { name, value } of node.labels)
      if (!PLAIN_LABELS.has(name) && isName(value)) book.learn('object', value);
    for (const text of textsOf(node)) learnText(text, book);
  }
  const files = new Map<string, string>();
  const fileOf = (file: string): string => {
    const known = files.get(file) ?? `file-${files.size + 1}`;
    files.set(file, known);
    return known;
  };
  return {
    nodes: nodes.map((node) => redacted(node, ownName(node), fileOf(node.file), book)),
    leftOut: {
      ...leftOut,
      refused: leftOut.refused.map(({ text: _text, ...one }) => ({ ...one, file: fileOf(one.file) })),
    },
  };
}

function textsOf({ headline, cause }: FleetNode): readonly string[] {
  return cause === undefined ? [headline] : [headline, cause.title, ...cause.lines.map(({ text }) => text)];
}

function redacted(node: FleetNode, ownName: string, file: string, book: NameBook): FleetNode {
  const { cause } = node;
  const name =
    node.key === undefined || !isName(ownName) ? book.of('node', ownName) : pseudonymOf('node', ownName, book);
  return {
    ...node,
    name,
    names: [name],
    file,
    headline: redactText(node.headline, book),
    labels: node.labels.map(({ name: label, value }) => ({
      name: label,
      value: PLAIN_LABELS.has(label) || !isName(value) ? redactText(value, book) : book.of('object', value),
    })),
    ...(cause === undefined
      ? {}
      : {
          cause: {
            ...cause,
            title: redactText(cause.title, book),
            lines: cause.lines.map(({ source: _source, ...line }) => ({ ...line, text: redactText(line.text, book) })),
          },
        }),
  };
}
