import { countTokens } from "gpt-tokenizer/encoding/cl100k_base";
import type { Conversation } from "./conversations.ts";
import { rememberAll } from "./memory.ts";

/** How much of what answers questions was found. */
export interface EvidenceResult {
  readonly questions: number;
  /** Mean share of a question's evidence that lay within the budget. */
  readonly recall: number;
  /** Share of questions of which all evidence did. */
  readonly complete: number;
  readonly meanTokens: number;
  readonly byKind: Readonly<Record<string, number>>;
}

const LIMIT = 60;
const MAX_TURN_CHARS = 600;

/** Finds the evidence of every question within budgets of tokens, a result for each. No model takes part. */
export async function measureEvidence(
  conversations: readonly Conversation[],
  budgets: readonly number[],
  folderOf: (id: string) => string,
): Promise<readonly EvidenceResult[]> {
  const found = budgets.map((): FoundEvidence[] => []);
  for (const { id, turns, questions } of conversations) {
    const memory = await rememberAll(folderOf(id), turns);
    for (const { question, kind, evidence } of questions) {
      const hits = await memory.find(question, LIMIT, MAX_TURN_CHARS);
      for (const [at, budget] of budgets.entries()) {
        const { ids, tokens } = withinBudget(hits, budget);
        const names = new Set([...ids, ...ids.map((each) => each.replace(/#\d+$/, ""))]);
        const share = evidence.filter((each) => names.has(each)).length / evidence.length;
        found[at]?.push({ kind, share, tokens });
      }
    }
    await memory.close();
  }
  return found.map(summarise);
}

interface FoundEvidence {
  readonly kind: string;
  readonly share: number;
  readonly tokens: number;
}

function summarise(found: readonly FoundEvidence[]): EvidenceResult {
  const mean = (values: readonly number[]) =>
    values.reduce((total, value) => total + value, 0) / Math.max(1, values.length);
  const kinds = [...new Set(found.map(({ kind }) => kind))].sort();
  return {
    questions: found.length,
    recall: mean(found.map(({ share }) => share)),
    complete: mean(found.map(({ share }) => (share === 1 ? 1 : 0))),
    meanTokens: mean(found.map(({ tokens }) => tokens)),
    byKind: Object.fromEntries(
      kinds.map((kind) => [
        kind,
        mean(found.filter((each) => each.kind === kind).map(({ share }) => share)),
      ]),
    ),
  };
}

/** The hits that fit, best first; one that does not fit leaves room for a shorter one. */
function withinBudget(
  hits: readonly { readonly id: string; readonly text: string }[],
  budget: number,
): { readonly ids: readonly string[]; readonly tokens: number } {
  const ids: string[] = [];
  let tokens = 0;
  for (const { id, text } of hits) {
    // The date is before every turn for the search; in a prompt it would be there once.
    const cost = countTokens(text.slice(text.indexOf("\n") + 1));
    if (tokens + cost > budget) continue;
    ids.push(id);
    tokens += cost;
  }
  return { ids, tokens };
}
