import * as z from "zod";
import { lossKinds, lossScopes } from "../../model/loss.ts";

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
          kind: z.enum(lossKinds),
          where: z.string(),
          why: z.string(),
          count: z.number().optional(),
          scope: z.enum(lossScopes).optional(),
        }),
      )
      .readonly(),
  });
