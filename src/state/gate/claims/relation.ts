import { areAlternatives, isTool } from "./alternatives.ts";
import type { Claim, Term } from "./claim.ts";
import { type Differences, differencesOf } from "./differences.ts";
import { ADDITIVE_WORDS, CHOICE_WORDS, SCOPE_WORDS, THING_WORDS } from "./grammar.ts";
import type { Substitution } from "./places.ts";

/**
 * How a claim relates to another: it says the same, contradicts it, may contradict it (words alone do not decide), or
 * neither.
 */
export type RelationKind = "same" | "conflict" | "possible" | "none";

/** A relation with the share of what both say. */
export interface Relation {
  readonly kind: RelationKind;
  readonly similarity: number;
}

/** Share of common words from which a difference may be a contradiction. */
const NEAR = 0.4;
const RESTRICTED = 0.5;
/** Share from which claims about different things have the same template. */
const TEMPLATE = 0.25;
const CHOICE = 0.28;
/** Less than this share is no sign of a contradiction: claims of a large state have it by chance. */
const MIN_SIMILARITY = 0.18;
/** Words that may be added beside a contradiction without making it doubtful. */
const FEW_ADDITIONS = 2;

/** Relates one claim to another. */
export function relate(own: Claim, other: Claim): Relation {
  if (own.key === other.key) return { kind: "same", similarity: 1 };
  if (own.terms.length === 0 || other.terms.length === 0) return { kind: "none", similarity: 0 };
  const found = differencesOf(own, other);
  const kind = found.similarity < MIN_SIMILARITY ? "none" : kindOf(own, other, found);
  return { kind, similarity: found.similarity };
}

function kindOf(own: Claim, other: Claim, found: Differences): RelationKind {
  const denied = denialOf(own, other, found);
  if (denied !== null) return denied;
  if (isSwapped(own, other, found)) return "possible";
  const kind = found.isOpposed ? opposition(found) : choiceOf(own, found);
  if (kind !== "none") return kind;
  // "All users may publish" beside "only editors may": the subjects differ because one is restricted.
  if (found.isRestricted && found.similarity >= RESTRICTED) return "possible";
  return haveRivalTools(own, other, found) ? "possible" : "none";
}

/** What follows when one claim affirms what the other denies; null when none does. */
function denialOf(own: Claim, other: Claim, found: Differences): RelationKind | null {
  const contrary = found.shared.filter(
    ([one, two]) =>
      one.isAffirmed !== two.isAffirmed && one.kind !== "light" && two.kind !== "light",
  );
  const [first] = contrary;
  if (first === undefined || found.hasOtherLabel) return null;
  if (
    found.substitutions.some(
      ({ own: one, other: two, inSubject }) => inSubject || isThing(one, two),
    )
  ) {
    return null;
  }
  const rest = found.substitutions.length + found.additions.length;
  const isAdded = found.additions.some(({ inSubject }) => inSubject);
  if (rest <= 1 && !isAdded && !found.hasRestriction && found.substitutions.length === 0) {
    return "conflict";
  }
  const side = first[0].isAffirmed ? 1 : 0;
  const claim = side === 0 ? own : other;
  const clause = first[side].clause;
  const size = claim.terms.filter((term) => term.clause === clause && term.kind !== "light").length;
  const share = contrary.length / Math.max(1, size);
  const hasName = contrary.some(([one, two]) => one.isName || two.isName || isTool(one.text));
  return share >= 0.5 || hasName || found.similarity >= NEAR ? "possible" : null;
}

/**
 * The same words in another order: who does what to whom may have changed. Where one says it in the passive voice
 * ("is called by"), the same order is the changed one.
 */
function isSwapped(own: Claim, other: Claim, found: Differences): boolean {
  const { isReordered, substitutions, additions } = found;
  const isPassive = own.grammar.includes("by") !== other.grammar.includes("by");
  return isReordered !== isPassive && substitutions.length === 0 && additions.length <= 1;
}

/** Quantities or words that exclude each other, about the same or about different things. */
function opposition(found: Differences): RelationKind {
  const { substitutions, additions, similarity } = found;
  // "Step 3 is blocked", "step 4 is done": two things with a number each.
  const isOtherThing = found.hasOtherLabel || found.isSubjectOpposed;
  if (isOtherThing && substitutions.length + found.oppositions > 1) return "none";
  if (substitutions.length === 0) {
    if (additions.some(({ inSubject }) => inSubject)) return "none";
    if (
      additions.length > FEW_ADDITIONS ||
      found.isRestricted ||
      found.hasOtherLabel ||
      found.isReordered
    ) {
      return similarity >= 0.25 ? "possible" : "none";
    }
    return similarity >= 0.25 ? "conflict" : "possible";
  }
  if (hasOtherSubject(found) || substitutions.length > 1) return "none";
  const isSameSubject = found.shared.some(([one, two]) => one.inSubject && two.inSubject);
  return similarity >= (isSameSubject ? NEAR - 0.1 : NEAR) ? "possible" : "none";
}

/** Whether two claims say the same of different things: "billing is owned by Ana", "search is owned by Ana". */
export function areTwins(own: Claim, other: Claim): boolean {
  const found = differencesOf(own, other);
  if (found.similarity < TEMPLATE || found.isRestricted) return false;
  // Another tool for the same purpose is another choice, also in the place of the subject.
  if (found.substitutions.some((place) => place.inSubject && areTools(place.own, place.other))) {
    return false;
  }
  const isOther = (place: Substitution) => {
    const isStart = place.own[0] === own.terms[0] && place.other[0] === other.terms[0];
    const { before = "", lead = "" } = place.own[0] ?? {};
    return isStart || place.inSubject || THING_WORDS.has(before) || THING_WORDS.has(lead);
  };
  const isOpposedThing =
    found.isSubjectOpposed && found.oppositions + found.substitutions.length > 1;
  return found.hasOtherLabel || isOpposedThing || found.substitutions.some(isOther);
}

/** Whether the claims are about different things: another subject, another scope, another identifier. */
function hasOtherSubject({ substitutions }: Differences): boolean {
  return substitutions.some(
    ({ own, other, inSubject }) =>
      inSubject ||
      isThing(own, other) ||
      (SCOPE_WORDS.has(own[0]?.before ?? "") && !areTools(own, other)),
  );
}

const areTools = (own: readonly Term[], other: readonly Term[]) =>
  own.some((one) => other.some((two) => areAlternatives(one.text, two.text)));

const isThing = (own: readonly Term[], other: readonly Term[]) =>
  own.some(({ isIdentifier }) => isIdentifier) && other.some(({ isIdentifier }) => isIdentifier);

/** One short place differs, and it has the one value of something: another tool, another name. */
function choiceOf(own: Claim, found: Differences): RelationKind {
  const [place, ...others] = found.substitutions;
  if (place === undefined || others.length > 0 || found.additions.length > 0) return "none";
  if (place.inSubject || place.own.length > 2 || place.other.length > 2) return "none";
  if (found.similarity < CHOICE) return "none";
  const before = place.own[0]?.before ?? "";
  // "Never log tokens", "never log bodies": of two things that are turned down both may be.
  if ([...place.own, ...place.other].every(({ isAffirmed }) => !isAffirmed)) return "none";
  if (isThing(place.own, place.other) && isAboutThing(place)) return "none";
  if (own.grammar.some(isAdditive) || found.shared.some(([{ text }]) => isAdditive(text))) {
    return "none";
  }
  const areNames = [...place.own, ...place.other].every(({ isName }) => isName);
  const isChoice =
    CHOICE_WORDS.has(before) || found.shared.some(([{ text }]) => CHOICE_WORDS.has(text));
  return (isChoice && areTools(place.own, place.other)) || (areNames && SETTING.test(before))
    ? "conflict"
    : "none";
}

/** Words after which the one value of something follows: "the region is", "set … to". */
const SETTING = /^(?:is|are|was|ist|sind|est|es|é|è|:|=|to|as|chose|chosen|называется)$/;

/** Whether an identifier is what the claim is about: "for the new `pump-2`". */
const isAboutThing = ({ own: [first] }: Substitution) =>
  first === undefined ||
  (!CHOICE_WORDS.has(first.before) && (first.lead === "" || THING_WORDS.has(first.lead)));

const isAdditive = (word: string) => ADDITIVE_WORDS.has(word);

/** Each affirms another tool for the same purpose, and neither says of which thing. */
function haveRivalTools(own: Claim, other: Claim, found: Differences): boolean {
  if (
    !found.hasAlternatives ||
    hasOtherSubject(found) ||
    own.terms.length + other.terms.length > 12
  ) {
    return false;
  }
  if (found.shared.some(([one, two]) => one.inSubject && two.inSubject)) return true;
  // "The default branch is main", "trunk is the default branch": all the rest is the same.
  if (found.similarity >= NEAR) return true;
  return own.terms.some((one) =>
    other.terms.some(
      (two) => areAlternatives(one.text, two.text) && one.isAffirmed === two.isAffirmed,
    ),
  );
}
