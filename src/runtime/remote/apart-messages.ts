/** What a server and the process that runs an operation for it send each other. */

import * as z from "zod";
import { codes, type ErrorCode } from "../../base/codes.ts";
import type { HoldallError } from "../../base/errors.ts";
import { findingSchema } from "../output-schemas.ts";

/** What the process receives: the operation, its input, and what a caller may touch. */
export const apartCallSchema = z.object({
  operation: z.string(),
  input: z.record(z.string(), z.unknown()),
  cwd: z.string(),
  roots: z.array(z.string()).nullable(),
  outputFolder: z.string().optional(),
  now: z.iso.datetime(),
  /** Whether the clock is stopped at that moment, as with `--now`; else it runs. */
  clockStands: z.boolean(),
});

/** An operation that is to run in a process of its own. */
export type ApartCall = z.infer<typeof apartCallSchema>;

/** What the process reports: any number of texts and pieces, then a result or an error. */
export const apartReportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["progress", "note"]), text: z.string() }),
  z.object({ kind: z.enum(["piece", "result"]), value: z.unknown() }),
  z.object({
    kind: z.literal("error"),
    code: z.custom<ErrorCode>((code) => typeof code === "string" && Object.hasOwn(codes, code)),
    message: z.string(),
    cure: z.string().optional(),
    findings: z.array(findingSchema()),
  }),
]);

/** A report of the process. */
export type ApartReport = z.infer<typeof apartReportSchema>;

/** An error as it is sent. */
export function errorReport({ code, message, cure, findings }: HoldallError): ApartReport {
  return {
    kind: "error",
    code,
    message,
    findings: [...findings],
    ...(cure === undefined ? {} : { cure }),
  };
}
