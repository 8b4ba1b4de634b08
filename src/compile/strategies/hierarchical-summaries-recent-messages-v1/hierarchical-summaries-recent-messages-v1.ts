import { selectWindow } from "../recent-window.ts";
import type { Strategy } from "../strategy.ts";

/**
 * Fails without at least two usable summaries: with fewer it would be another strategy under this
 * name.
 */
const rule = {
  name: "hierarchical_summaries_recent_messages_v1",
  minSummaries: 2,
  maxSummaries: 3,
};

const hierarchicalSummariesRecentMessages: Strategy = {
  name: rule.name,
  description:
    "Two or three summaries that each reach half as far as the next, then the last sixteen messages with their answers",
  reads: "messages",
  select: (input, limits) => selectWindow(rule, input, limits),
};

export default hierarchicalSummariesRecentMessages;
