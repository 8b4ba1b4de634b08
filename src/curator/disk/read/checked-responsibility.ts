import * as z from "zod";

/** What a check of a responsibility's folder covered, in an operation's output. */
export const checkedResponsibilitySchema = () =>
  z.object({
    responsibility_id: z.string(),
    /** Recorded refreshes that the files were compared with. */
    refreshes: z.number(),
    packs: z.array(z.string()),
  });
