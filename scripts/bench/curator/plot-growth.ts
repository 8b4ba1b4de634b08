/**
 * Draws by how much a refresh grows with its responsibility, beside the bare loop that looks at every run
 * and hashes the memory. Both axes are logarithmic: a straight line upwards grows with what exists.
 */

import { drawFrame, type Frame, label, segment } from "../plot.ts";
import type { Result } from "../results.ts";

const area = { left: 70, right: 850, top: 46, bottom: 310 };
const frame: Frame = {
  size: [880, 400],
  left: area.left,
  title: "Growth of a refresh with its responsibility",
  heading: "Growth of a refresh, in ms of the processor, by multiples of the responsibility",
};
const lines = [
  { name: "refresh, beyond what it takes at once", colour: "#0b4f8a", of: "ours" },
  { name: "readdir, lstat and one hash of the memory", colour: "#f0953f", of: "rival" },
] as const;
const MILLISECONDS = [1, 10, 100, 1000];
const SCALES = [10, 30, 100];

/** An SVG of the figures that have a scale. */
export function plotGrowth(results: readonly Pick<Result, "scale" | "ours" | "rival">[]): string {
  const drawn = results.filter(({ scale }) => scale !== undefined);
  const x = (scale: number) => between(Math.log10(scale) - 1, area.left, area.right);
  const y = (time: number) =>
    between(Math.log10(Math.max(1, Math.min(time, 1000))) / 3, area.bottom, area.top);
  return drawFrame(frame, [
    ...MILLISECONDS.flatMap((time) => [
      segment([area.left, y(time)], [area.right, y(time)]),
      label(area.left - 8, y(time) + 4, time.toLocaleString("en"), "end"),
    ]),
    ...SCALES.flatMap((scale) => [
      segment([x(scale), area.top], [x(scale), area.bottom]),
      label(x(scale), area.bottom + 20, `${scale} ×`, scale === 100 ? "end" : "middle"),
    ]),
    ...lines.flatMap(({ name, colour, of }, index) => {
      const points = drawn.map((result) => [x(result.scale ?? 1), y(result[of])] as const);
      const style = `stroke="${colour}" stroke-width="2"`;
      const height = area.bottom + 46 + index * 22;
      return [
        `<polyline points="${points.map((point) => point.join(",")).join(" ")}" fill="none" ${style}/>`,
        ...points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`),
        segment([area.left, height - 4], [area.left + 26, height - 4], style),
        label(area.left + 36, height, name, "start"),
      ];
    }),
  ]);
}

function between(part: number, from: number, to: number): number {
  return Math.round(10 * (from + part * (to - from))) / 10;
}
