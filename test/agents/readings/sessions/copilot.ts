import { type AgentSessions, commonSessions } from "./common.ts";

/** Sessions of Copilot CLI. */
export const copilot: AgentSessions = {
  ...commonSessions("copilot"),
  rewind: { reason: "Copilot CLI goes back only on its own screen" },
  fork: { reason: "Copilot CLI forks a session only on its own screen" },
  loop: { reason: "Copilot CLI repeats a prompt only on its own screen" },
  "blocked-hook": { reason: "not made yet" },
  image: { reason: "not made yet" },
};
