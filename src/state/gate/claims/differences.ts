import { align } from "./align.ts";
import { areAlternatives } from "./alternatives.ts";
import type { Claim, Term } from "./claim.ts";
import { excludeEachOther } from "./exclusive-terms.ts";
import { RESTRICTIVE_WORDS } from "./grammar.ts";
import { isAlike } from "./inflections.ts";
import { areOpposed, differencesIn, type PlaceDifferences, splitPlace } from "./places.ts";

/** What two claims share, and where they differ. */
export interface Differences extends PlaceDifferences {
  /** Share of what both say, from 0 to 1. */
  readonly similarity: number;
  /** Words of meaning that both have, in whatever place. */
  readonly shared: readonly (readonly [Term, Term])[];
  /** Whether words that both have are in another order. */
  readonly isReordered: boolean;
  /** Whether only one restricts what it says. */
  readonly isRestricted: boolean;
  /** Whether a word that only one of them has restricts. */
  readonly hasRestriction: boolean;
  /** Whether each names another tool for the same purpose. */
  readonly hasAlternatives: boolean;
}

/** Compares two claims word by word. */
export function differencesOf(own: Claim, other: Claim): Differences {
  const { shared, gaps } = align(own.terms, other.terms, isAlike);
  const left = gaps.flatMap((gap) => gap.left);
  const right = gaps.flatMap((gap) => gap.right);
  const moved = movedBetween(left, right);
  const movedTerms = new Set(moved.flat());
  const isOpen = (term: Term) => !movedTerms.has(term) && term.kind !== "light";
  const grammar = {
    own: minus(own.grammar, other.grammar),
    other: minus(other.grammar, own.grammar),
  };
  const open = { own: left.filter(isOpen), other: right.filter(isOpen) };
  const found = differencesIn(
    gaps.flatMap((gap) =>
      splitPlace({ own: gap.left.filter(isOpen), other: gap.right.filter(isOpen) }),
    ),
  );
  return {
    ...found,
    shared: [...shared, ...moved],
    isReordered: moved.some(([term]) => term.kind !== "light"),
    similarity: similarityOf([...shared, ...moved], own, other),
    isOpposed:
      found.isOpposed ||
      open.own.some((one) => open.other.some((two) => areOpposed(one, two))) ||
      areWordsOpposed(
        [...grammar.own, ...open.own.map(textOf)],
        [...grammar.other, ...open.other.map(textOf)],
        grammar,
      ),
    hasRestriction:
      isRestrictive(grammar.own, open.own) || isRestrictive(grammar.other, open.other),
    isRestricted: isRestrictive(grammar.own, open.own) !== isRestrictive(grammar.other, open.other),
    hasAlternatives: open.own.some((one) =>
      open.other.some((two) => areAlternatives(one.text, two.text)),
    ),
  };
}

/** Words that both have, in another place. */
function movedBetween(left: readonly Term[], right: readonly Term[]): Differences["shared"] {
  const moved: (readonly [Term, Term])[] = [];
  for (const term of left) {
    const twin = right.find(
      (each) => isAlike(term, each) && !moved.some(([, used]) => used === each),
    );
    if (twin !== undefined) moved.push([term, twin]);
  }
  return moved;
}

const textOf = ({ text }: Term) => text;

function areWordsOpposed(
  own: readonly string[],
  other: readonly string[],
  grammar: { readonly own: readonly string[]; readonly other: readonly string[] },
): boolean {
  const isGrammar = (one: string, two: string) =>
    grammar.own.includes(one) || grammar.other.includes(two);
  return own.some((one) => other.some((two) => isGrammar(one, two) && excludeEachOther(one, two)));
}

function isRestrictive(grammar: readonly string[], terms: readonly Term[]): boolean {
  return [...grammar, ...terms.map(textOf)].some((word) => RESTRICTIVE_WORDS.has(word));
}

function minus(words: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const WEIGHTS = { content: 1, number: 1, light: 0.5 } as const;
const GRAMMAR_WEIGHT = 0.25;

function similarityOf(shared: Differences["shared"], own: Claim, other: Claim): number {
  const common =
    Math.min(weigh(shared.map(([term]) => term)), weigh(shared.map(([, term]) => term))) +
    (own.grammar.length - minus(own.grammar, other.grammar).length) * GRAMMAR_WEIGHT;
  const all = [own, other].reduce(
    (sum, { terms, grammar }) => sum + weigh(terms) + grammar.length * GRAMMAR_WEIGHT,
    0,
  );
  return all === common ? 0 : common / (all - common);
}

function weigh(terms: readonly Term[]): number {
  return terms.reduce(
    (sum, { kind }) =>
      sum + (kind === "content" || kind === "number" || kind === "light" ? WEIGHTS[kind] : 0),
    0,
  );
}
