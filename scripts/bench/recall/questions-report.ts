import { readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/cl100k_base";
import * as z from "zod";
import { createHoldall } from "../../../src/index.ts";
import { contextText } from "../../../src/memory/context-text.ts";
import type { Report } from "../report.ts";

const BUDGETS = [505, 1000, 2000] as const;
const PUBLIC = join(import.meta.dirname, "../digest/public");

const questionSchema = z.looseObject({
  session: z.string(),
  lang: z.string(),
  question: z.string(),
  /** The answer is there when each of these has one of its texts in what was found. */
  anchors: z.array(z.array(z.string())),
});
type Question = z.infer<typeof questionSchema>;

/**
 * Questions over real sessions that were imported into one workspace, found by `memory find` and shown by `memory context`,
 * both as they are by default.
 * `HOLDALL_TRUTHS` names a folder with `questions…/*.jsonl`, and `HOLDALL_PUBLIC_SESSIONS` one with the public sessions.
 */
export const questionsReport: Report = {
  name: "recall: questions over imported sessions within 505, 1000, 2000 tokens",
  async run(folder) {
    const { HOLDALL_TRUTHS, HOLDALL_PUBLIC_SESSIONS } = process.env;
    const questions = [
      ...readQuestions(HOLDALL_TRUTHS),
      ...publicQuestions(HOLDALL_PUBLIC_SESSIONS),
    ];
    if (questions.length === 0) {
      const notRun = "neither HOLDALL_TRUTHS nor HOLDALL_PUBLIC_SESSIONS names a folder";
      return { notRun, lines: [], checks: [] };
    }
    await mkdir(folder, { recursive: true });
    const holdall = createHoldall({ cwd: folder });
    await holdall.init({});
    for (const from of new Set(questions.map(({ session }) => session))) {
      await holdall.import({ from });
    }
    const lines: string[] = [];
    for (const [lang, own] of Map.groupBy(questions, (question) => question.lang)) {
      const shares = BUDGETS.map(() => 0);
      const shown = { share: 0, tokens: 0 };
      for (const question of own) {
        const { hits } = await holdall.memory.find({ query: question.question });
        const texts = hits.map(({ content }) => content);
        for (const [at, budget] of BUDGETS.entries()) {
          shares[at] = (shares[at] ?? 0) + shareFound(question, within(texts, budget));
        }
        const overview = await holdall.memory.context({ query: question.question });
        const text = contextText(overview);
        shown.share += shareFound(question, text.toLowerCase());
        shown.tokens += countTokens(text);
      }
      const means = shares.map((share) => (share / own.length).toFixed(3));
      lines.push(`${lang}, ${own.length} questions: share of the answer ${means.join(", ")}`);
      const mean = (shown.share / own.length).toFixed(3);
      const tokens = Math.round(shown.tokens / own.length);
      lines.push(`${lang}, memory context: ${mean} in ${tokens} tokens on average`);
    }
    return { lines, checks: [] };
  },
};

function readQuestions(truths: string | undefined): readonly Question[] {
  if (truths === undefined) return [];
  return readdirSync(truths, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith("questions"))
    .flatMap(({ name }) => readdirSync(join(truths, name)).map((file) => join(truths, name, file)))
    .filter((file) => file.endsWith(".jsonl"))
    .flatMap(questionsIn);
}

function publicQuestions(sessions: string | undefined): readonly Question[] {
  if (sessions === undefined) return [];
  return ["worked-on", "apart"]
    .flatMap((part) => questionsIn(join(PUBLIC, part, "questions.jsonl")))
    .map((question) => ({ ...question, session: resolve(sessions, question.session) }));
}

function questionsIn(file: string): readonly Question[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => questionSchema.parse(JSON.parse(line)));
}

function shareFound({ anchors }: Question, text: string): number {
  const found = anchors.filter((group) => group.some((each) => text.includes(each.toLowerCase())));
  return found.length / anchors.length;
}

/** What fits of the hits, the best first; one that does not fit leaves room for a shorter one. */
function within(texts: readonly string[], budget: number): string {
  const kept: string[] = [];
  let tokens = 0;
  for (const text of texts) {
    const cost = countTokens(text);
    if (tokens + cost > budget) continue;
    tokens += cost;
    kept.push(text.toLowerCase());
  }
  return kept.join("\n");
}
