import { type AgentSessions, commonSessions } from "./common.ts";

const SHARED = { reason: "Kilo Code keeps it as opencode does, and is read by the same code" };

/** Sessions of Kilo Code. */
export const kilo: AgentSessions = {
  ...commonSessions("kilo"),
  rewind: SHARED,
  fork: SHARED,
  loop: SHARED,
  interrupted: SHARED,
  compaction: SHARED,
  "edited-file": SHARED,
  "blocked-hook": SHARED,
  image: SHARED,
};
