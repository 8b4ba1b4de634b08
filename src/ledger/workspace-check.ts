import * as z from "zod";
import { eventPositionSchema } from "./verify.ts";

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
    first_wrong: eventPositionSchema().nullable(),
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
