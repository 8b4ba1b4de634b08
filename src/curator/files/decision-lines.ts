import { oneLine } from "../../base/text/one-line.ts";
import { printable } from "../../base/text/text.ts";
import type { PinnedLine } from "../memory/decisions.ts";
import { EVENTS } from "../workspace/layout.ts";
import type { TokenBudget } from "./fit.ts";

/** The part of the budget that one decision may use. */
const MAX_SHARE = 0.25;

/** Whether a line in force is not a decision but something that is not settled yet. */
export function isIncident({ kind }: PinnedLine): boolean {
  return kind === "incident";
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
