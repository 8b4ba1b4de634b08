import { clausesOf, type DeniedClauses, deniedClauses, isTerm } from "./clauses.ts";
import { AUXILIARIES, EMPTY_WORDS, FINITE_VERBS } from "./grammar.ts";
import { isTooLong, type Token, tokensOf } from "./tokens.ts";

/** A word of a claim, and whether the claim affirms it. */
export interface Term extends Token {
  readonly isAffirmed: boolean;
  /** Whether its clause is about little else, so that turning the clause down turns the word down. */
  readonly clause: number;
  /** Whether it is before the verb. */
  readonly inSubject: boolean;
  /** The word before it, empty words left out. */
  readonly before: string;
  /** The word of grammar next before it, at most two words away. */
  readonly lead: string;
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
  readonly denied: DeniedClauses;
}

/** Sentences of one text that are compared. */
const MAX_SENTENCES = 12;
const MAX_TEXT = 16 * 1024;
const SENTENCE_END = /(?<=[.!?])(?=\s|$)|[。！？।\n]|;\s/u;

/** The claims of a text, one per sentence. */
export function claimsOf(text: string): readonly Claim[] {
  return sentencesOf(text)
    .slice(0, MAX_SENTENCES)
    .map(claimOf)
    .filter(({ key }) => key !== "");
}

/** Whether the claims of a text reach to its end. */
export function isReadInFull(text: string): boolean {
  const sentences = sentencesOf(text);
  return text.length <= MAX_TEXT && sentences.length <= MAX_SENTENCES && !sentences.some(isTooLong);
}

function sentencesOf(text: string): readonly string[] {
  return text
    .slice(0, MAX_TEXT)
    .split(SENTENCE_END)
    .map((sentence) => sentence.replace(/^[\s#>*+-]+/, "").trim())
    .filter((sentence) => sentence !== "");
}

function claimOf(sentence: string): Claim {
  const tokens = tokensOf(sentence);
  const clauses = clausesOf(tokens);
  const denied = deniedClauses(clauses);
  const verb = verbIndex(tokens);
  const terms = tokens.flatMap((each, at): Term[] => {
    const clause = clauses.at[at] ?? 0;
    if (!isTerm(each) || clauses.pointers.has(clause)) return [];
    const isAffirmed = !denied.has(clause);
    return [{ ...each, clause, isAffirmed, inSubject: at < verb, ...precedingWords(tokens, at) }];
  });
  const grammar = tokens.filter(({ kind }) => kind === "function").map(({ text }) => text);
  return {
    key: keyOf(tokens),
    terms,
    grammar,
    denied,
  };
}

const COPULA = /^(?:is|are|ist|sind|est|es|é|è|:|=)$/;
const NEAR_LEAD = 3;

function precedingWords(tokens: readonly Token[], at: number): Pick<Term, "before" | "lead"> {
  const preceding = tokens.slice(0, at).reverse();
  const before = preceding.find(({ kind, text }) => kind !== "empty" || COPULA.test(text));
  const lead = preceding.slice(0, NEAR_LEAD).find(({ kind }) => kind === "function");
  return { before: before?.text ?? "", lead: lead?.text ?? "" };
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

/** The place of the verb; 0 when the sentence begins with it or has none that is known. */
function verbIndex(tokens: readonly Token[]): number {
  const topic = tokens.findIndex(({ endsSubject }) => endsSubject);
  if (topic >= 0) return topic + 1;
  const find = (isVerb: (token: Token) => boolean) =>
    tokens.findIndex((each, at) => isVerb(each) && (at > 0 || EMPTY_WORDS.has(each.text)));
  const auxiliary = find(({ text }) => AUXILIARIES.has(text));
  // "Use pnpm, the lockfile is …" begins with its verb.
  const isOrder = tokens[0]?.kind === "light";
  if (isOrder && tokens.slice(0, auxiliary).some(({ kind }) => kind === "break")) return 0;
  if (auxiliary >= 0 && auxiliary <= MAX_SUBJECT_LENGTH) return auxiliary;
  return Math.max(
    0,
    find(
      ({ text, negation }) =>
        FINITE_VERBS.has(text) || negation === "negation" || SUBJECT_END.test(text),
    ),
  );
}

/** An auxiliary further back belongs to a subordinate clause. */
const MAX_SUBJECT_LENGTH = 6;

/** Japanese and Chinese mark where the subject ends. */
const SUBJECT_END = /^(?:は|には|が|:|使用|采用|採用|用|在|选|是)$/u;
