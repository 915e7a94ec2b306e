/** A small line chart as SVG: told apart by strokes as well as by colours, readable on light and dark pages. */
import type { Points } from './runs.ts';

interface Axis {
  readonly name: string;
  readonly scale: 'linear' | 'log';
  readonly unit: string;
}

interface Chart {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly curves: readonly { readonly name: string; readonly points: Points }[];
  readonly threshold?: number;
}

const [WIDTH, HEIGHT] = [760, 320];
const [LEFT, RIGHT, TOP, BOTTOM] = [58, 16, 44, 44];
const STROKES = [
  { colour: '#b3261e', dash: '', width: 2 },
  { colour: '#1a56a8', dash: '7 4', width: 2 },
  { colour: '#3c6e1f', dash: '2 3', width: 3 },
];
const TICKS: Readonly<Record<Axis['scale'], (most: number) => number[]>> = {
  linear: (most) => {
    const step = [1, 2, 5, 10, 30, 60, 120].find((one) => most / one <= 8) ?? 300;
    return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
  },
  log: (most) => [1, 2, 5, 10, 20, 50, 100, 200].filter((one) => one <= most),
};

export function chartSvg({ title, x, y, curves, threshold }: Chart): string {
  const all = curves.flatMap(({ points }) => points).filter(([, value]) => !Number.isNaN(value));
  const mostX = Math.max(...all.map(([at]) => at));
  const mostY = Math.max(threshold ?? 1, ...all.map(([, value]) => value)) * (y.scale === 'log' ? 1.3 : 1.08);
  const place = (axis: Axis, value: number, most: number, length: number): number =>
    axis.scale === 'log' ? (Math.log(Math.max(1, value)) / Math.log(most)) * length : (value / most) * length;
  const atX = (value: number): string => (LEFT + place(x, value, mostX, WIDTH - LEFT - RIGHT)).toFixed(1);
  const atY = (value: number): string => (HEIGHT - BOTTOM - place(y, value, mostY, HEIGHT - TOP - BOTTOM)).toFixed(1);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}" font-family="sans-serif" font-size="12" fill="#222">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="18" font-weight="bold">${title}</text>`,
    ...TICKS[x.scale](mostX).map(
      (value) =>
        `<path d="M${atX(value)} ${TOP}V${HEIGHT - BOTTOM}" stroke="#ddd"/><text x="${atX(value)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${value}${x.unit}</text>`,
    ),
    ...TICKS[y.scale](mostY).map(
      (value) =>
        `<path d="M${LEFT} ${atY(value)}H${WIDTH - RIGHT}" stroke="#ddd"/><text x="${LEFT - 6}" y="${atY(value)}" dy="4" text-anchor="end">${value}${y.unit}</text>`,
    ),
    `<text x="${WIDTH - RIGHT}" y="${HEIGHT - 8}" text-anchor="end">${x.name}</text>`,
    `<text x="${LEFT}" y="${TOP - 8}">${y.name}</text>`,
    ...(threshold === undefined
      ? []
      : [
          `<path d="M${LEFT} ${atY(threshold)}H${WIDTH - RIGHT}" stroke="#222" stroke-dasharray="6 4"/><text x="${WIDTH - RIGHT}" y="${atY(threshold)}" dy="-4" text-anchor="end">threshold ${threshold}s</text>`,
        ]),
  ];
  curves.forEach(({ name, points }, index) => {
    const { colour, dash, width } = STROKES[index % STROKES.length] ?? { colour: '#222', dash: '', width: 1 };
    const look = `fill="none" stroke="${colour}" stroke-width="${width}"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}`;
    let pen = 'M';
    const path = points.flatMap(([at, value]) => {
      if (Number.isNaN(value)) {
        pen = 'M';
        return [];
      }
      const step = `${pen}${atX(at)} ${atY(value)}`;
      pen = 'L';
      return [step];
    });
    const left = WIDTH - RIGHT - 330 + index * (curves.length > 2 ? 90 : 110);
    lines.push(
      `<path d="${path.join('')}" ${look}/>`,
      `<path d="M${left} 32h26" ${look}/><text x="${left + 32}" y="36">${name}</text>`,
    );
  });
  return `${[...lines, '</svg>'].join('\n')}\n`;
}
