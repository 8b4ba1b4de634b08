import type { Fact } from "../transcripts/digest/digest.ts";

/** Sections in reading order: what binds first, what was tried last. */
const SECTIONS: readonly (readonly [heading: string, kinds: readonly Fact["kind"][]])[] = [
  ["Last request", ["request"]],
  ["Decided", ["decision"]],
  ["Rejected", ["rejection"]],
  ["Constraints", ["constraint"]],
  ["Plan and next steps", ["todo", "next"]],
  ["Last reply", ["last_step"]],
  ["Failed", ["failure"]],
  ["Files", ["file"]],
  ["Commands", ["command"]],
  ["Other facts", ["fact"]],
];

/** Tokens that a heading and the marks of its lines cost. */
const LINE_TOKENS = 3;

/** Facts as lines under headings, in the order in which they were said. */
export function renderFacts(facts: readonly Fact[]): string {
  return SECTIONS.flatMap(([heading, kinds]) => {
    const lines = facts.filter(({ kind }) => kinds.includes(kind));
    if (lines.length === 0) return [];
    return [`${heading}:`, ...lines.map(({ text }) => `- ${joinLines(text)}`), ""];
  })
    .join("\n")
    .trimEnd();
}

function joinLines(text: string): string {
  return text.replace(/\s+/g, (blanks) => (blanks.includes("\n") ? " / " : blanks));
}

/** How much less the next fact of a kind is worth when some of it are chosen already. */
const CROWDING = 0.06;
/** What being said just now adds to being said first. */
const RECENCY = 0.15;

/**
 * The facts that would be missed most, within a number of tokens: by weight, the newer of equals, and no
 * kind of them at the cost of all others. They come back in the order in which they were said.
 */
export function chooseFacts(
  facts: readonly Fact[],
  budget: number,
  count: (text: string) => number,
): readonly Fact[] {
  const newest = facts.reduce((latest, { at }) => Math.max(latest, at), 1);
  const value = ({ weight, at }: Fact) => weight + RECENCY * (at / newest);
  const queues = [...Map.groupBy(facts, ({ kind }) => kind).values()].map((queue) => ({
    waiting: queue.map((fact) => ({ fact, value: value(fact) })).sort((a, b) => b.value - a.value),
    chosen: 0,
  }));
  const chosen: Fact[] = [];
  let left = budget;
  for (;;) {
    const worth = ({ waiting, chosen: taken }: (typeof queues)[number]) =>
      (waiting[0]?.value ?? 0) / (1 + CROWDING * taken);
    const best = queues.reduce(
      (top, queue) => (worth(queue) > worth(top) ? queue : top),
      queues[0] ?? NONE,
    );
    const next = best.waiting.shift();
    if (next === undefined) break;
    const cost = count(next.fact.text) + LINE_TOKENS;
    if (cost > left) continue;
    left -= cost;
    best.chosen++;
    chosen.push(next.fact);
  }
  return chosen.sort((one, other) => one.at - other.at);
}

const NONE: { waiting: { fact: Fact; value: number }[]; chosen: number } = {
  waiting: [],
  chosen: 0,
};
