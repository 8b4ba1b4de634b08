import { type AgentSessions, commonSessions } from "./common.ts";

/** Sessions of Goose. */
export const goose: AgentSessions = {
  ...commonSessions("goose"),
  rewind: { reason: "Goose goes back only on its own screen" },
  fork: { reason: "not made yet" },
  loop: { reason: "Goose repeats no prompt in a session" },
  "blocked-hook": { reason: "Goose has no hooks" },
  image: { reason: "not made yet" },
};
