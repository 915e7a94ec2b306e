/** The answer about a fleet as plain text for a terminal. */
import type { Paint } from '../../analysis/outputs/formatText.ts';
import { asWritten, joinPrintable, type Printable, printable, printing } from '../../kubelet/printable.ts';
import type { Fleet } from '../fleet.ts';
import { type FleetReport, fleetReport, type NodeRow } from './fleetReport.ts';

/** So many nodes are listed to a reader; the JSON has all. */
export const MOST_ROWS = 40;
const NOTHING = asWritten('');
const PLAIN: Paint = (_role, line) => line;
const COLUMNS: readonly (readonly [keyof NodeRow, string])[] = [
  ['since', 'SINCE'],
  ['node', 'NODE'],
  ['state', 'STATE'],
  ['kubelet', 'KUBELET'],
  ['runtime', 'RUNTIME'],
  ['kernel', 'KERNEL'],
  ['cause', 'WHAT'],
];
/** Wider values go over the edge of their column. */
const WIDEST = 40;

/** The report as text. Ends with a newline. */
export function formatFleetText(fleet: Fleet, paint: Paint = PLAIN): Printable {
  const report = fleetReport(fleet, MOST_ROWS);
  const heading = (text: string): Printable => paint('heading', asWritten(text));
  const out: Printable[] = [paint('answer', report.headline), NOTHING, ...report.about, NOTHING];
  for (const group of report.groups) {
    out.push(paint('title', group.title));
    for (const line of group.detail) out.push(printing`  ${line}`);
    if (group.inCommon.length > 0) out.push(asWritten('  In common, more than healthy nodes have it:'));
    for (const line of group.inCommon) out.push(printing`    ${line}`);
    if (group.noClaims.length > 0) out.push(asWritten('  No claim about:'));
    for (const line of group.noClaims) out.push(printing`    ${line}`);
    if (group.lines.length > 0) out.push(asWritten('  Lines of the first:'));
    for (const { at, text } of group.lines) out.push(paint('evidence', printing`    ${at}  ${text}`));
    out.push(NOTHING);
  }
  if (report.rows.length > 0) out.push(heading('NODES'), ...tableOf(report, fleet.affected.length), NOTHING);
  if (report.caveats.length > 0)
    out.push(heading('MIND'), ...report.caveats.map((line) => printing`  ${line}`), NOTHING);
  if (report.leftOut.length > 0)
    out.push(heading('LEFT OUT'), ...report.leftOut.map((line) => paint('warning', printing`  ${line}`)), NOTHING);
  return joinPrintable(out, '\n');
}

function tableOf({ rows }: FleetReport, all: number): readonly Printable[] {
  const shown = COLUMNS.filter(([key]) => rows.some((row) => row[key] !== ''));
  const widths = shown.map(([key, title]) =>
    Math.min(WIDEST, Math.max(title.length, ...rows.map((row) => row[key].length))),
  );
  const line = (cells: readonly string[]): Printable =>
    printable(`  ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd());
  return [
    line(shown.map(([, title]) => title)),
    ...rows.map((row) => line(shown.map(([key]) => row[key]))),
    ...(all > rows.length ? [printable(`  ${all - rows.length} more: --format json has all of them.`)] : []),
  ];
}
