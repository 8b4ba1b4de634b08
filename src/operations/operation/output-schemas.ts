import * as z from "zod";

/** A finding in an operation's output. */
export const findingSchema = () =>
  z.object({
    severity: z.enum(["error", "warning", "note"]),
    code: z.string(),
    file: z.string().nullable(),
    pointer: z.string().nullable(),
    line: z.number().nullable(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  });

/** A loss report in an operation's output. */
export const lossSchema = () =>
  z.object({
    kept: z.number(),
    changed: z.number(),
    summarised: z.number(),
    dropped: z.number(),
    items: z
      .array(
        z.object({
          kind: z.enum(["kept", "changed", "summarised", "dropped"]),
          where: z.string(),
          why: z.string(),
          count: z.number().optional(),
        }),
      )
      .readonly(),
  });
