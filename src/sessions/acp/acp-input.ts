import * as z from "zod";

/** Options that name an agent by its own server. */
export const acpInput = {
  acp: z
    .string()
    .optional()
    .describe(
      "Ask an agent's own server (Agent Client Protocol): its command line, or a name of `acp_servers`",
    )
    .meta({ by: "terminal", placeholder: "COMMAND" }),
  "acp-live": z
    .boolean()
    .default(false)
    .describe(
      "With --acp: the program works on your own home, not on a copy; it may change sessions",
    )
    .meta({ by: "terminal" }),
};

/** Which server is asked, and for which session. */
export interface AcpChoice {
  readonly acp?: string | undefined;
  readonly "acp-live"?: boolean | undefined;
  readonly session?: string | undefined;
}
