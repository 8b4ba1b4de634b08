import { align } from "./align.ts";
import { areAlternatives } from "./alternatives.ts";
import type { Claim, Term } from "./claim.ts";
import { excludeEachOther } from "./exclusive-terms.ts";
import { RESTRICTIVE_WORDS } from "./grammar.ts";
import { isAlike } from "./inflections.ts";

/** A place where each claim has other words. */
export interface Substitution {
  readonly own: readonly Term[];
  readonly other: readonly Term[];
  readonly inSubject: boolean;
}

/** What two claims share, and where they differ. */
export interface Differences {
  /** Share of what both say, from 0 to 1. */
  readonly similarity: number;
  /** Words of meaning that both have, in whatever place. */
  readonly shared: readonly (readonly [Term, Term])[];
  /** Whether words that both have stand in another order. */
  readonly isReordered: boolean;
  /** Places with other words, quantities and words that exclude each other left out. */
  readonly substitutions: readonly Substitution[];
  /** Words that only one of them has, where the other has none. */
  readonly additions: readonly Term[];
  /** Whether a quantity differs or two words exclude each other. */
  readonly isOpposed: boolean;
  /** Whether the quantity that differs is part of the name of the subject: "step 3". */
  readonly hasOtherLabel: boolean;
  /** Places in which something is opposed. */
  readonly oppositions: number;
  /** Whether both have words of grammar that the other lacks. */
  readonly hasOtherGrammar: boolean;
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
  const moved: (readonly [Term, Term])[] = [];
  const left = gaps.flatMap((gap) => gap.left);
  const right = gaps.flatMap((gap) => gap.right);
  for (const term of left) {
    const twin = right.find(
      (each) => isAlike(term, each) && !moved.some(([, used]) => used === each),
    );
    if (twin !== undefined) moved.push([term, twin]);
  }
  const movedTerms = new Set(moved.flat());
  const isOpen = (term: Term) => !movedTerms.has(term) && term.kind !== "light";
  const grammar = {
    own: minus(own.grammar, other.grammar),
    other: minus(other.grammar, own.grammar),
  };
  const open = { own: left.filter(isOpen), other: right.filter(isOpen) };
  const found = substitutionsIn(
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
    hasOtherGrammar: grammar.own.length > 0 && grammar.other.length > 0,
    hasRestriction:
      isRestrictive(grammar.own, open.own) || isRestrictive(grammar.other, open.other),
    isRestricted: isRestrictive(grammar.own, open.own) !== isRestrictive(grammar.other, open.other),
    hasAlternatives: open.own.some((one) =>
      open.other.some((two) => areAlternatives(one.text, two.text)),
    ),
  };
}

const textOf = ({ text }: Term) => text;

interface Place {
  readonly own: readonly Term[];
  readonly other: readonly Term[];
}

/** A place that reaches from the subject into the predicate, or over a preposition, is two. */
function splitPlace(place: Place): readonly Place[] {
  const part = (inSubject: boolean): Place => ({
    own: place.own.filter((term) => term.inSubject === inSubject),
    other: place.other.filter((term) => term.inSubject === inSubject),
  });
  const parts = [part(true), part(false)];
  const isSplit = parts.every(({ own, other }) => own.length > 0 && other.length > 0);
  return (isSplit ? parts : [place]).flatMap(splitAtPreposition);
}

function splitAtPreposition({ own, other }: Place): readonly Place[] {
  const begins = (terms: readonly Term[], at: number) =>
    at > 0 && terms[at]?.lead !== "" && terms[at]?.lead !== terms[at - 1]?.lead;
  const at = own.findIndex(
    (_, index) =>
      begins(own, index) && own[index]?.lead === other[index]?.lead && begins(other, index),
  );
  if (at < 0) return [{ own, other }];
  return [
    { own: own.slice(0, at), other: other.slice(0, at) },
    ...splitAtPreposition({ own: own.slice(at), other: other.slice(at) }),
  ];
}

function substitutionsIn(
  places: readonly Place[],
): Pick<
  Differences,
  "substitutions" | "additions" | "isOpposed" | "hasOtherLabel" | "oppositions"
> {
  const substitutions: Substitution[] = [];
  const additions: Term[] = [];
  let [oppositions, hasOtherLabel] = [0, false];
  for (const place of places) {
    const rest = withoutOpposed(place);
    if (rest.own.length + rest.other.length < place.own.length + place.other.length) {
      if (isLabel(place)) hasOtherLabel = true;
      oppositions++;
    }
    if (rest.own.length === 0 || rest.other.length === 0)
      additions.push(...rest.own, ...rest.other);
    else substitutions.push({ ...rest, inSubject: isSubject(rest.own) && isSubject(rest.other) });
  }
  return { substitutions, additions, isOpposed: oppositions > 0, hasOtherLabel, oppositions };
}

const isSubject = (terms: readonly Term[]) => terms.every(({ inSubject }) => inSubject);

/** Takes out quantities and words that stand against each other. */
function withoutOpposed({ own, other }: Place): Place {
  const against = new Set<Term>();
  for (const one of own) {
    const rival = other.find((each) => !against.has(each) && areOpposed(one, each));
    if (rival !== undefined) against.add(one).add(rival);
  }
  const isLeft = (term: Term) => !against.has(term);
  return { own: own.filter(isLeft), other: other.filter(isLeft) };
}

/** A number after a noun of the subject names the thing: "step 3", "PostgreSQL 15". */
function isLabel({ own, other }: Place): boolean {
  const isNamed = ({ quantity, inSubject, before }: Term) =>
    quantity !== null && quantity.base === "" && inSubject && before !== "";
  return own.some(isNamed) && other.some(isNamed);
}

/** Whether two terms cannot both hold: other amounts of the same, or words that exclude each other. */
function areOpposed(own: Term, other: Term): boolean {
  if (own.quantity !== null && other.quantity !== null) {
    return areComparable(own.quantity.base, other.quantity.base) && own.text !== other.text;
  }
  // "Not finished" and "in progress" agree.
  return own.isAffirmed === other.isAffirmed && excludeEachOther(own.text, other.text);
}

function areComparable(own: string, other: string): boolean {
  return own === other || (own !== "b" && other !== "b" && own !== "" && other !== "");
}

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
    weigh(shared.map(([term]) => term)) +
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
