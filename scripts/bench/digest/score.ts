import type { Truth } from "./truth.ts";

/** How a digest compares with the truth of its session. */
export interface DigestScore {
  /** Weights of the facts that are there, and of all; by kind as well. */
  readonly found: number;
  readonly all: number;
  readonly kinds: ReadonlyMap<string, { readonly found: number; readonly all: number }>;
  readonly falseClaims: readonly string[];
  readonly missed: readonly string[];
  /** A token is four bytes here, as for budgets. */
  readonly tokens: number;
}

/** All terms of a fact are this near to each other in a text; those of a false claim nearer. */
const FACT_REACH = 600;
const FALSE_REACH = 240;

/** Scores a text: a page, a summary, a transcript. */
export function scoreText(truth: Truth, raw: string): DigestScore {
  const text = normalise(raw);
  return compare(truth, raw, {
    contains: (groups) => isNear(text, { groups, reach: FACT_REACH }),
    claims: ({ anchors, unless }) => isNear(text, { groups: anchors, reach: FALSE_REACH, unless }),
  });
}

type Groups = Truth["facts"][number]["anchors"];

interface Comparison {
  contains(groups: Groups): boolean;
  claims(claim: Truth["false"][number]): boolean;
}

function compare(truth: Truth, raw: string, { contains, claims }: Comparison): DigestScore {
  const kinds = new Map<string, { found: number; all: number }>();
  const missed: string[] = [];
  let found = 0;
  let all = 0;
  for (const { id, kind, weight, text, anchors } of truth.facts) {
    const counts = kinds.get(kind) ?? { found: 0, all: 0 };
    kinds.set(kind, counts);
    counts.all += weight;
    all += weight;
    if (contains(anchors)) {
      counts.found += weight;
      found += weight;
    } else missed.push(`${id} ${kind} ${weight}: ${text}`);
  }
  const falseClaims = truth.false.filter(claims).map(({ text }) => text);
  return { found, all, kinds, falseClaims, missed, tokens: Math.ceil(Buffer.byteLength(raw) / 4) };
}

/** Lower case, one space, no marks of Markdown, plain quotes and dashes; for terms and texts alike. */
function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[`*]/g, "")
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—‑]/g, "-")
    .replace(/\s+/g, " ");
}

interface Wanted {
  readonly groups: Groups;
  /** Characters within which one term of every group must occur. */
  readonly reach: number;
  /** Terms that put it right when one of them is near. */
  readonly unless?: readonly string[];
}

interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly group: number;
}

/** Whether some stretch of a text contains one term of every group, and nothing near it puts it right. */
function isNear(text: string, { groups, reach, unless = [] }: Wanted): boolean {
  const places = occurrences(text, groups);
  const inside = groups.map(() => 0);
  let covered = 0;
  let left = 0;
  for (const [right, { group }] of places.entries()) {
    const before = inside[group] ?? 0;
    inside[group] = before + 1;
    if (before === 0) covered++;
    for (; covered === groups.length; left++) {
      const first = places[left];
      if (first === undefined) break;
      const end = Math.max(
        ...places.slice(Math.max(left, right - 39), right + 1).map((at) => at.end),
      );
      const isWithin = end - first.start <= reach;
      const around = text.slice(Math.max(0, first.start - reach), end + reach);
      const isPutRight = unless.some((term) => around.includes(normalise(term)));
      if (isWithin && !isPutRight) return true;
      inside[first.group] = (inside[first.group] ?? 0) - 1;
      if (inside[first.group] === 0) covered--;
    }
  }
  return false;
}

function occurrences(text: string, groups: Groups): readonly Occurrence[] {
  const found: Occurrence[] = [];
  for (const [group, terms] of groups.entries()) {
    for (const term of terms.map(normalise)) {
      for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
        found.push({ start: at, end: at + term.length, group });
      }
    }
  }
  return found.sort((one, other) => one.start - other.start);
}
