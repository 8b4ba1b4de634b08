import type { Fact } from "../transcripts/digest/digest.ts";

/** Sections in reading order: what binds first, what was tried last. */
const SECTIONS: readonly (readonly [heading: string, kinds: readonly Fact["kind"][]])[] = [
  ["Asked for last", ["request"]],
  ["Decided", ["decision"]],
  ["Rejected", ["rejection"]],
  ["Constraints", ["constraint"]],
  ["Plan and next steps", ["todo", "next"]],
  ["Said last", ["last_step"]],
  ["Failed", ["failure"]],
  ["Files", ["file"]],
  ["Commands", ["command"]],
  ["Also said", ["fact"]],
];

/** Tokens that a heading and the marks of its lines cost. */
const LINE_TOKENS = 3;

/** Facts as lines under headings, in the order in which they were said. */
export function renderFacts(facts: readonly Fact[]): string {
  return SECTIONS.flatMap(([heading, kinds]) => {
    const lines = facts.filter(({ kind }) => kinds.includes(kind));
    if (lines.length === 0) return [];
    return [`${heading}:`, ...lines.map(({ text }) => `- ${text.replace(/\s*\n\s*/g, " / ")}`), ""];
  })
    .join("\n")
    .trimEnd();
}

/**
 * The facts that would be missed most, within a number of tokens: weight first, and of equals the
 * newer. They come back in the order in which they were said.
 */
export function chooseFacts(
  facts: readonly Fact[],
  budget: number,
  count: (text: string) => number,
): readonly Fact[] {
  const newest = facts.reduce((latest, { at }) => Math.max(latest, at), 1);
  const value = ({ weight, at }: Fact) => weight + 0.2 * (at / newest);
  const chosen: Fact[] = [];
  let left = budget;
  for (const fact of [...facts].sort((one, other) => value(other) - value(one))) {
    const cost = count(fact.text) + LINE_TOKENS;
    if (cost > left) continue;
    left -= cost;
    chosen.push(fact);
  }
  return chosen.sort((one, other) => one.at - other.at);
}
