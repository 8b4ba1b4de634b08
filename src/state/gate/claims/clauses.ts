import { LABEL_WORDS } from "./grammar.ts";
import type { Token } from "./tokens.ts";

/** How a clause says no: it negates, or it turns something down. */
type Denial = "negation" | "refusal";

/** The clauses that are turned down or negated, with how. */
export type DeniedClauses = ReadonlyMap<number, Denial>;

/** How the tokens of a sentence fall into clauses. */
export interface Clauses {
  readonly tokens: readonly Token[];
  /** The clause of each token. */
  readonly at: readonly number[];
  readonly count: number;
  /** Clauses that an excluding word begins. */
  readonly excluded: ReadonlySet<number>;
  /** Clauses that only say where more is written: "see issue 412". */
  readonly pointers: ReadonlySet<number>;
}

const CLAUSE_WORDS =
  /^(?:but|if|when|unless|because|since|although|while|however|aber|sondern|weil|wenn|falls|quand|cuando|quando|если|когда|mais|parce|sino|pero|porque|mas|ma|perché|но|а|потому|maar|omdat|ale|bo|ama|fakat|लेकिन|क्योंकि|لكن|لأن)$/u;
const REPLACING = /^(?:replac|superseded|ersetzt|remplac|reemplaz|substitu|sostitu|замен)/u;
const LEAVING = /^(?:switch|migrat|mov|chang|wechsel|umgestellt|migr|passé|cambi|mud|переш)/u;
const POINTING = /^(?:see|cf|siehe|vgl|voir|véase|vedi|veja|см)$/u;
const PREFERRING = /^(?:prefer|chos|choos|pick|favour|favor|win|select)/u;

/** Numbers the clauses: a comma, a conjunction and an excluding word each begin one. */
export function clausesOf(tokens: readonly Token[]): Clauses {
  const excluded = new Set<number>();
  const at: number[] = [];
  let count = 0;
  let verb = "";
  for (const { text, kind, negation } of tokens) {
    const role = roleOf(text, verb);
    if (kind === "break" || CLAUSE_WORDS.test(text) || negation === "excluding" || role !== null) {
      count++;
    }
    if (negation === "excluding" || role === "excluded") excluded.add(count);
    if (REPLACING.test(text)) excluded.add(count);
    if (REPLACING.test(text) || LEAVING.test(text) || PREFERRING.test(text)) verb = text;
    at.push(count);
  }
  const pointers = new Set(
    tokens.flatMap(({ text }, index) => {
      const isFirst = index === 0 || tokens[index - 1]?.kind === "break";
      return isFirst && POINTING.test(text) ? [at[index] ?? 0] : [];
    }),
  );
  return { tokens, at, count: count + 1, excluded, pointers };
}

/** What a preposition begins after "switched", "replaced" or "prefer": what is left or what is taken. */
function roleOf(text: string, verb: string): "excluded" | "taken" | null {
  if (verb === "") return null;
  if (LEAVING.test(verb)) {
    if (text === "from" || text === "von") return "excluded";
    return text === "to" || text === "zu" || text === "auf" ? "taken" : null;
  }
  if (REPLACING.test(verb)) return /^(?:with|by|durch|par|por|con|da)$/.test(text) ? "taken" : null;
  return text === "over" ? "excluded" : null;
}

/** The clauses that deny what they say. One that has nothing but its negation passes it on: "Rejected: …". */
export function deniedClauses(clauses: Clauses): DeniedClauses {
  const denied = new Map<number, Denial>();
  let carried: Denial | null = null;
  for (let clause = 0; clause < clauses.count; clause++) {
    const members = clauses.tokens.filter((_, at) => clauses.at[at] === clause);
    const isNegated = members.some(({ negation }) => negation === "negation");
    const isRefused =
      clauses.excluded.has(clause) || members.some(({ negation }) => negation === "refusal");
    // "Not forbidden" affirms, while "ne … jamais" and "никогда не" negate once.
    const own = isNegated === isRefused ? null : isRefused ? "refusal" : "negation";
    const how: Denial | null = own ?? carried;
    const isBare = !members.some((each) => isTerm(each) && each.kind !== "light");
    carried = isBare ? how : null;
    if (how !== null) denied.set(clause, how);
  }
  return denied;
}

/** Negations decide about the sign of a clause and are no terms themselves. */
export function isTerm({ kind, negation, text }: Token): boolean {
  if (negation !== null || LABEL_WORDS.has(text)) return false;
  return kind === "content" || kind === "light" || kind === "number";
}
