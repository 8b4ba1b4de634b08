import type { PersonSigns } from "../person-signs.ts";

/** Questions and plans of Claude Code that a person answers, and calls that were not allowed. */
export const personSigns: PersonSigns = {
  questionTools: ["AskUserQuestion", "ExitPlanMode", "exit_plan_mode"],
  refusal:
    /^(?:The user doesn't want to (?:proceed with this tool use|take this action)|User rejected |Permission to use .{1,200} has been denied|Claude requested permissions to .{1,200}, but you haven't granted it yet)/s,
};
