import { AUDIT_CLAUSE } from "../audit/entry.ts";
import { withoutComments } from "./outline.ts";

/** Whether a clause of the guardrails wants a line in the memory for each refresh, as `- [context.audit] …`. */
export function wantsMemoryLine(guardrails: string): boolean {
  return withoutComments(guardrails)
    .split("\n")
    .some((line) => CLAUSE.test(line));
}

const CLAUSE = new RegExp(
  `^\\s*(?:[-*+]|\\d{1,3}[.)])\\s+\\[${AUDIT_CLAUSE.replace(".", "\\.")}\\]`,
);
