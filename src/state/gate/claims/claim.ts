import { ARTICLES, AUXILIARIES, EMPTY_WORDS, FINITE_VERBS, LABEL_WORDS } from "./grammar.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** A word of a claim, and whether the claim affirms it. */
export interface Term extends Token {
  readonly isAffirmed: boolean;
  /** Whether its clause is about little else, so that turning the clause down turns the word down. */
  readonly clause: number;
  /** Whether it stands before the verb. */
  readonly inSubject: boolean;
  /** The word that stands before it, empty words left out. */
  readonly before: string;
  /** The word of grammar that stands next before it, at most two words away. */
  readonly lead: string;
  readonly hasArticle: boolean;
}

/** One sentence, as the gate compares it. */
export interface Claim {
  /** What must be equal for two claims to say the same. */
  readonly key: string;
  /** Words of meaning and light verbs, in order. */
  readonly terms: readonly Term[];
  /** Words of grammar that may change the sense: prepositions, modals, quantifiers. */
  readonly grammar: readonly string[];
  /** The clauses that are turned down or negated, with how. */
  readonly denied: ReadonlyMap<number, "negation" | "refusal">;
}

/** Sentences of one text that are compared. */
const MAX_SENTENCES = 12;
const MAX_TEXT = 16 * 1024;
const SENTENCE_END = /(?<=[.!?])(?=\s|$)|[。！？।\n]|;\s/u;

/** The claims of a text, one per sentence. */
export function claimsOf(text: string): readonly Claim[] {
  return text
    .slice(0, MAX_TEXT)
    .split(SENTENCE_END)
    .map((sentence) => sentence.replace(/^[\s#>*+-]+/, "").trim())
    .filter((sentence) => sentence !== "")
    .slice(0, MAX_SENTENCES)
    .map(claimOf)
    .filter(({ key }) => key !== "");
}

function claimOf(sentence: string): Claim {
  const tokens = tokensOf(sentence);
  const clauses = clausesOf(tokens);
  const denied = deniedClauses(clauses);
  const verb = verbIndex(tokens);
  const terms = tokens.flatMap((each, at): Term[] => {
    const clause = clauses.at[at] ?? 0;
    if (!isTerm(each)) return [];
    const isAffirmed = !denied.has(clause);
    return [{ ...each, clause, isAffirmed, inSubject: at < verb, ...precedingWords(tokens, at) }];
  });
  const grammar = tokens.filter(({ kind }) => kind === "function").map(({ text }) => text);
  return { key: keyOf(tokens), terms, grammar, denied };
}

const COPULA = /^(?:is|are|ist|sind|est|es|é|è|:|=)$/;
const NEAR_LEAD = 3;

function precedingWords(
  tokens: readonly Token[],
  at: number,
): Pick<Term, "before" | "lead" | "hasArticle"> {
  const preceding = tokens.slice(0, at).reverse();
  const before = preceding.find(({ kind, text }) => kind !== "empty" || COPULA.test(text));
  const lead = preceding.slice(0, NEAR_LEAD).find(({ kind }) => kind === "function");
  const hasArticle = ARTICLES.has(preceding[0]?.text ?? "");
  return { before: before?.text ?? "", lead: lead?.text ?? "", hasArticle };
}

/** Negations decide about the sign of a clause and are no terms themselves. */
function isTerm({ kind, negation, text }: Token): boolean {
  if (negation !== null || LABEL_WORDS.has(text)) return false;
  return kind === "content" || kind === "light" || kind === "number";
}

/** The wording without what changes nothing; every negation counts alike. */
function keyOf(tokens: readonly Token[]): string {
  return tokens
    .filter(({ kind }) => kind !== "empty" && kind !== "break")
    .map(({ text, negation }) =>
      negation === "negation" && EQUAL_NEGATIONS.has(text) ? "¬" : text,
    )
    .join(" ");
}

const EQUAL_NEGATIONS = new Set(["not", "cannot"]);

interface Clauses {
  readonly tokens: readonly Token[];
  /** The clause of each token. */
  readonly at: readonly number[];
  readonly count: number;
  /** Clauses that an excluding word begins. */
  readonly excluded: ReadonlySet<number>;
}

const CLAUSE_WORDS =
  /^(?:but|if|when|unless|because|since|although|while|however|aber|sondern|weil|wenn|falls|quand|cuando|quando|если|когда|mais|parce|sino|pero|porque|mas|ma|perché|но|а|потому|maar|omdat|ale|bo|ama|fakat|लेकिन|क्योंकि|لكن|لأن)$/u;
const REPLACING = /^(?:replac|superseded|ersetzt|remplac|reemplaz|substitu|sostitu|замен)/u;
const LEAVING = /^(?:switch|migrat|mov|chang|wechsel|umgestellt|migr|passé|cambi|mud|переш)/u;
const PREFERRING = /^(?:prefer|chos|choos|pick|favour|favor|win|select)/u;

/** Numbers the clauses: a comma, a conjunction and an excluding word each begin one. */
function clausesOf(tokens: readonly Token[]): Clauses {
  const excluded = new Set<number>();
  const at: number[] = [];
  let [count, verb] = [0, ""];
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
  return { tokens, at, count: count + 1, excluded };
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
function deniedClauses(clauses: Clauses): ReadonlyMap<number, "negation" | "refusal"> {
  const denied = new Map<number, "negation" | "refusal">();
  let carried: "negation" | "refusal" | null = null;
  for (let clause = 0; clause < clauses.count; clause++) {
    const members = clauses.tokens.filter((_, at) => clauses.at[at] === clause);
    const isNegated = members.some(({ negation }) => negation === "negation");
    const isRefused =
      clauses.excluded.has(clause) || members.some(({ negation }) => negation === "refusal");
    // "Not forbidden" affirms, while "ne … jamais" and "никогда не" negate once.
    const own = isNegated === isRefused ? null : isRefused ? "refusal" : "negation";
    const how: "negation" | "refusal" | null = own ?? carried;
    const isBare = !members.some((each) => isTerm(each) && each.kind !== "light");
    carried = isBare ? how : null;
    if (how !== null) denied.set(clause, how);
  }
  return denied;
}

/** Where the verb stands; 0 when the sentence begins with it or has none that is known. */
function verbIndex(tokens: readonly Token[]): number {
  const find = (isVerb: (token: Token) => boolean) =>
    tokens.findIndex((each, at) => isVerb(each) && (at > 0 || EMPTY_WORDS.has(each.text)));
  const auxiliary = find(({ text }) => AUXILIARIES.has(text));
  if (auxiliary >= 0 && auxiliary <= LONGEST_SUBJECT) return auxiliary;
  return Math.max(
    0,
    find(
      ({ text, negation }) =>
        FINITE_VERBS.has(text) || negation === "negation" || SUBJECT_END.test(text),
    ),
  );
}

/** An auxiliary further back belongs to a subordinate clause. */
const LONGEST_SUBJECT = 6;

/** Japanese and Chinese mark where the subject ends. */
const SUBJECT_END = /^(?:は|には|が|:|使|用|在|选|是)$/u;
