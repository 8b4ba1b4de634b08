import { collapseSpace } from "../../base/text/one-line.ts";
import type { Action } from "./actions.ts";
import { type CondensedTurn, condenseTurns } from "./condense.ts";
import { type Digest, openSteps } from "./digest.ts";
import { summaryStatements } from "./summary-statements.ts";

/** What of a digest is rendered, and in what space. */
export interface DigestRequest {
  readonly digest: Digest;
  /** Turns from this one on are given word for word elsewhere. */
  readonly end: number;
  /** Bytes of the text at most. */
  readonly maxBytes: number;
}

/** One thing that may be shown. */
interface Piece {
  readonly section: Section;
  /** Its position in its section. */
  readonly order: number;
  readonly weight: number;
  readonly text: string;
}

type Section =
  | "request"
  | "reply"
  | "open"
  | "files"
  | "commands"
  | "earlier"
  | "resolved"
  | "summary";

/** Bytes of what is put around a piece: its mark, its line, its share of a heading. */
const AROUND: Readonly<Record<Section, number>> = {
  request: 18,
  reply: 3,
  open: 4,
  files: 2,
  commands: 4,
  earlier: 4,
  resolved: 4,
  summary: 4,
};
const HEADINGS = 260;

/** A digest as text: the requests and what came of them in order, then what is open, changed and was run. */
export function renderDigest(request: DigestRequest): string {
  const turns = condenseTurns(request.digest, request.end);
  const pieces = choosePieces([...turnPieces(turns), ...otherPieces(request)], request.maxBytes);
  const of = (section: Section) =>
    pieces.filter((piece) => piece.section === section).map(({ text }) => text);
  const list = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [heading, ...lines.map((line) => `- ${line}`), ""];
  const files = of("files");
  const left = request.digest.actions.files.list().length - files.length;
  const rest = left > 0 ? ` (and ${left} more)` : "";
  return [
    ...list("From the summary of what came before:", of("summary")),
    ...turnLines(turns, pieces),
    ...list("Still open:", of("open")),
    ...(files.length === 0 ? [] : [`Files changed, newest last: ${files.join(", ")}${rest}`, ""]),
    ...list("Commands with a lasting effect or a result:", of("commands")),
    ...list("Failed earlier, and not run again:", of("earlier")),
    ...list("Failed at first, and succeeded later:", of("resolved")),
  ]
    .join("\n")
    .trimEnd();
}

/** The weightiest pieces that fit, in the order in which they are shown. */
function choosePieces(pieces: readonly Piece[], maxBytes: number): readonly Piece[] {
  let left = maxBytes - HEADINGS;
  return crowded(pieces)
    .toSorted((one, other) => other.weight - one.weight || one.order - other.order)
    .filter(({ text, section }) => {
      const cost = Buffer.byteLength(text) + AROUND[section];
      if (cost > left) return false;
      left -= cost;
      return true;
    })
    .toSorted((one, other) => one.order - other.order);
}

/** How much less the next piece of a section is worth for each that is weightier: no section at the cost of all others. */
const CROWDING: Readonly<Record<Section, number>> = {
  request: 0.006,
  reply: 0.003,
  open: 0.01,
  files: 0.005,
  commands: 0.01,
  earlier: 0.01,
  resolved: 0.03,
  summary: 0.003,
};

function crowded(pieces: readonly Piece[]): readonly Piece[] {
  const ranks = new Map<Section, number>();
  return pieces
    .toSorted((one, other) => other.weight - one.weight)
    .map((piece) => {
      const rank = ranks.get(piece.section) ?? 0;
      ranks.set(piece.section, rank + 1);
      return { ...piece, weight: piece.weight - rank * CROWDING[piece.section] };
    });
}

/** Statements of one turn are numbered so that no two share a place. */
const PLACES = 10_000;

function turnPieces(turns: readonly CondensedTurn[]): readonly Piece[] {
  return turns.flatMap(({ request, reply }, index) => [
    ...request.map(({ text, weight }, place) => ({
      section: "request" as const,
      order: index * PLACES + place,
      weight,
      text: collapseSpace(text),
    })),
    ...reply.map(({ text, weight }, place) => ({
      section: "reply" as const,
      order: index * PLACES + PLACES / 2 + place,
      weight,
      text: collapseSpace(text),
    })),
  ]);
}

function turnLines(turns: readonly CondensedTurn[], pieces: readonly Piece[]): readonly string[] {
  const lines: string[] = [];
  let day = "";
  for (const [index, { turn }] of turns.entries()) {
    const own = pieces.filter(
      ({ order, section }) =>
        (section === "request" || section === "reply") && Math.floor(order / PLACES) === index,
    );
    if (own.length === 0) continue;
    const text = (section: Section) =>
      own
        .filter((piece) => piece.section === section)
        .map((piece) => piece.text)
        .join(" ");
    const asked = text("request");
    const replied = text("reply");
    const time = turn.at?.slice(0, 16).replace("T", " ") ?? "";
    const stamp = time.slice(0, 10) === day ? time.slice(11) : time;
    day = time.slice(0, 10);
    const parts = [
      ...(asked === "" ? [] : [`User: ${asked}`]),
      ...(replied === "" ? [] : [`Agent: ${replied}`]),
    ];
    lines.push(`- ${stamp === "" ? "" : `${stamp} `}${parts.join(" / ")}`);
  }
  if (lines.length === 0) return [];
  return ["What was asked and what came of it, oldest first:", ...lines, ""];
}

function otherPieces({ digest }: DigestRequest): readonly Piece[] {
  const { actions } = digest;
  const steps = openSteps(digest);
  const { open: failures, earlier } = sortFailures(digest);
  const files = actions.files.list().slice(-MAX_FILES);
  const commands = actions.commands();
  const resolved = actions.resolved().slice(-MAX_FAILURES);
  const recency = (place: number, all: number) => (all < 2 ? 1 : place / (all - 1));
  return [
    ...steps.map(({ text }, order) => ({ section: "open" as const, order, weight: 1.1, text })),
    ...failures.map(({ text }, place) => ({
      section: "open" as const,
      order: steps.length + place,
      weight: 0.6 + 0.2 * recency(place, failures.length),
      text: `failed: ${text}`,
    })),
    ...files.map((text, order) => ({
      section: "files" as const,
      order,
      weight: 0.6 + 0.2 * recency(order, files.length),
      text,
    })),
    ...commands.map(({ text }, order) => ({
      section: "commands" as const,
      order,
      weight:
        0.2 +
        0.25 * recency(order, commands.length) +
        (text.includes(" -> ") ? 0.25 : 0) +
        (/\bgit (?:commit|push)\b/.test(text) ? 0.2 : 0),
      text,
    })),
    ...earlier.map(({ text }, order) => ({
      section: "earlier" as const,
      order,
      weight: 0.6 + 0.2 * recency(order, earlier.length),
      text,
    })),
    ...resolved.map(({ text }, order) => ({
      section: "resolved" as const,
      order,
      weight: 0.25 + 0.2 * recency(order, resolved.length),
      text,
    })),
    ...summaryStatements(digest).map(({ text, weight }, order) => ({
      section: "summary" as const,
      order,
      weight,
      text: collapseSpace(text),
    })),
  ];
}

/** Failures of the newest turns, and older ones: after those the work went on, by another way or without it. */
function sortFailures({ actions, turns }: Digest) {
  const recent = new Set(turns.slice(-RECENT_TURNS).flatMap((turn) => turn.actions));
  const isOpen = (action: Action) =>
    recent.has(action) || (action.item_id === "" && turns.length < RECENT_TURNS);
  const all = actions.failures();
  return {
    open: all.filter(isOpen).slice(-MAX_FAILURES),
    earlier: all.filter((action) => !isOpen(action)).slice(-MAX_FAILURES),
  };
}

const RECENT_TURNS = 2;
const MAX_FAILURES = 12;
const MAX_FILES = 40;
