/**
 * Schemas that many outputs share. Functions, so that they are built only where an output schema is
 * needed.
 */

import * as z from "zod";
import { type Code, codes } from "../base/codes.ts";
import type { Finding } from "../base/findings.ts";
import type { Json, JsonObject } from "../base/json/value.ts";
import { namesOf } from "../base/registry.ts";
import type { Schema } from "../base/schema.ts";
import { type LossReport, lossKinds, lossScopes } from "../model/loss.ts";

const codeNames: readonly Code[] = namesOf(codes);

/** A finding in an operation's output. */
export const findingSchema = () =>
  z.object({
    severity: z.enum(["error", "warning", "note"]),
    code: z.enum(codeNames),
    file: z.string().nullable(),
    pointer: z.string().nullable(),
    line: z.number().nullable(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).exactOptional(),
  }) satisfies Schema<Finding>;

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
          unknown_kind: z.string().optional(),
        }),
      )
      .readonly(),
  }) satisfies Schema<LossReport>;

/** Any JSON of another program in an operation's output. */
export const jsonValue = (): z.ZodType<Json> => z.json();

/** A JSON object of another program in an operation's output, with any keys. */
export const jsonObject = (): z.ZodType<JsonObject> => z.record(z.string(), z.json());
