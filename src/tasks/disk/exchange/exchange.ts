/** Contracts of the forms that other programs use for tasks and runs; `registry.ts` lists them. */

import * as z from "zod";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { lossSchema } from "../../../runtime/output-schemas.ts";
import { redactionsSchema } from "../../../runtime/redaction.ts";

/** What is exported, and where to. */
export interface ExportRequest {
  /** A task bundle; for a trajectory also a session, named as for `holdall show`. */
  readonly from: string;
  readonly out: string;
  readonly force: boolean;
  readonly keepsSecrets: boolean;
  /** A file of checks. */
  readonly checks?: string | undefined;
  /** A table of prices. */
  readonly prices?: string | undefined;
  /** Name of a container image. */
  readonly image?: string | undefined;
}

/** What was written. */
export const exportedSchema = () =>
  z.object({
    out: z.string(),
    /** Files of a folder; 1 for a single file. */
    files: z.number(),
    /** Steps of a trajectory, those of sub-agents included; null for a task. */
    steps: z.number().nullable(),
    /** Tokens of all steps; null when nothing counts them. */
    tokens: z.number().nullable(),
    /** In US dollars; null when it is not known. */
    costUsd: z.number().nullable(),
    redactions: redactionsSchema(),
    loss: lossSchema(),
  });

/** What was written. */
export type Exported = z.infer<ReturnType<typeof exportedSchema>>;

/** Writes a task or a run in another program's form. Nothing of a bundle is run. */
export interface TaskExporter {
  write(context: OperationContext, request: ExportRequest): Promise<Exported>;
}
