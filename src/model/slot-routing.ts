/** Words that file an entry under a slot. */
export interface RoutingRule {
  readonly slot: string;
  /** Complete words or phrases; one that ends in `*` matches every word with that beginning. */
  readonly words: readonly string[];
}

/** The rules unless others are configured, in the order they are tried. */
export const DEFAULT_ROUTING: readonly RoutingRule[] = [
  {
    slot: "decision",
    words: ["decid*", "chose", "chosen", "will use", "agreed", "selected"],
  },
  {
    slot: "constraint",
    words: ["must", "never", "always", "require*", "cannot", "do not"],
  },
  {
    slot: "task-state",
    words: ["todo", "in progress", "blocked", "next step", "remaining"],
  },
];

/** The slot of an entry, and the words in it that decided; null when no rule matched. */
export interface SlotMatch {
  readonly slot: string;
  readonly by: string | null;
}

/** Files an entry by its words: under the first declared slot whose rule matches, else `fact`, else the last. */
export function routeByKeywords(
  content: string,
  slots: readonly string[],
  rules: readonly RoutingRule[] = DEFAULT_ROUTING,
): SlotMatch {
  const text = content.toLowerCase();
  for (const rule of rules) {
    const match = slots.includes(rule.slot) ? patternOf(rule).exec(text) : null;
    if (match !== null) return { slot: rule.slot, by: match[0] };
  }
  return { slot: slots.includes("fact") ? "fact" : (slots.at(-1) ?? "fact"), by: null };
}

/** The slot an entry belongs to by its words. */
export function routeSlot(content: string, slots: readonly string[]): string {
  return routeByKeywords(content, slots).slot;
}

const patterns = new WeakMap<RoutingRule, RegExp>();
/** A letter or digit of any script: `\b` knows only those of English. */
const LETTER = "[\\p{L}\\p{N}_]";

function patternOf(rule: RoutingRule): RegExp {
  const known = patterns.get(rule);
  if (known !== undefined) return known;
  const pattern = new RegExp(`(?<!${LETTER})(?:${rule.words.map(termPattern).join("|")})`, "u");
  patterns.set(rule, pattern);
  return pattern;
}

function termPattern(term: string): string {
  const [, stem = "", isBeginning = ""] = /^(.*?)(\*?)$/su.exec(term.trim().toLowerCase()) ?? [];
  const literal = stem
    .split(/\s+/u)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, "\\$&"))
    .join("\\s+");
  return `${literal}${isBeginning === "" ? `(?!${LETTER})` : `${LETTER}*`}`;
}
