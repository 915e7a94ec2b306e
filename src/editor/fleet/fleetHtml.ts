/** The page of a fleet: the answer and a row for each node, by first trouble. It runs no script: the name of a node is a link to a command of ours, with two numbers. Knows no `vscode`. */
import { nodesInOrder } from '../../fleet/outputs/fleetJson.ts';
import { fleetReport, type GroupReport, type NodeRow, rowOf } from '../../fleet/outputs/fleetReport.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { Printable } from '../../kubelet/printable.ts';
import { escapeHtml, escapeHtmlWithCode } from '../../report/htmlText.ts';
import { COMMANDS } from '../ids.ts';

/** More rows would make the page slow; those in trouble come first. */
const MOST_SHOWN = 5000;

const COLUMNS: readonly (readonly [keyof NodeRow, string])[] = [
  ['since', 'First trouble'],
  ['state', 'State'],
  ['cause', 'What'],
  ['kubelet', 'Kubelet'],
  ['runtime', 'Runtime'],
  ['kernel', 'Kernel'],
];

export interface FleetPage {
  /** Number of the panel, which stands in the links. */
  readonly panel: number;
  /** Fresh, for the style. */
  readonly nonce: string;
}

/** The whole document. */
export function fleetHtml(fleet: Fleet, { panel, nonce }: FleetPage): string {
  const report = fleetReport(fleet, 0);
  const nodes = nodesInOrder(fleet);
  const shown = nodes.slice(0, MOST_SHOWN);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<title>Fleet</title>
<style nonce="${nonce}">
body { padding: 0.5rem 1.5rem 2rem; line-height: 1.45; }
h1 { font-size: 1.3em; font-weight: 600; }
h2 { font-size: 1.1em; font-weight: 600; margin-top: 1.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent)); overflow-wrap: break-word; max-width: 40ch; }
thead th, tbody td:first-of-type { white-space: nowrap; }
thead th { position: sticky; top: 0; background: var(--vscode-editor-background); }
tbody th { font-weight: normal; min-width: 12ch; }
tbody tr:hover { background: var(--vscode-list-hoverBackground); }
a:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
code { font-family: var(--vscode-editor-font-family); overflow-wrap: anywhere; }
.muted { color: var(--vscode-descriptionForeground); }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(report.headline)}</h1>
${list(report.about)}
${report.groups.map(groupHtml).join('\n')}
<h2 id="nodes">Nodes, by first trouble</h2>
<table aria-labelledby="nodes">
<thead><tr><th scope="col">Node</th>${COLUMNS.map(([, title]) => `<th scope="col">${title}</th>`).join('')}</tr></thead>
<tbody>
${shown.map((node, at) => rowHtml(rowOf(node), panel, at)).join('\n')}
</tbody>
</table>
${nodes.length > shown.length ? `<p class="muted">${nodes.length - shown.length} more nodes are not shown.</p>` : ''}
${report.caveats.length === 0 ? '' : `<h2>Mind</h2>\n${list(report.caveats)}`}
${report.leftOut.length === 0 ? '' : `<h2>Left out</h2>\n${list(report.leftOut)}`}
</main>
</body>
</html>
`;
}

/** The address of the command that opens the summary of a node. */
export function summaryLink(panel: number, at: number): string {
  return `command:${COMMANDS.showNodeSummary}?${encodeURIComponent(JSON.stringify([panel, at]))}`;
}

function rowHtml(row: NodeRow, panel: number, at: number): string {
  return `<tr><th scope="row"><a href="${summaryLink(panel, at)}">${escapeHtml(row.node)}</a></th>${COLUMNS.map(([key]) => `<td>${escapeHtml(row[key])}</td>`).join('')}</tr>`;
}

function groupHtml({ title, detail, inCommon, noClaims, lines }: GroupReport): string {
  return [
    `<section>\n<h2>${escapeHtml(title)}</h2>`,
    list(detail),
    ...(inCommon.length === 0
      ? []
      : ['<p><strong>In common, more than healthy nodes have it:</strong></p>', list(inCommon)]),
    ...(noClaims.length === 0 ? [] : ['<p class="muted">No claim about:</p>', list(noClaims)]),
    ...(lines.length === 0
      ? []
      : [
          '<p>Lines of the first:</p>',
          `<ul>${lines.map(({ at, text }) => `<li><code>${escapeHtml(at)}</code> <code>${escapeHtml(text)}</code></li>`).join('')}</ul>`,
        ]),
    '</section>',
  ].join('\n');
}

function list(items: readonly Printable[]): string {
  return `<ul>${items.map((item) => `<li>${escapeHtmlWithCode(item)}</li>`).join('')}</ul>`;
}
