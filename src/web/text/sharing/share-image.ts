/**
 * A picture to be passed on, as one SVG document that needs nothing else: a sentence, and a bar or lines below it. It
 * contains names of agents and numbers alone, so that there is no secret and no path in it.
 */

import { formatNumber } from "../../../base/text/format-count.ts";
import type { RateData, ReportData } from "../../page.ts";
import { formatAgent, formatPercent } from "../format-scores.ts";
import type { Amounts } from "../handoff-report.ts";
import { reportHeadline } from "./headlines.ts";

/** Pixels of the picture: the form in which previews of links are shown. */
export const IMAGE_SIZE = { width: 1200, height: 630 } as const;

const MARGIN = 72;
const SPACE = IMAGE_SIZE.width - 2 * MARGIN;
const MAX_LINE = 40;
const MAX_LINES = 4;
const MAX_ROWS = 5;
const MAX_NAME = 34;
const INK = "#1b1e24";
const SOFT = "#575d69";
const LINE = "#dcdfe5";

const PARTS = [
  ["kept", "unchanged", "#11693a"],
  ["changed", "in another form", "#1a57c2"],
  ["summarised", "as a summary", "#b07a00"],
  ["dropped", "not at all", "#a3231d"],
] as const;

/** The picture of a handoff. */
export function handoffImage(handoff: {
  readonly headline: string;
  readonly from: string;
  readonly to: string;
  readonly amounts: Amounts;
}): string {
  const { headline, from, to, amounts } = handoff;
  const total = PARTS.reduce((sum, [kind]) => sum + amounts[kind], 0);
  let x = MARGIN;
  const bar = PARTS.map(([kind, , fill]) => {
    const width = total === 0 ? 0 : (amounts[kind] / total) * SPACE;
    const rect = `<rect x="${round(x)}" y="392" width="${round(width)}" height="44" fill="${fill}"/>`;
    x += width;
    return rect;
  });
  const key = PARTS.map(([kind, name, fill], at) => {
    const left = MARGIN + at * (SPACE / PARTS.length);
    const text = `${formatNumber(amounts[kind])} ${name}`;
    return `<rect x="${left}" y="468" width="18" height="18" rx="4" fill="${fill}"/>${textElement(text, { x: left + 28, y: 484, size: 22, fill: INK })}`;
  });
  const frame = `<rect x="${MARGIN}" y="392" width="${SPACE}" height="44" fill="${LINE}"/>`;
  return svg({ headline, lead: `${from} → ${to}`, body: [frame, ...bar, ...key] });
}

/** The picture of a report; null for one without a success rate. */
export function reportImage(
  report: Pick<ReportData, "leaderboard" | "differences">,
): string | null {
  const headline = reportHeadline(report);
  if (headline === null) return null;
  const rows = report.leaderboard.flatMap(({ tool, model, successRate }) =>
    successRate === null ? [] : [{ name: formatAgent(tool, model), rate: successRate }],
  );
  const body = rows
    .slice(0, MAX_ROWS)
    .map(({ name, rate }, at) => rateRow(name, rate, 350 + at * 42));
  return svg({ headline, lead: "Who succeeds how often, with 95 % intervals", body });
}

const RATE_LEFT = 560;
const RATE_SPACE = 380;

function rateRow(name: string, { rate, low, high, successes, runs }: RateData, y: number): string {
  const at = (share: number) => round(RATE_LEFT + share * RATE_SPACE);
  const right = `${formatPercent(rate)}  ${formatNumber(successes)} of ${formatNumber(runs)}`;
  return [
    textElement(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name, {
      x: MARGIN,
      y: y + 7,
      size: 22,
      fill: INK,
    }),
    `<rect x="${RATE_LEFT}" y="${y - 1}" width="${RATE_SPACE}" height="2" fill="${LINE}"/>`,
    `<rect x="${at(low)}" y="${y - 7}" width="${round((high - low) * RATE_SPACE)}" height="14" rx="7" fill="#9cc2ff"/>`,
    `<circle cx="${at(rate)}" cy="${y}" r="8" fill="#1a57c2"/>`,
    textElement(right, { x: RATE_LEFT + RATE_SPACE + 24, y: y + 7, size: 20, fill: SOFT }),
  ].join("");
}

interface Picture {
  readonly headline: string;
  readonly lead: string;
  readonly body: readonly string[];
}

function svg({ headline, lead, body }: Picture): string {
  const { width, height } = IMAGE_SIZE;
  const lines = wrap(headline);
  const size = lines.length > 2 ? 44 : 52;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif">`,
    `<title>${escapeXml(headline)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    textElement(lead, { x: MARGIN, y: 96, size: 26, fill: SOFT }),
    ...lines.map((text, at) =>
      textElement(text, { x: MARGIN, y: 160 + at * (size + 8), size, fill: INK, weight: 650 }),
    ),
    ...body,
    textElement("holdall", { x: MARGIN, y: height - 48, size: 24, fill: INK, weight: 650 }),
    "</svg>",
  ].join("\n");
}

interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  readonly weight?: number;
}

function textElement(text: string, { x, y, size, fill, weight = 400 }: TextPlace): string {
  const place = `x="${round(x)}" y="${round(y)}"`;
  return `<text ${place} font-size="${size}" font-weight="${weight}" fill="${fill}">${escapeXml(text)}</text>`;
}

function wrap(text: string): readonly string[] {
  const lines: string[] = [];
  for (const part of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || `${last} ${part}`.length > MAX_LINE) lines.push(part);
    else lines[lines.length - 1] = `${last} ${part}`;
  }
  return lines.slice(0, MAX_LINES).map((each) => each.slice(0, 2 * MAX_LINE));
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}

/** What no XML document may contain is left out. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
