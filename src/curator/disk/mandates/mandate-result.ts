import * as z from "zod";

/** The result of a mandate. */
export const mandateOutput = () =>
  z.object({
    mandate: z.string(),
    responsibility_id: z.string(),
    at: z.string(),
    changed: z.array(z.string()),
    unchanged: z.array(z.string()),
    warnings: z.array(z.string()),
    blocked: z.object({ code: z.string(), detail: z.string() }).nullable(),
    hashes: z.record(z.string(), z.string()),
    /** Where files are that may not be published. */
    kept: z.string().nullable(),
    level: z.enum(["green", "yellow", "red"]).nullable(),
    model: z
      .object({
        class: z.string(),
        status: z.string(),
        preferred: z.string(),
        required: z.string(),
        detected: z.string(),
        outcome: z.string(),
        message: z.string().nullable(),
      })
      .nullable(),
  });

/** The result of a mandate. */
export type MandateOutput = z.infer<ReturnType<typeof mandateOutput>>;
