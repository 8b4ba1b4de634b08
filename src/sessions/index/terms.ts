/** Scripts that are written without spaces: each of their characters is a term. */
const UNSPACED = /[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/gu;

/** Whether there may be one: most texts have none, and this is seen much sooner than nothing is replaced. */
const HAS_UNSPACED = /[\u0e00-\uffff]/;

/** A text as the full-text index takes it apart into terms. */
export function searchTerms(text: string): string {
  // SQLite would take the text to end there.
  const complete = text.includes("\0") ? text.replaceAll("\0", " ") : text;
  return HAS_UNSPACED.test(complete) ? complete.replaceAll(UNSPACED, " $& ") : complete;
}

/** What is asked for at most: more words, or longer ones, help nobody. */
const MAX_WORDS = 32;
const MAX_WORD = 200;

/** A query: its parts, each a word or a phrase, and how the engine is asked for each of them. */
export interface TextQuery {
  readonly parts: readonly string[];
  readonly terms: readonly string[];
  /** The same for words that begin with them; null when they are too short for that. */
  readonly beginnings: readonly string[] | null;
}

/** The query for words as they were typed; null when there is nothing in them to look for. */
export function parseQuery(words: readonly string[]): TextQuery | null {
  const parts = words
    .map((word) => word.trim().slice(0, MAX_WORD).toWellFormed())
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS);
  if (parts.length === 0) return null;
  // Inside quotes nothing means anything to the engine.
  const terms = parts.map((part) => `"${searchTerms(part).replaceAll('"', '""')}"`);
  const canContinue = parts.every((part) => part.length >= MIN_BEGINNING);
  return { parts, terms, beginnings: canContinue ? terms.map((term) => `${term} *`) : null };
}

/** Shorter beginnings would match nearly everything. */
const MIN_BEGINNING = 4;
