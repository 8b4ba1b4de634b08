import { collapseSpace, truncateMiddle } from "../../base/text/one-line.ts";
import { type CondensedTurn, condenseTurns, goalTurn, type Weighed } from "./condense.ts";
import { kindOfStatement } from "./cues.ts";
import { type Digest, type DigestTurn, openSteps } from "./digest.ts";
import { heaviest } from "./heaviest.ts";
import { typedText } from "./requests.ts";
import { statementsOf } from "./sentences.ts";
import { summaryStatements } from "./summary-statements.ts";

/** Something that a transcript says and that can be understood by itself. */
export interface Fact {
  readonly kind: "decision" | "rejection" | "constraint" | "todo" | "request" | "failure" | "fact";
  readonly text: string;
  /** How much it would be missed, from 0 to 1. */
  readonly weight: number;
  /** The items that say so. */
  readonly item_ids: readonly string[];
}

/** Longest text of a fact, and of the request in it. */
const MAX_TEXT = 1000;
const MAX_REQUEST = 400;
/** Most parts that the last reply and a summary are split into. */
const MAX_REPLY_PARTS = 4;
const MAX_SUMMARY_PARTS = 3;

/** Everything that a digest comes down to, oldest first; what is open and what was changed last. */
export function factsOf(digest: Digest): readonly Fact[] {
  const { turns } = digest;
  const last = turns.length - 1;
  const goal = goalTurn(digest);
  return [
    ...summaryFacts(digest),
    ...mergeUnanswered(condenseTurns(digest, last)).flatMap(({ merged, first, index }) => {
      const isGoal = first <= goal && goal <= index;
      return turnFacts(merged, { index, all: turns.length, isGoal });
    }),
    ...lastTurnFacts(turns[last]),
    ...actionFacts(digest),
  ];
}

/** The weightiest facts that fit a number of tokens, at most so many, in the order in which they were said. */
export function chooseFacts(
  facts: readonly Fact[],
  budget: number,
  count: (text: string) => number,
): readonly Fact[] {
  const chosen = new Set<Fact>();
  let left = budget;
  for (const fact of facts.toSorted((one, other) => other.weight - one.weight)) {
    const cost = count(fact.text);
    if (cost > left || chosen.size === MAX_FACTS) continue;
    left -= cost;
    chosen.add(fact);
  }
  return facts.filter((fact) => chosen.has(fact));
}

/** More entries than a person reads are none. */
const MAX_FACTS = 40;

/** A turn with the requests before it that nothing came of, and the places of the first and of the last. */
interface MergedTurn {
  readonly merged: CondensedTurn;
  readonly first: number;
  readonly index: number;
}

/** A request of which nothing came is understood only with the one that followed. */
function mergeUnanswered(turns: readonly CondensedTurn[]): readonly MergedTurn[] {
  const result: MergedTurn[] = [];
  let waiting: readonly Weighed[] = [];
  let first = 0;
  for (const [index, turn] of turns.entries()) {
    const request = [...waiting, ...turn.request];
    const isLast = index === turns.length - 1;
    const isAnswered = turn.reply.length > 0 && (turn.turn.isAnswered || isLast);
    const length = request.reduce((sum, { text }) => sum + text.length, 0);
    if (isAnswered || isLast || length > MAX_REQUEST) {
      const reply = isAnswered ? turn.reply : [];
      result.push({ merged: { ...turn, request, reply }, first, index });
      waiting = [];
      first = index + 1;
    } else waiting = request;
  }
  return result;
}

function turnFacts(
  condensed: CondensedTurn,
  {
    index,
    all,
    isGoal,
  }: { readonly index: number; readonly all: number; readonly isGoal: boolean },
): readonly Fact[] {
  const { turn, request, reply } = condensed;
  const asked = truncateMiddle(joined(request), MAX_REQUEST);
  const outcome = joined(heaviest(reply, MAX_TEXT - asked.length - 40));
  const isTrivial = request.every(({ weight }) => weight < 0.5);
  if (outcome === "" && isTrivial) return [];
  const text = [
    ...(asked === "" ? [] : [`Asked: ${asked}`]),
    ...(outcome === "" ? [] : [`Outcome: ${outcome}`]),
  ];
  const recency = index / all;
  const base = isTrivial ? 0.4 : isGoal ? 0.95 : 0.6;
  const weight = Math.min(1, base + 0.25 * recency + (outcome.length > 120 ? 0.1 : 0));
  const item_ids = [
    ...(asked === "" ? [] : [turn.item_id]),
    ...(outcome === "" || turn.reply_id === null ? [] : [turn.reply_id]),
  ];
  return [{ kind: kindOf(turn, request), text: text.join(" "), weight, item_ids }];
}

/** What binds is a constraint, what was done about it a decision. */
function kindOf({ request, actions }: DigestTurn, asked: readonly Weighed[]): Fact["kind"] {
  const kinds = asked.map(({ text }) => kindOfStatement(text));
  for (const kind of ["rejection", "constraint", "decision"] as const) {
    if (request.length > 0 && kinds.includes(kind)) return kind;
  }
  return actions.some(({ kind }) => kind === "edit") ? "decision" : "fact";
}

function lastTurnFacts(turn: DigestTurn | undefined): readonly Fact[] {
  if (turn === undefined) return [];
  const facts: Fact[] = [];
  const asked = truncateMiddle(collapseSpace(typedText(turn.request)), MAX_REQUEST);
  const replies = partsOf(
    statementsOf(turn.reply).map(({ text, isLead }) => (isLead ? `${text}:` : text)),
  ).slice(0, MAX_REPLY_PARTS);
  const [first = "", ...more] = replies;
  const replied = turn.reply_id === null ? [] : [turn.reply_id];
  const asking = asked === "" ? [] : [turn.item_id];
  const place = { kind: "request" as const, weight: 1 };
  const begin = [
    ...(asked === "" ? [] : [`Asked last: ${asked}`]),
    ...(first === "" ? [] : [`Answered: ${first}`]),
  ];
  if (begin.length > 0) {
    const item_ids = [...asking, ...(first === "" ? [] : replied)];
    facts.push({ ...place, text: begin.join(" "), item_ids });
  }
  for (const text of more) {
    facts.push({ ...place, text: `Answered last: ${text}`, item_ids: replied });
  }
  return facts;
}

function actionFacts(digest: Digest): readonly Fact[] {
  const { actions, turns } = digest;
  const item_ids = turns.slice(-1).map(({ item_id }) => item_id);
  const steps = openSteps(digest).map(({ text }) => text);
  const files = actions.files.list().slice(-MAX_FILES);
  const commands = actions.commands().filter(({ text }) => text.includes(" -> "));
  const failures = actions.failures().slice(-MAX_FAILURES);
  const list = (kind: Fact["kind"], lead: string, weight: number, lines: readonly string[]) =>
    lines.length === 0 ? [] : [{ kind, weight, item_ids, text: fitLines(lead, lines) }];
  return [
    ...list("todo", "Still to do: ", 0.95, steps),
    ...list("fact", "Files changed, newest last: ", 0.8, files),
    ...list(
      "fact",
      "Commands and their outcome: ",
      0.75,
      commands.map(({ text }) => text).slice(-MAX_COMMANDS),
    ),
    ...list(
      "failure",
      "Failed and not repeated with success: ",
      0.5,
      failures.map(({ text }) => text),
    ),
  ];
}

const MAX_FILES = 20;
const MAX_COMMANDS = 6;
const MAX_FAILURES = 3;

/** As many of the newest lines as fit a fact. */
function fitLines(lead: string, lines: readonly string[]): string {
  const kept: string[] = [];
  let left = MAX_TEXT - lead.length;
  for (const line of lines.toReversed()) {
    if (line.length + 2 > left) break;
    kept.unshift(line);
    left -= line.length + 2;
  }
  return `${lead}${kept.join("; ")}`;
}

function summaryFacts(digest: Digest): readonly Fact[] {
  const { summary } = digest;
  if (summary === null) return [];
  const statements = summaryStatements(digest).filter(({ weight }) => weight >= 0.5);
  return partsOf(statements.map(({ text }) => text))
    .slice(0, MAX_SUMMARY_PARTS)
    .map((text) => ({
      kind: "fact",
      text: `From an earlier summary: ${text}`,
      weight: 0.5,
      item_ids: [summary.item_id],
    }));
}

/** Statements put together to texts of the length of a fact. */
function partsOf(statements: readonly string[]): readonly string[] {
  const parts: string[] = [];
  for (const statement of statements.map(collapseSpace)) {
    const last = parts.at(-1);
    const most = MAX_TEXT - (parts.length <= 1 ? MAX_REQUEST / 2 : 40);
    if (last === undefined || last.length + statement.length + 1 > most) parts.push(statement);
    else parts[parts.length - 1] = `${last} ${statement}`;
  }
  return parts;
}

function joined(statements: readonly Weighed[]): string {
  return collapseSpace(statements.map(({ text }) => text).join(" "));
}
