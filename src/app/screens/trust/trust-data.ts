import type { Answer } from "../../answers.ts";

/** The contents of the workspace. */
export type LedgerStatus = Answer<"status">;

/** Where the ledger and its streams end. */
export type HeadsShown = Answer<"ledger heads">;

/** The result of a check of a bundle. */
export type CheckedBundle = Answer<"verify">;

/** One thing that a check found. */
export type FindingShown = CheckedBundle["findings"][number];

/** A finding with its place as one text. */
export function findingWithPlace({ file, line, pointer, ...finding }: FindingShown) {
  const place = [file, line ? `line ${line}` : null, pointer].filter((part) => part).join(", ");
  return { ...finding, place };
}
