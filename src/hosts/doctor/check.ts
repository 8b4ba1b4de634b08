import * as z from "zod";
/** One point that was looked at, and what to do about it. */
export const checkSchema = () =>
  z.object({
    area: z.enum(["agents", "servers and hooks", "workspace", "configuration"]),
    subject: z.string(),
    /** `note` is worth knowing, `problem` keeps something from working. */
    status: z.enum(["ok", "note", "problem"]),
    detail: z.string(),
    /** A command or an action; null when there is nothing to do. */
    cure: z.string().nullable(),
    /** The version of an agent's program beside those that were tested, where it is known. */
    versions: z
      .object({ installed: z.string(), tested_from: z.string(), tested_up_to: z.string() })
      .optional(),
  });

/** One point that was looked at, and what to do about it. */
export type Check = z.infer<ReturnType<typeof checkSchema>>;
