/** What `scenario` and `what-if` print of an analysed log. */
import { nodeNameOf } from '../inference/nodeName.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { formatClock, formatDay, formatRfc3339 } from '../analysis/outputs/instantText.ts';
import { jsonText } from '../analysis/outputs/jsonBytes.ts';
import { type Printable, printableLines, printing } from '../kubelet/printable.ts';
import type { StopCheck } from '../kubelet/stopCheck.ts';
import { inferScenario } from '../whatIf/infer/inferScenario.ts';
import { scenarioFileText } from '../whatIf/outputs/scenarioJson.ts';
import { whatIfJson } from '../whatIf/outputs/whatIfJson.ts';
import { whatIfText } from '../whatIf/outputs/whatIfText.ts';
import { whatIf } from '../whatIf/whatIf.ts';
import type { WhatIfCommand } from './whatIfArguments.ts';

/** The output, or why there is none: the log is not one from which a scenario can be inferred. */
export type WhatIfOutput = readonly Printable[] | { readonly cannot: string };

export function scenarioOutput({ reconstruction }: Analysis, stopCheck: StopCheck): WhatIfOutput {
  const inferred = inferScenario(reconstruction, { stopCheck });
  if (!inferred.ok) return { cannot: inferred.why };
  return [printableLines(scenarioFileText(inferred, sourceNames(reconstruction)))];
}

export function whatIfOutput({ reconstruction }: Analysis, command: WhatIfCommand, stopCheck: StopCheck): WhatIfOutput {
  const result = whatIf(reconstruction, command.changes, { stopCheck });
  if (!result.ok) return { cannot: result.why };
  const { history } = reconstruction;
  const { inferred, compared } = result.whatIf;
  const sources = sourceNames(reconstruction);
  const node = nodeNameOf(history, inferred.node) ?? inferred.node;
  if (command.format === 'json')
    return [printing`${jsonText(whatIfJson(result.whatIf, { node, sources, time: formatRfc3339 }))}\n`];
  const title = `${node}, ${formatDay(compared.from)} ${formatClock(compared.from)} to ${formatClock(compared.to)}`;
  return [printableLines(whatIfText(result.whatIf, { title, sources }))];
}

function sourceNames({ history }: Analysis['reconstruction']): readonly string[] {
  return history.sources.map(({ name }) => name);
}
