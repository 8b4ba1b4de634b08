import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import type { ReportData, StandingData } from "../../page.ts";
import { formatAgent } from "../format-scores.ts";
import type { ArrivedConversation } from "../handoff-report.ts";

/** What a handoff came to, in one sentence: "36 of 36 messages and 245 of 245 calls arrived in Codex". */
export function handoffHeadline(
  conversation: Pick<ArrivedConversation, "messages" | "calls" | "in_force"> | null,
  receiver: string,
  isDone: boolean,
): string {
  const verb = isDone ? "arrived" : "would arrive";
  if (conversation === null) return `The context ${verb} in ${receiver}`;
  const { messages, calls, in_force } = conversation;
  const parts = [
    shareText(messages, in_force.messages, "message"),
    ...(in_force.calls === 0 ? [] : [shareText(calls, in_force.calls, "call")]),
  ];
  return `${parts.join(" and ")} ${verb} in ${receiver}`;
}

function shareText(arrived: number, all: number, one: string): string {
  return `${formatNumber(arrived)} of ${formatCount(all, one)}`;
}

/** Who is ahead in a report, in one sentence, and whether that could be due to chance; null without a success rate. */
export function reportHeadline({
  leaderboard,
  differences,
}: Pick<ReportData, "leaderboard" | "differences">): string | null {
  const [first, second] = leaderboard.filter(({ successRate }) => successRate !== null);
  if (first === undefined) return null;
  if (second === undefined) return `${nameOf(first)} succeeded in ${runsOf(first)} runs`;
  const names = [nameOf(first), nameOf(second)];
  if (first.successRate?.rate === second.successRate?.rate) {
    return `${names.join(" and ")} are level: ${runsOf(first)} and ${runsOf(second)} runs succeeded`;
  }
  const difference = differences.find(
    ({ left, right }) => [left, right].includes(first.key) && [left, right].includes(second.key),
  );
  const isSure = difference?.onTheseTasks.canBeChance === false;
  const doubt = isSure ? "more than chance" : "could be due to chance";
  return `${names[0]} is ahead: ${runsOf(first)} runs succeeded, ${runsOf(second)} of ${names[1]}; ${doubt}`;
}

function nameOf({ tool, model }: StandingData): string {
  return formatAgent(tool, model);
}

function runsOf({ successRate }: StandingData): string {
  return `${formatNumber(successRate?.successes ?? 0)} of ${formatNumber(successRate?.runs ?? 0)}`;
}
