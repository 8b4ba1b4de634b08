/**
 * Schemas that many outputs share. Functions, so that they are built only where an output schema is
 * needed.
 */

import * as z from "zod";
import type { Code } from "../base/codes.ts";
import { codes } from "../base/codes.ts";
import type { Finding } from "../base/findings.ts";
import { namesOf } from "../base/registry.ts";
import type { Schema } from "../base/schema.ts";
import type { LossItem, LossReport } from "../model/loss.ts";
import { lossKinds, lossScopes } from "../model/loss.ts";

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

const lossItemSchema = () =>
  z.object({
    kind: z.enum(lossKinds),
    where: z.string(),
    why: z.string(),
    count: z.number().optional(),
    scope: z.enum(lossScopes).optional(),
    unknown_kind: z.string().optional(),
  }) satisfies Schema<LossItem>;

/** A loss report in an operation's output. */
export const lossSchema = () =>
  z.object({
    kept: z.number(),
    changed: z.number(),
    summarised: z.number(),
    dropped: z.number(),
    items: z.array(lossItemSchema()).readonly(),
  }) satisfies Schema<LossReport>;
