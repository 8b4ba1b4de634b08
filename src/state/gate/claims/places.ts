import type { Term } from "./claim.ts";
import { excludeEachOther } from "./exclusive-terms.ts";
import { mayBeSame } from "./quantities.ts";

/** A place where each claim has other words. */
export interface Substitution {
  readonly own: readonly Term[];
  readonly other: readonly Term[];
  readonly inSubject: boolean;
}

/** How the places differ. */
export interface PlaceDifferences {
  /** Places with other words, quantities and words that exclude each other left out. */
  readonly substitutions: readonly Substitution[];
  /** Words that only one of them has, where the other has none. */
  readonly additions: readonly Term[];
  /** Whether a quantity differs or two words exclude each other. */
  readonly isOpposed: boolean;
  /** Whether the quantity that differs is part of the name of the subject: "step 3". */
  readonly hasOtherLabel: boolean;
  /** Whether words that exclude each other are in the subject: "the north pier", "the south pier". */
  readonly isSubjectOpposed: boolean;
  /** Places in which something is opposed. */
  readonly oppositions: number;
}

/** What each of two claims has between the same shared words. */
interface Place {
  readonly own: readonly Term[];
  readonly other: readonly Term[];
}

/** A place that reaches from the subject into the predicate, or over a preposition, is two. */
export function splitPlace(place: Place): readonly Place[] {
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

/** Sorts out the places: other words, more words, and what excludes each other. */
export function differencesIn(places: readonly Place[]): PlaceDifferences {
  const substitutions: Substitution[] = [];
  const additions: Term[] = [];
  let oppositions = 0;
  let hasOtherLabel = false;
  let isSubjectOpposed = false;
  for (const place of places) {
    const rest = withoutOpposed(place);
    if (rest.own.length + rest.other.length < place.own.length + place.other.length) {
      if (isLabel(place)) hasOtherLabel = true;
      if (isSubject([...place.own, ...place.other])) isSubjectOpposed = true;
      oppositions++;
    }
    if (rest.own.length === 0 || rest.other.length === 0)
      additions.push(...rest.own, ...rest.other);
    else substitutions.push({ ...rest, inSubject: isSubject(rest.own) && isSubject(rest.other) });
  }
  return {
    substitutions: substitutions.filter((each) => !isRepeated(each, substitutions)),
    additions,
    isOpposed: oppositions > 0,
    hasOtherLabel,
    isSubjectOpposed,
    oppositions,
  };
}

/** Whether a difference only follows from another: "jest.config.ts" for "vitest.config.ts" beside "jest" for "vitest". */
function isRepeated({ own, other }: Substitution, all: readonly Substitution[]): boolean {
  const left = own.map(({ text }) => text);
  const right = other.map(({ text }) => text);
  return all.some((each) => {
    const one = each.own[0]?.text ?? "";
    const two = each.other[0]?.text ?? "";
    if (each.own !== own && each.own.length + each.other.length > 2) return false;
    const isLonger = !left.includes(one) || !right.includes(two);
    return (
      isLonger &&
      left.some((text) => text.startsWith(one)) &&
      right.some((text) => text.startsWith(two))
    );
  });
}

const isSubject = (terms: readonly Term[]) => terms.every(({ inSubject }) => inSubject);

/** Takes out quantities and words that exclude each other. */
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

/** Whether two terms cannot both be true: other amounts of the same, or words that exclude each other. */
export function areOpposed(own: Term, other: Term): boolean {
  if (own.quantity !== null && other.quantity !== null) {
    if (own.text === other.text || mayBeSame(own.text, other.text)) return false;
    return areComparable(own.quantity.base, other.quantity.base);
  }
  // "Not finished" and "in progress" agree.
  return own.isAffirmed === other.isAffirmed && excludeEachOther(own.text, other.text);
}

function areComparable(own: string, other: string): boolean {
  return own === other || (own !== "b" && other !== "b" && own !== "" && other !== "");
}
