import { selectWindow } from "../recent-window.ts";
import type { Strategy } from "../strategy.ts";

/**
 * Fails with `E_NO_SUMMARY` if the thread has none: the strategy was named, and must not be
 * replaced silently.
 */
const rule = { name: "summaries_recent_messages_v1", minSummaries: 1, maxSummaries: 1 };

const summariesRecentMessages: Strategy = {
  name: rule.name,
  description: "The newest summary, then the last sixteen messages after it with their answers",
  reads: "messages",
  select: (input, limits) => selectWindow(rule, input, limits),
};

export default summariesRecentMessages;
