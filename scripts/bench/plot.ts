/** Draws the cost of a compile against the number of events. */
import type { Figure } from "./figure.ts";

/** A measured figure as far as it is drawn. */
interface Drawn {
  readonly plot?: Figure["plot"];
  readonly ours: number;
  readonly rival: number;
}

interface Point {
  readonly events: number;
  readonly ms: number;
}

const [WIDTH, HEIGHT] = [760, 420];
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

/** An SVG of every line that figures belong to: events on a logarithmic scale, milliseconds from zero. */
export function plot(results: readonly Drawn[]): string {
  const lines = linesOf(results);
  const points = [...lines.values()].flat();
  const top = Math.max(10, Math.ceil(Math.max(...points.map(({ ms }) => ms), 0) / 10) * 10);
  const exponents = points.map(({ events }) => Math.log10(events));
  const [low, high] = [Math.min(...exponents, 4), Math.max(...exponents, 5)];
  const x = (events: number) => scale((Math.log10(events) - low) / (high - low), "left", "right");
  const y = (ms: number) => scale(ms / top, "bottom", "top");
  const decades = Array.from({ length: Math.floor(high - low) + 1 }, (_, n) => 10 ** (low + n));
  const heights = Array.from({ length: 6 }, (_, n) => (top * n) / 5);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    "<title>Median time of a compile against the number of events in its thread</title>",
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    label(area.left, 24, "Median of one compile in ms, against events in the thread", "start"),
    ...heights.flatMap((ms) => [
      segment([area.left, y(ms)], [area.right, y(ms)]),
      label(area.left - 8, y(ms) + 4, String(ms), "end"),
    ]),
    ...decades.flatMap((events) => [
      segment([x(events), area.top], [x(events), area.bottom]),
      label(x(events), area.bottom + 18, events.toLocaleString("en"), "middle"),
    ]),
    ...[...lines].flatMap(([name, line], index) => drawLine(name, line, { index, x, y })),
    "</svg>",
    "",
  ].join("\n");
}

function linesOf(results: readonly Drawn[]): ReadonlyMap<string, readonly Point[]> {
  const lines = new Map<string, Map<number, number>>();
  for (const { plot, ours, rival } of results) {
    if (plot === undefined) continue;
    const line = lines.get(plot.line) ?? new Map<number, number>();
    lines.set(plot.line, line.set(plot.rival, rival).set(plot.ours, ours));
  }
  return new Map(
    [...lines].map(([name, line]) => [
      name,
      [...line].map(([events, ms]) => ({ events, ms })).sort((a, b) => a.events - b.events),
    ]),
  );
}

function drawLine(
  name: string,
  points: readonly Point[],
  { index, x, y }: { readonly index: number; x(events: number): number; y(ms: number): number },
): readonly string[] {
  const colour = colours[index % colours.length];
  const places = points.map(({ events, ms }) => `${x(events)},${y(ms)}`);
  const height = area.top + 16 + index * 22;
  return [
    `<polyline points="${places.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...points.map(
      ({ events, ms }) => `<circle cx="${x(events)}" cy="${y(ms)}" r="3" fill="${colour}"/>`,
    ),
    `<rect x="${area.right + 24}" y="${height - 9}" width="12" height="4" fill="${colour}"/>`,
    label(area.right + 44, height - 3, name, "start"),
  ];
}

function scale(part: number, from: keyof typeof area, to: keyof typeof area): number {
  return Math.round(10 * (area[from] + part * (area[to] - area[from]))) / 10;
}

function segment([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#ddd"/>`;
}

function label(x: number, y: number, text: string, anchor: "start" | "middle" | "end"): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#333">${escaped}</text>`;
}
