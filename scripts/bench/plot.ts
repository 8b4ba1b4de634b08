/**
 * Draws the cost of a compile against the number of events, as a multiple of what it costs in the
 * smallest thread: both were measured in turn, so that what else the machine did is not drawn.
 */
import type { Figure } from "./figure.ts";

/** A measured figure as far as it is drawn. */
interface Drawn extends Pick<Figure, "plot" | "limit"> {
  readonly ratio: number;
}

interface Point {
  readonly events: number;
  readonly ratio: number;
}

const [WIDTH, HEIGHT] = [760, 420];
/** The greatest multiple that is drawn. */
const TOP = 2;
const area = { left: 60, right: 460, top: 50, bottom: 370 };
const colours = [
  "#1b6ca8",
  "#d1495b",
  "#2e8b57",
  "#b7791f",
  "#6b4fa0",
  "#20838f",
  "#8a5a44",
  "#555",
];

/** An SVG of every line that figures belong to; events are on a logarithmic scale. */
export function plot(results: readonly Drawn[]): string {
  const lines = linesOf(results);
  const exponents = [...lines.values()].flat().map(({ events }) => Math.log10(events));
  const [low, high] = [Math.min(...exponents, 4), Math.max(...exponents, 5)];
  const x = (events: number) => scale((Math.log10(events) - low) / (high - low), "left", "right");
  const y = (ratio: number) => scale(Math.min(ratio / TOP, 1), "bottom", "top");
  const decades = Array.from({ length: Math.floor(high - low) + 1 }, (_, n) => 10 ** (low + n));
  const heights = Array.from({ length: 5 }, (_, n) => (TOP * n) / 4);
  const limit = results.find((result) => result.plot !== undefined)?.limit ?? 0;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    "<title>Cost of a compile against the number of events in its thread</title>",
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    label(area.left, 24, "Median of one compile, as a multiple of the smallest thread", "start"),
    ...heights.flatMap((ratio) => [
      segment([area.left, y(ratio)], [area.right, y(ratio)]),
      label(area.left - 8, y(ratio) + 4, ratio.toFixed(1), "end"),
    ]),
    ...decades.flatMap((events) => [
      segment([x(events), area.top], [x(events), area.bottom]),
      label(x(events), area.bottom + 18, `${events.toLocaleString("en")} events`, "middle"),
    ]),
    segment(
      [area.left, y(limit)],
      [area.right, y(limit)],
      'stroke="#d1495b" stroke-dasharray="6 4"',
    ),
    label(area.left + 6, y(limit) - 6, `at most ${limit}`, "start"),
    ...[...lines].flatMap(([name, line], index) => drawLine(name, line, { index, x, y })),
    "</svg>",
    "",
  ].join("\n");
}

function linesOf(results: readonly Drawn[]): ReadonlyMap<string, readonly Point[]> {
  const lines = new Map<string, Point[]>();
  for (const { plot, ratio } of results) {
    if (plot === undefined) continue;
    const line = lines.get(plot.line) ?? [{ events: plot.rival, ratio: 1 }];
    line.push({ events: plot.ours, ratio });
    lines.set(
      plot.line,
      line.sort((a, b) => a.events - b.events),
    );
  }
  return lines;
}

function drawLine(
  name: string,
  points: readonly Point[],
  { index, x, y }: { readonly index: number; x(events: number): number; y(ratio: number): number },
): readonly string[] {
  const colour = colours[index % colours.length];
  const places = points.map(({ events, ratio }) => `${x(events)},${y(ratio)}`);
  const height = area.top + 16 + index * 22;
  return [
    `<polyline points="${places.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...points.map(
      ({ events, ratio }) => `<circle cx="${x(events)}" cy="${y(ratio)}" r="3" fill="${colour}"/>`,
    ),
    `<rect x="${area.right + 24}" y="${height - 9}" width="12" height="4" fill="${colour}"/>`,
    label(area.right + 44, height - 3, name, "start"),
  ];
}

function scale(part: number, from: keyof typeof area, to: keyof typeof area): number {
  return Math.round(10 * (area[from] + part * (area[to] - area[from]))) / 10;
}

function segment(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  style = 'stroke="#ddd"',
): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${style}/>`;
}

function label(x: number, y: number, text: string, anchor: "start" | "middle" | "end"): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#333">${escaped}</text>`;
}
