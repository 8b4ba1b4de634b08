import * as z from "zod";
import { isId } from "../../curator/workspace/ids.ts";
import { storeInput } from "../operation/store-input.ts";

/** An id of a responsibility; anything else is refused before a path is built from it. */
export const responsibilityId = z
  .string()
  .refine(isId, { error: "must be an id: up to 64 of a-z, 0-9, _, @, . and -, without .." });

/** Inputs of every command about a workspace of responsibilities. */
export const placeInput = {
  workspace: z
    .string()
    .optional()
    .describe("Folder with ros.config.yaml (default: this folder or the nearest one above)")
    .meta({ path: true }),
  now: z
    .string()
    .optional()
    .describe("Time to act at, as 2026-02-03T10:00:00Z (default: the clock)")
    .meta({ by: "person" }),
  ...storeInput,
};

/** How a mandate reports what it measured. */
export const telemetryInput = {
  telemetry: z
    .enum(["sql", "file", "off"])
    .default("sql")
    .describe("Where measurements go: the workspace, a file in telemetry/, or nowhere"),
};

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
