import type { Agent } from "../agent.ts";

/** Versions of opencode whose sessions were read; the newest was also written for and resumed. */
export const testedVersions: Agent["testedVersions"] = { oldest: "1.0.0", newest: "1.18.33" };
