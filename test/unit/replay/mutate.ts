/** Changes to a log that a fair replay must notice. Lines are klog lines as the kubelet wrote them. */

/** Indexes of skip lines, optionally of those that name a relist only. */
export function skipLines(lines: readonly string[], naming = false): readonly number[] {
  return lines.flatMap((line, at) =>
    /[Ss]kipping pod synchronization/.test(line) && (!naming || line.includes('last seen active')) ? [at] : [],
  );
}

/** The header's time moved by some seconds. */
export function moveTime(line: string, by: number): string {
  return line.replace(
    /^([IEW]\d{4} )(\d\d):(\d\d):(\d\d\.\d{6})/,
    (_all, head: string, h: string, m: string, s: string) => {
      const time = Number(h) * 3600 + Number(m) * 60 + Number(s) + by;
      const pad = (value: number): string => String(Math.floor(value)).padStart(2, '0');
      return `${head}${pad(time / 3600)}:${pad((time % 3600) / 60)}:${(time % 60).toFixed(6).padStart(9, '0')}`;
    },
  );
}

/** The elapsed of `last seen active` moved by some seconds. */
export function moveElapsed(line: string, by: number): string {
  return line.replace(
    /(last seen active )(?:(\d+)h)?(?:(\d+)m)?([\d.]+)s( ago)/,
    (_all, before: string, h: string | undefined, m: string | undefined, s: string, after: string) => {
      const total = Number(h ?? 0) * 3600 + Number(m ?? 0) * 60 + Number(s) + by;
      const hours = Math.floor(total / 3600);
      return `${before}${hours > 0 ? `${hours}h` : ''}${Math.floor((total % 3600) / 60)}m${(total % 60).toFixed(6)}s${after}`;
    },
  );
}

/** A line as the same loop would have written it some seconds later. */
export function later(line: string, by: number): string {
  return moveElapsed(moveTime(line, by), by);
}

/** A copy with one line replaced. */
export function withLine(lines: readonly string[], at: number, line: string): string {
  return [...lines.slice(0, at), line, ...lines.slice(at + 1)].join('\n');
}

/** A copy with a line put behind another. */
export function withLineAfter(lines: readonly string[], at: number, line: string): string {
  return [...lines.slice(0, at + 1), line, ...lines.slice(at + 1)].join('\n');
}

/** A copy without some lines. */
export function without(lines: readonly string[], gone: readonly number[]): string {
  return lines.filter((_line, at) => !gone.includes(at)).join('\n');
}
