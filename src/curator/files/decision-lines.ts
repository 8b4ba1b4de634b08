import { oneLine } from "../../base/text/one-line.ts";
import { printable } from "../../base/text/text.ts";
import type { PinnedLine } from "../memory/decisions.ts";
import { EVENTS } from "../workspace/layout.ts";
import type { TokenBudget } from "./fit.ts";
import { sharedWithSentence, taskTerms } from "./terms.ts";

/** The part of the budget that one decision may use. */
const MAX_SHARE = 0.25;

/** Whether a line in force is not a decision but something that is not settled yet. */
export function isIncident({ kind }: PinnedLine): boolean {
  return kind === "incident";
}

/** Decisions that share terms with a task, those with the most first. */
export function decisionsForTask(
  decisions: readonly PinnedLine[],
  task: string | null,
): readonly PinnedLine[] {
  if (task === null) return [];
  const wanted = taskTerms(task);
  return decisions
    .map((each) => ({ each, score: sharedWithSentence(wanted, `${each.id ?? ""} ${each.text}`) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ each }) => each);
}

/** A decision in force on one line; one that is too long is replaced by where it is. */
export function decisionLine(pinned: PinnedLine, { tokens, count }: TokenBudget): string {
  const { at, kind, id, by, until, supersedes, text, line } = pinned;
  const name = id === null ? "" : ` ${printable(id)}`;
  const head = `- ${at.slice(0, 10)} ${kind}${name}${by === null ? "" : ` by ${printable(by)}`}`;
  const facts = [
    ...(until === null ? [] : [`until ${printable(until)}`]),
    ...(supersedes.length === 0 ? [] : [`replaces ${printable(supersedes.join(", "))}`]),
    `${EVENTS}#L${line}`,
  ];
  const full = `${head}: ${printable(oneLine(text))} (${facts.join("; ")})`;
  return count(full) <= tokens * MAX_SHARE ? full : `${head}: see ${facts.join("; ")}`;
}
