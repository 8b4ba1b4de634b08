import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../src/base/hash.ts";
import { gateConfig } from "../../src/state/gate/config.ts";
import { qualify } from "../../src/state/gate/gate.ts";
import { root } from "../run.ts";

/** What a sensible person says of a candidate beside an entry. */
export const labels = ["contradiction", "redundant", "refinement", "unrelated"] as const;
/** What the gate does: `compare` is admitted and marked as a possible conflict, `see also` with a note. */
export const outcomes = ["conflict", "compare", "see also", "admit", "redundant"] as const;

type Label = (typeof labels)[number];
type Outcome = (typeof outcomes)[number];

/** Two texts, with a person's decision about the second. */
export interface LabelledPair {
  readonly kind: string;
  readonly language: string;
  readonly label: Label;
  readonly entry: string;
  readonly candidate: string;
  /** Whether it was kept apart while the rules were written: every third, by its hash. */
  readonly isReserved: boolean;
}

/** A pair with what the gate did. */
export interface JudgedPair extends LabelledPair {
  readonly outcome: Outcome;
}

/** Reads the labelled pairs of the repository. */
export function readPairs(): readonly LabelledPair[] {
  const text = readFileSync(join(root, "test/fixtures/gate/pairs.tsv"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [kind = "", language = "", label = "", entry = "", candidate = ""] = line.split("\t");
      const known = labels.find((each) => each === label);
      if (known === undefined) throw new Error(`Cannot read a pair: "${label}" is no label`);
      const isReserved =
        Number.parseInt(sha256(`${entry}\t${candidate}`).slice(0, 8), 16) % 3 === 0;
      return { kind, language, label: known, entry, candidate, isReserved };
    });
}

/** Gives every pair to the gate. */
export function judgePairs(pairs: readonly LabelledPair[]): readonly JudgedPair[] {
  const config = gateConfig();
  return pairs.map((pair) => {
    const entry = { namespace: "shared", id: "entry", content: pair.entry, version: 1 };
    const candidate = { id: null, content: pair.candidate, namespace: null, relevance: 1 };
    const { decision, compare, see_also } = qualify(candidate, [entry], config);
    if (decision === "conflict") return { ...pair, outcome: "conflict" };
    if (decision === "reject") return { ...pair, outcome: "redundant" };
    if (compare.length > 0) return { ...pair, outcome: "compare" };
    return { ...pair, outcome: see_also.length > 0 ? "see also" : "admit" };
  });
}

/** The shares that the gate is measured by. */
export interface PairShares {
  readonly pairs: number;
  /** Contradictions that were refused, marked for comparison or named in a note. */
  readonly found: number;
  /** Other pairs that were refused: called a contradiction, or redundant when they are not. */
  readonly falselyRefused: number;
  readonly wronglyRedundant: number;
  /** Pairs that are no contradiction and were marked for comparison. */
  readonly needlesslyMarked: number;
}

/** Whether the gate named the entry of a pair, in whatever way. */
export const isFound = ({ outcome }: JudgedPair) =>
  outcome === "conflict" || outcome === "compare" || outcome === "see also";

/** Counts how the gate fared. */
export function sharesOf(judged: readonly JudgedPair[]): PairShares {
  const contradictions = judged.filter(({ label }) => label === "contradiction");
  const others = judged.filter(({ label }) => label !== "contradiction");
  const share = (part: readonly unknown[], all: readonly unknown[]) =>
    all.length === 0 ? 0 : part.length / all.length;
  const isWrong = ({ label, outcome }: JudgedPair) =>
    outcome === "redundant" && label !== "redundant";
  return {
    pairs: judged.length,
    found: share(contradictions.filter(isFound), contradictions),
    falselyRefused: share(
      others.filter((pair) => pair.outcome === "conflict" || isWrong(pair)),
      others,
    ),
    wronglyRedundant: judged.filter(isWrong).length,
    needlesslyMarked: share(
      others.filter(({ outcome }) => outcome === "compare"),
      others,
    ),
  };
}
