import { gateConfig } from "../../src/state/gate/config.ts";
import { type GateEntry, qualify, type Verdict } from "../../src/state/gate/gate.ts";
import type { GateCase } from "./gate-cases.ts";

/** How the gate fared over cases. */
export interface ControlResult {
  readonly cases: number;
  readonly updates: number;
  /** Share of updates that became a proposal to supersede the right entry. */
  readonly superseded: number;
  /** Share of what was admitted that contradicts an entry in force. */
  readonly drift: number;
  /** Share of duplicates that were rejected. */
  readonly rejected: number;
  /** What is new and was called a contradiction. */
  readonly falseConflicts: number;
  readonly misses: readonly { readonly case: GateCase; readonly verdict: Verdict }[];
}

/** Gives every case to the gate and counts. */
export function runControl(cases: readonly GateCase[]): ControlResult {
  const config = gateConfig();
  const judged = cases.map((each) => {
    const candidate = { id: null, content: each.candidate, namespace: null, relevance: 1 };
    return { case: each, verdict: qualify(candidate, each.entries.map(toEntry), config) };
  });
  const of = (kind: GateCase["kind"]) => judged.filter((each) => each.case.kind === kind);
  const admitted = judged.filter(({ verdict }) => verdict.decision === "admit");
  const updates = of("update");
  const duplicates = of("duplicate");
  const isRight = ({ case: { contradicts }, verdict }: (typeof judged)[number]) =>
    verdict.decision === "conflict" && verdict.matched?.id === String(contradicts);
  const isNew = (kind: GateCase["kind"]) => kind === "sibling" || kind === "unrelated";
  const falsely = judged.filter(
    (each) => isNew(each.case.kind) && each.verdict.decision !== "admit",
  );
  return {
    cases: judged.length,
    updates: updates.length,
    superseded: updates.filter(isRight).length / updates.length,
    drift: admitted.filter((each) => each.case.kind === "update").length / admitted.length,
    rejected:
      duplicates.filter(({ verdict }) => verdict.reason === "redundant").length / duplicates.length,
    falseConflicts: falsely.length,
    misses: [...updates.filter((each) => !isRight(each)), ...falsely],
  };
}

/** How many facts the gate lets in one after the other, and how many of them a second time. */
export function runSeparation(facts: readonly string[]): {
  readonly admitted: number;
  readonly conflicts: number;
  readonly admittedAgain: number;
} {
  const config = gateConfig();
  const entries: GateEntry[] = [];
  const decide = (content: string) =>
    qualify({ id: null, content, namespace: null, relevance: 1 }, entries, config).decision;
  let conflicts = 0;
  for (const fact of facts) {
    const decision = decide(fact);
    if (decision === "conflict") conflicts++;
    if (decision === "admit") entries.push(toEntry(fact, entries.length));
  }
  const admittedAgain = facts.filter((fact) => decide(fact) === "admit").length;
  return { admitted: entries.length, conflicts, admittedAgain };
}

function toEntry(content: string, at: number): GateEntry {
  return { namespace: "shared", id: String(at), content, version: 1 };
}
