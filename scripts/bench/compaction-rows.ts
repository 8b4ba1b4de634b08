import type { AskModel } from "../../src/model/ask-model.ts";
import { compactionRules } from "./agent-compactions.ts";
import { extractiveSummary, modelSummary } from "./agent-summaries.ts";
import { scoreCompaction, scoreHandoff } from "./handoff-quality.ts";
import { rowOf, type TotalScore, total } from "./handoff-rows.ts";
import type { PlantedSession } from "./planted-session.ts";

/** Below this a budget fits no more than the note. */
const MIN_BUDGET = 500;

/**
 * What agents go on with after their own compaction: what each keeps by rule with no summary, which is the
 * least; with one by our summariser in the place of a model; and with one by the model that was named. Ours
 * within as many tokens follows each of the last two.
 */
export async function compactionRows(
  sessions: readonly PlantedSession[],
  ask: AskModel | null,
): Promise<readonly string[]> {
  const rows: string[] = [];
  const summaries: [by: string, texts: readonly string[]][] = [
    ["no summary", sessions.map(() => "")],
    ["stand-in summary", await Promise.all(sessions.map(extractiveSummary))],
  ];
  if (ask !== null) summaries.push(["summary by the model", await written(ask, sessions)]);
  for (const rule of compactionRules) {
    for (const [by, texts] of summaries) {
      const theirs = await total(sessions, (session, place) =>
        scoreCompaction(session, rule, texts[place] ?? ""),
      );
      rows.push(rowOf(`${rule.agent} compacted, ${by}`, theirs));
      if (by !== "no summary") rows.push(...(await oursWithin(sessions, theirs)));
    }
  }
  return [...rows, ...compactionRules.map(({ agent, keeps }) => `${agent} keeps ${keeps}`)];
}

/** One after the other: a model that is asked five times at once says no. */
async function written(
  ask: AskModel,
  sessions: readonly PlantedSession[],
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const session of sessions) texts.push(await modelSummary(ask, session));
  return texts;
}

async function oursWithin(
  sessions: readonly PlantedSession[],
  { tokens }: TotalScore,
): Promise<readonly string[]> {
  const budget = Math.round(tokens / sessions.length);
  if (budget < MIN_BUDGET) return [];
  const ours = await total(sessions, (session) => scoreHandoff(session, budget));
  return [rowOf("  ours within as many tokens", ours)];
}
