/** Colours as numbers: reading what a browser computes, mixing, and contrast as WCAG 2 defines it. */

export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** 0 to 1. */
  readonly alpha: number;
}

/** Reads `rgb(…)`, `rgba(…)`, `#rgb`, `#rrggbb`, `#rrggbbaa` and `color(srgb …)`; `undefined` for anything else. */
export function parseColour(text: string): Colour | undefined {
  const value = text.trim().toLowerCase();
  if (value.startsWith('#')) return parseHex(value.slice(1));
  const open = value.indexOf('(');
  if (open < 0 || !value.endsWith(')')) return undefined;
  const name = value.slice(0, open);
  const parts = value
    .slice(open + 1, -1)
    .replaceAll(',', ' ')
    .replaceAll('/', ' ')
    .split(' ')
    .filter((part) => part !== '');
  if (name === 'rgb' || name === 'rgba') return fromParts(parts, 1);
  if (name === 'color' && parts[0] === 'srgb') return fromParts(parts.slice(1), 255);
  return undefined;
}

function fromParts(parts: readonly string[], scale: number): Colour | undefined {
  const [red, green, blue, alpha] = parts.map((part) =>
    part.endsWith('%') ? Number(part.slice(0, -1)) / 100 : Number(part),
  );
  if (
    red === undefined ||
    green === undefined ||
    blue === undefined ||
    [red, green, blue].some((part) => Number.isNaN(part))
  )
    return undefined;
  return {
    red: red * scale,
    green: green * scale,
    blue: blue * scale,
    alpha: alpha === undefined || Number.isNaN(alpha) ? 1 : alpha,
  };
}

function parseHex(digits: string): Colour | undefined {
  const long = digits.length === 3 || digits.length === 4 ? [...digits].map((digit) => digit + digit).join('') : digits;
  if (!/^(?:[0-9a-f]{6}|[0-9a-f]{8})$/.test(long)) return undefined;
  const at = (place: number): number => Number.parseInt(long.slice(place, place + 2), 16);
  return { red: at(0), green: at(2), blue: at(4), alpha: long.length === 8 ? at(6) / 255 : 1 };
}

export function cssColour(colour: Colour, alpha = colour.alpha): string {
  return `rgba(${Math.round(colour.red)}, ${Math.round(colour.green)}, ${Math.round(colour.blue)}, ${Number(alpha.toFixed(3))})`;
}

/** `front` over `back`, with `front` counting for `part`. */
export function mix(front: Colour, back: Colour, part: number): Colour {
  const blend = (a: number, b: number): number => a * part + b * (1 - part);
  return {
    red: blend(front.red, back.red),
    green: blend(front.green, back.green),
    blue: blend(front.blue, back.blue),
    alpha: 1,
  };
}

/** WCAG 2 relative luminance. */
function luminance(colour: Colour): number {
  const channel = (value: number): number => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(colour.red) + 0.7152 * channel(colour.green) + 0.0722 * channel(colour.blue);
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const first = luminance(a);
  const second = luminance(b);
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** The colour itself, or the nearest mix with black or white that reaches `least` contrast on `back` and on every other ground it may stand on. */
export function withContrast(colour: Colour, back: Colour, least: number, others: readonly Colour[] = []): Colour {
  const solid = mix(colour, back, colour.alpha);
  const target =
    luminance(back) > 0.18 ? { red: 0, green: 0, blue: 0, alpha: 1 } : { red: 255, green: 255, blue: 255, alpha: 1 };
  for (let part = 0; part <= 20; part += 1) {
    const candidate = mix(target, solid, part / 20);
    if ([back, ...others].every((ground) => contrast(candidate, ground) >= least)) return candidate;
  }
  return target;
}
