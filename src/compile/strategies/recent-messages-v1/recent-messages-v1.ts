import { selectWindow } from "../recent-window.ts";
import type { Strategy } from "../strategy.ts";

/** Ignores summaries even if there are some; the recorded cause is then `strategy_requested`. */
const rule = { name: "recent_messages_v1", minSummaries: 0, maxSummaries: 0 };

const recentMessages: Strategy = {
  name: rule.name,
  description: "The last sixteen messages with their answers, without summaries",
  reads: "messages",
  select: (input, limits) => selectWindow(rule, input, limits),
};

export default recentMessages;
