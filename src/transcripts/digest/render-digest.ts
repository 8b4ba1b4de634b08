import { collapseSpace } from "../../base/text/one-line.ts";
import { cite } from "../cite.ts";
import { type CondensedTurn, condenseTurns } from "./condense.ts";
import type { Digest } from "./digest.ts";
import { type PageText, quotes, repeats, toPageText } from "./repeats.ts";
import { summaryStatements } from "./summary-statements.ts";

/** What of a digest is rendered, and in what space. */
export interface DigestRequest {
  readonly digest: Digest;
  /** Turns from this one on are given word for word elsewhere. */
  readonly end: number;
  /** Bytes of the text at most. */
  readonly maxBytes: number;
  /** Ids of the items that are given word for word elsewhere: their replies are not repeated. */
  readonly carried?: ReadonlySet<string>;
  /** What the note contains before it: nothing repeats that in nearly the same words. */
  readonly shownBefore?: readonly string[];
}

/** One thing that may be shown. */
interface Piece {
  readonly section: Section;
  /** Its position in its section. */
  readonly order: number;
  readonly weight: number;
  readonly text: string;
}

type Section = "request" | "reply" | "files" | "summary";

/** Bytes of what is put around a piece: its mark, its line, its share of a heading. */
const AROUND: Readonly<Record<Section, number>> = {
  request: 9,
  reply: 4,
  files: 2,
  summary: 4,
};
const HEADINGS = 130;

/** A digest as text: what an earlier summary says, the requests and what came of them in order, changed files. */
export function renderDigest(request: DigestRequest): string {
  const isCarried = (id: string | null) => id !== null && request.carried?.has(id) === true;
  const turns = condenseTurns(request.digest, request.end).map((each) =>
    isCarried(each.turn.reply_id) ? { ...each, reply: [] } : each,
  );
  const pieces = choosePieces([...turnPieces(turns), ...otherPieces(request)], request);
  const of = (section: Section) =>
    pieces.filter((piece) => piece.section === section).map(({ text }) => text);
  const list = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [heading, ...lines.map((line) => `- ${line}`), ""];
  const files = of("files");
  const left = request.digest.actions.files.list().length - files.length;
  const rest = left > 0 ? ` (and ${left} more)` : "";
  return [
    ...list("From the summary of what came before:", of("summary")),
    ...turnLines(turns, pieces, request.digest),
    ...(files.length === 0 ? [] : [`Files changed, newest last: ${files.join(", ")}${rest}`, ""]),
  ]
    .join("\n")
    .trimEnd();
}

/** The weightiest pieces that fit and repeat neither a weightier one nor what was shown before, in the order in which they are shown. */
function choosePieces(
  pieces: readonly Piece[],
  { maxBytes, shownBefore = [] }: Pick<DigestRequest, "maxBytes" | "shownBefore">,
): readonly Piece[] {
  let left = maxBytes - HEADINGS;
  const before = shownBefore.map(toPageText);
  const chosen: PageText[] = [];
  return pieces
    .toSorted((one, other) => other.weight - one.weight || one.order - other.order)
    .filter(({ text, section }) => {
      const cost = Buffer.byteLength(text) + AROUND[section];
      if (cost > left) return false;
      if (section !== "files") {
        const own = toPageText(text);
        if (before.some((other) => quotes(own, other))) return false;
        if (chosen.some((other) => repeats(own, other))) return false;
        chosen.push(own);
      }
      left -= cost;
      return true;
    })
    .toSorted((one, other) => one.order - other.order);
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

function turnLines(
  turns: readonly CondensedTurn[],
  pieces: readonly Piece[],
  { numbers }: Digest,
): readonly string[] {
  const lines: string[] = [];
  let day = "";
  let shown = -1;
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
    const today = turn.at?.slice(0, 10) ?? "";
    const parts = [
      ...(today === day ? [] : [today]),
      cite(numbers, turn),
      ...(asked === "" ? [] : [asked]),
      ...(replied === "" ? [] : [`→ ${replied}`]),
    ];
    day = today;
    const line = parts.filter((part) => part !== "").join(" ");
    // One reply answers what was asked and what was added meanwhile.
    if (turn.isQueued && shown === index - 1) lines.push(`${lines.pop()} + ${line}`);
    else lines.push(`- ${line}`);
    shown = index;
  }
  if (lines.length === 0) return [];
  const added = turns.some(({ turn }) => turn.isQueued) ? ", + was added meanwhile" : "";
  return [`What was asked and, after →, what came of it, oldest first${added}:`, ...lines, ""];
}

function otherPieces({ digest }: DigestRequest): readonly Piece[] {
  const files = digest.actions.files.list().slice(-MAX_FILES);
  const recency = (place: number) => (files.length < 2 ? 1 : place / (files.length - 1));
  return [
    ...files.map((text, order) => ({
      section: "files" as const,
      order,
      weight: 0.85 + 0.2 * recency(order),
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

const MAX_FILES = 40;
