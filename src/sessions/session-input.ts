import * as z from "zod";

/** Options that name one session of an agent. */
export const sessionInput = {
  from: z
    .string()
    .describe("An agent (its newest session in this folder), a session id, or a path")
    .meta({ completes: ["agent", "session", "path"] }),
  session: z
    .string()
    .optional()
    .describe("Session of the agent (default: its newest in this folder)")
    .meta({ completes: "session" }),
};
