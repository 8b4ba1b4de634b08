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

/** The greatest multiple that is drawn. */
const TOP = 1.5;
const STEPS = 6;
const area = { left: 48, right: 850, top: 46, bottom: 320 };
const frame: Frame = {
  size: [880, 460],
  left: area.left,
  title: "Cost of a compile against the number of events in its thread",
  heading: "Median of one compile, as a multiple of that in the smallest thread, by events",
};
/** Below the drawing, in two columns that have room for the longest name. */
const legend = { top: 366, step: 24, columns: [48, 470], stroke: 26 };
/** Distinct also for who sees few colours: they differ in lightness. */
const colours = ["#0b4f8a", "#4fa3e0", "#9c3d00", "#f0953f"];
const COVERED = ", with checkpoints";
const LIMIT = 'stroke="#555" stroke-dasharray="2 4" stroke-width="1.5"';

/** What surrounds a drawing: its size, where it begins, and what it is about. */
export interface Frame {
  readonly size: readonly [width: number, height: number];
  readonly left: number;
  readonly title: string;
  readonly heading: string;
}

/** An SVG of a drawing on white, with its heading. */
export function drawFrame(
  { size, left, title, heading }: Frame,
  drawing: readonly string[],
): string {
  const [width, height] = size;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12.5">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    label(left, 24, heading, "start"),
    ...drawing,
    "</svg>",
    "",
  ].join("\n");
}

/** An SVG of every line that figures belong to; events are on a logarithmic scale. */
export function plot(results: readonly Drawn[]): string {
  const lines = linesOf(results);
  const exponents = [...lines.values()].flat().map(({ events }) => Math.log10(events));
  const low = Math.min(...exponents, 4);
  const high = Math.max(...exponents, 5);
  const x = (events: number) => scale((Math.log10(events) - low) / (high - low), "left", "right");
  const y = (ratio: number) => scale(Math.min(ratio / TOP, 1), "bottom", "top");
  const decades = Array.from({ length: Math.floor(high - low) + 1 }, (_, n) => 10 ** (low + n));
  const heights = Array.from({ length: STEPS + 1 }, (_, n) => (TOP * n) / STEPS);
  const limit = results.find((result) => result.plot !== undefined)?.limit ?? 0;
  return drawFrame(frame, [
    ...heights.flatMap((ratio) => [
      segment([area.left, y(ratio)], [area.right, y(ratio)]),
      label(area.left - 8, y(ratio) + 4, ratio.toFixed(2), "end"),
    ]),
    ...decades.flatMap((events) => [
      segment([x(events), area.top], [x(events), area.bottom]),
      label(x(events), area.bottom + 20, events.toLocaleString("en"), sideOf(events, low, high)),
    ]),
    segment([area.left, y(limit)], [area.right, y(limit)], LIMIT),
    label(area.left + 6, y(limit) - 6, `at most ${limit}`, "start"),
    ...[...lines].flatMap(([name, line], index) => drawLine(name, line, { index, x, y })),
  ]);
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
  const isCovered = name.endsWith(COVERED);
  // A line and the same one with checkpoints share a colour; the second is broken.
  const pair = Math.floor(index / 4) * 2 + (index % 2);
  const colour = colours[pair % colours.length];
  const style = `stroke="${colour}" stroke-width="2"${isCovered ? ' stroke-dasharray="7 4"' : ""}`;
  const places = points.map(({ events, ratio }) => `${x(events)},${y(ratio)}`);
  const height = legend.top + Math.floor(index / 2) * legend.step;
  const left = legend.columns[index % 2] ?? 0;
  return [
    `<polyline points="${places.join(" ")}" fill="none" ${style}/>`,
    ...points.map(
      ({ events, ratio }) => `<circle cx="${x(events)}" cy="${y(ratio)}" r="3" fill="${colour}"/>`,
    ),
    segment([left, height - 4], [left + legend.stroke, height - 4], style),
    label(left + legend.stroke + 10, height, name, "start"),
  ];
}

/** The outermost labels stay within the picture. */
function sideOf(events: number, low: number, high: number): "start" | "middle" | "end" {
  if (Math.log10(events) <= low) return "start";
  return Math.log10(events) >= high ? "end" : "middle";
}

function scale(part: number, from: keyof typeof area, to: keyof typeof area): number {
  return Math.round(10 * (area[from] + part * (area[to] - area[from]))) / 10;
}

/** A straight line. */
export function segment(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  style = 'stroke="#ddd"',
): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${style}/>`;
}

/** A text beside a point. */
export function label(
  x: number,
  y: number,
  text: string,
  anchor: "start" | "middle" | "end",
): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#333">${escaped}</text>`;
}
