import * as z from "zod";

/** Where kept sessions are. */
export const fromInput = {
  from: z
    .string()
    .optional()
    .describe("Folder of the backup (default: your own)")
    .meta({ path: true }),
};

/** Why only a person at a terminal is offered what reads or writes all sessions. */
export const withheldKeep = {
  mcp: "it is about sessions of all projects",
  http: "as for MCP",
} as const;
