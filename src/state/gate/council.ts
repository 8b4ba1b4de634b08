import type { AskModel } from "../../model/ask-model.ts";
import type { ContextItem } from "../../model/context-items.ts";
import { quoteContext } from "../../model/quoted-context.ts";
import { askOrNull, costOf, type Judge, type Question, questionItems } from "./judge.ts";
import { type JudgeScores, parseScores } from "./judge-reply.ts";

/** A tier of judges. */
export type Tier = "cheap" | "frontier";

const FRONTIER_STAKES = 0.75;

/** The tier of judges for the stakes of a decision, from 0 to 1. */
export function tierOf(stakes: number): Tier {
  return stakes >= FRONTIER_STAKES ? "frontier" : "cheap";
}

/**
 * Several judges as one, asked in parallel. When fewer than half give a valid answer, there is none. An arbiter
 * weighs their opinions; without one, or when it fails, the mean of their scores counts.
 */
export function council(judges: readonly Judge[], arbiter: AskModel | null): Judge {
  const name = `council(${judges.map((judge) => judge.name).join(", ")})`;
  return {
    name,
    async judge(question) {
      const panel = await Promise.all(judges.map((judge) => judge.judge(question)));
      const costs = panel.flatMap((judgement) => judgement.costs);
      const opinions = panel.flatMap(({ scores }) => (scores === null ? [] : [scores]));
      const quorum = Math.max(1, Math.ceil(judges.length / 2));
      if (opinions.length < quorum) return { judge: name, scores: null, costs };
      const answer = arbiter && (await askOrNull(arbiter, arbiterItems(question, opinions)));
      if (answer === null) return { judge: name, scores: meanOf(opinions), costs };
      const scores = parseScores(answer.text) ?? meanOf(opinions);
      return { judge: name, scores, costs: [...costs, costOf("arbiter", answer)] };
    },
  };
}

function arbiterItems(
  question: Question,
  opinions: readonly JudgeScores[],
): readonly ContextItem[] {
  const answers = quoteContext(opinions.map((opinion) => JSON.stringify(opinion)).join("\n"));
  const content = `Other judges answered:\n${answers}\nWeigh them and give one answer of the same form.`;
  return [...questionItems(question), { type: "message", role: "user", content }];
}

function meanOf(opinions: readonly JudgeScores[]): JudgeScores {
  const mean = (key: "relevance" | "novelty" | "drift") =>
    opinions.reduce((total, opinion) => total + opinion[key], 0) / opinions.length;
  return {
    ...opinions[0],
    relevance: mean("relevance"),
    novelty: mean("novelty"),
    drift: mean("drift"),
  };
}
