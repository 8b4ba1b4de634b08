import { type AgentSessions, commonSessions } from "./common.ts";

/** Sessions of Grok Build. */
export const grok: AgentSessions = {
  ...commonSessions("grok"),
  rewind: { reason: "Grok Build goes back only on its own screen" },
  fork: { reason: "not made yet" },
  loop: { reason: "not made yet" },
  "blocked-hook": { reason: "not made yet" },
  image: { reason: "not made yet" },
};
