import * as z from "zod";

/** What a check of a workspace covered, in an operation's output. */
export const workspaceCheckSchema = () =>
  z.object({
    location: z.string(),
    events: z.number(),
    streams: z.number(),
    texts: z.number(),
    redacted: z.number(),
    artifacts: z.number(),
    projections: z.number(),
    first_wrong: z.object({ stream: z.string(), seq: z.number(), pos: z.number() }).nullable(),
    /** Recorded compiles that were repeated; null if that was not requested. */
    recomputed: z
      .object({ same: z.number(), different: z.number(), redacted: z.number() })
      .nullable(),
    /** Earlier heads that the workspace was compared with; null when there was nothing to compare. */
    against: z
      .object({
        at: z.string(),
        events: z.number(),
        same: z.boolean(),
        signed_by: z.string().nullable(),
      })
      .nullable(),
  });

/** How a workspace is checked. */
export const workspaceCheckInput = {
  recompute: z
    .boolean()
    .default(false)
    .describe("Also repeat every recorded compile and compare the bytes"),
  against: z
    .string()
    .optional()
    .describe("Compare the workspace with earlier heads: a file of `ledger heads`, or a bundle")
    .meta({ placeholder: "FILE|BUNDLE", path: true }),
  signers: z
    .string()
    .optional()
    .describe("Allowed signers file; the signature must be by one of them")
    .meta({ path: true }),
};
