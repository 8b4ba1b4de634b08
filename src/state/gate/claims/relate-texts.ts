import type { Claim } from "./claim.ts";
import { type Relation, type RelationKind, relate } from "./relation.ts";
import { areWrittenAlike, haveSameClaims, type RelatedText } from "./same-text.ts";

const RANKS: Readonly<Record<RelationKind, number>> = {
  none: 0,
  same: 0,
  possible: 1,
  conflict: 2,
};

/** Relates a text to another, sentence by sentence; the strongest relation of two sentences counts. */
export function relateTexts(own: RelatedText, other: RelatedText): Relation {
  if (haveSameClaims(own, other)) {
    return { kind: areWrittenAlike(own, other) ? "same" : "possible", similarity: 1 };
  }
  let strongest: Relation = { kind: "none", similarity: 0 };
  if (areAboutOtherThings(own, other)) return strongest;
  for (const one of own.claims) {
    for (const two of other.claims) {
      const found = relate(one, two);
      if (isStronger(found, strongest)) strongest = found;
    }
  }
  return strongest;
}

/** Sentences such as "Its health page answers within a second" depend on what the text is about. */
function areAboutOtherThings(own: RelatedText, other: RelatedText): boolean {
  if (own.claims.length < 2 && other.claims.length < 2) return false;
  const names = firstNames(own.claims);
  const others = firstNames(other.claims);
  if (names.length === 0 || others.length === 0) return false;
  return !names.some((name) => others.includes(name));
}

/** The identifiers of the first sentence that has any: they show what a text is about. */
function firstNames(claims: readonly Claim[]): readonly string[] {
  for (const { terms } of claims) {
    const names = terms.filter(({ isIdentifier }) => isIdentifier).map(({ text }) => text);
    if (names.length > 0) return names;
  }
  return [];
}

function isStronger(found: Relation, than: Relation): boolean {
  const rank = RANKS[found.kind];
  const least = RANKS[than.kind];
  return rank > least || (rank === least && rank > 0 && found.similarity > than.similarity);
}
