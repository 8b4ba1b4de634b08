import { type AgentSessions, commonSessions } from "./common.ts";

/** Sessions of Kimi Code. */
export const kimi: AgentSessions = {
  ...commonSessions("kimi"),
  rewind: { reason: "Kimi Code goes back only on its own screen" },
  fork: { reason: "Kimi Code forks a session only on its own screen" },
  loop: { reason: "Kimi Code repeats a prompt only on its own screen" },
  "blocked-hook": { reason: "not made yet" },
  image: { reason: "not made yet" },
};
