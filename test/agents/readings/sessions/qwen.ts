import { type AgentSessions, commonSessions } from "./common.ts";

/** Sessions of Qwen Code. */
export const qwen: AgentSessions = {
  ...commonSessions("qwen"),
  rewind: { reason: "Qwen Code goes back only on its own screen" },
  fork: { reason: "Qwen Code forks a session only on its own screen" },
  loop: { reason: "Qwen Code repeats a prompt only on its own screen" },
  "blocked-hook": { reason: "not made yet" },
  image: { reason: "not made yet" },
};
