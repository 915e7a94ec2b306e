/** The figures of a what-if beside each other, and how its scenario is known: for text and panel alike. */
import { formatSeconds, formatSecondsRange } from '../../timeline/format.ts';
import { totalOf } from '../../kubelet/stretches.ts';
import type { WhatIf } from '../whatIf.ts';
import type { WhatIfFigure, WhatIfKnown } from '../whatIfDocument.ts';

export function figures({ observed, unchanged, predicted }: WhatIf): readonly WhatIfFigure[] {
  const { min, max } = observed.unhealthyTime;
  return [
    {
      what: 'Unhealthy',
      observed: formatSecondsRange(min / 1e6, max / 1e6),
      unchanged: time(totalOf(unchanged.unhealthy)),
      predicted: time(totalOf(predicted.unhealthy)),
    },
    {
      what: 'NotReady',
      observed: time(totalOf(observed.notReady)),
      unchanged: time(totalOf(unchanged.notReady)),
      predicted: time(totalOf(predicted.notReady)),
    },
    {
      what: 'Skips',
      observed: observed.skips.toLocaleString('en'),
      unchanged: unchanged.skips.length.toLocaleString('en'),
      predicted: predicted.skips.length.toLocaleString('en'),
    },
    {
      what: 'Longest relist',
      observed: 'not compared',
      unchanged: time(unchanged.relists.longest),
      predicted: time(predicted.relists.longest),
    },
  ];
}

function time(microseconds: number): string {
  return formatSeconds(microseconds / 1e6);
}

/** What the reader is to know of the unchanged run. */
export function resemblanceText({ resembles, unchanged, observed }: WhatIf): string {
  const run = time(totalOf(unchanged.unhealthy));
  const log = formatSecondsRange(observed.unhealthyTime.min / 1e6, observed.unhealthyTime.max / 1e6);
  return resembles
    ? `With nothing changed the embedded kubelet is unhealthy for ${run}, the log shows ${log}: the scenario explains the log.`
    : `With nothing changed the embedded kubelet is unhealthy for ${run}, the log shows ${log}: the scenario does not explain all of it, so compare the two runs only.`;
}

/** How the scenario is known, the many pods and what happened to them counted. */
export function knownTexts({ inferred: { known, file } }: WhatIf): readonly WhatIfKnown[] {
  const texts: WhatIfKnown[] = [];
  for (const { of, is, why, lines } of known) {
    if (of.startsWith('pods[') || of.startsWith('actions[')) continue;
    texts.push({ is, text: `${nameOf(of, file)}: ${why}`, lines });
  }
  for (const [list, one] of [
    ['pods', 'pods'],
    ['actions', 'exits of containers and restarts of the kubelet'],
  ] as const)
    for (const is of ['inferred', 'assumed'] as const) {
      const count = known.filter((value) => value.is === is && value.of.startsWith(`${list}[`)).length;
      if (count > 0)
        texts.push({
          is,
          text: `${one}: ${count.toLocaleString('en')}${is === 'inferred' ? ', each from its lines' : ''}`,
          lines: [],
        });
    }
  return texts;
}

function nameOf(path: string, file: WhatIf['inferred']['file']): string {
  const fault = /^(faults|conditions)\[(\d{1,6})\]$/.exec(path);
  const list = fault === null ? undefined : file[fault[1] ?? ''];
  const item: unknown = Array.isArray(list) ? (list as readonly unknown[])[Number(fault?.[2])] : undefined;
  if (typeof item === 'object' && item !== null) {
    const { effect, methods, pods, from, to, at } = item as FaultMembers;
    if (at !== undefined) return `Status at ${at}`;
    const of = pods !== undefined ? ` of ${pods.length === 1 ? (pods[0] ?? '') : `${pods.length} pods`}` : '';
    return `${EFFECTS[effect ?? ''] ?? ''} of ${methods?.join(' and ') ?? 'all calls'}${of}, ${from ?? ''} to ${to ?? ''}`;
  }
  const value = path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[name] : undefined,
      file,
    );
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? `${path} ${value}`
    : path;
}

/** What names a fault or a condition of the file. */
interface FaultMembers {
  readonly effect?: string;
  readonly methods?: readonly string[];
  readonly pods?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly at?: string;
}

const EFFECTS: Readonly<Record<string, string>> = {
  hang: 'hang',
  takes: 'slowness',
  error: 'failure',
  refuse: 'refusal',
};
