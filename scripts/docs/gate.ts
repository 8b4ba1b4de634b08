import {
  isFound,
  type JudgedPair,
  judgePairs,
  labels,
  outcomes,
  readPairs,
  sharesOf,
} from "../bench/gate-pairs.ts";
import { table } from "./markdown.ts";

/** How the gate decides about the labelled pairs: what was found, by label and by kind. */
export function gateTables(): string {
  const judged = judgePairs(readPairs());
  const languages = new Set(judged.map(({ language }) => language));
  const kinds = [...new Set(judged.map(({ kind }) => kind))];
  return [
    `${judged.length} pairs in ${kinds.length} kinds and ${languages.size} languages. A row is what a person says, a column what the gate does.`,
    table(
      [
        "a person says",
        "conflict",
        "admitted; compare",
        "admitted; see also",
        "admitted",
        "redundant",
      ],
      labels.map((label) => {
        const row = judged.filter((pair) => pair.label === label);
        return [label, ...outcomes.map((outcome) => String(count(row, outcome)))];
      }),
    ),
    shares("all pairs", judged),
    shares(
      "the third that was held out",
      judged.filter(({ isReserved }) => isReserved),
    ),
    "",
    table(
      ["kind", "pairs", "contradictions refused, marked or named"],
      kinds.map((kind) => {
        const row = judged.filter((pair) => pair.kind === kind);
        const real = row.filter(({ label }) => label === "contradiction");
        const found = real.filter(isFound).length;
        return [kind, String(row.length), real.length === 0 ? "" : `${found} of ${real.length}`];
      }),
    ),
  ].join("\n");
}

function count(pairs: readonly JudgedPair[], outcome: string): number {
  return pairs.filter((pair) => pair.outcome === outcome).length;
}

function shares(name: string, judged: readonly JudgedPair[]): string {
  const { pairs, found, falselyRefused, wronglyRedundant, needlesslyMarked } = sharesOf(judged);
  return `- ${name} (${pairs}): contradictions refused, marked or named ${percent(found)}, false refusals ${percent(falselyRefused)}, wrongly redundant ${wronglyRedundant}, needlessly marked ${percent(needlesslyMarked)}`;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
