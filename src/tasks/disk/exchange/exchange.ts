/** Contracts of the forms that other programs use for tasks and runs; `registry.ts` lists them. */

import * as z from "zod";
import type { FileEntry } from "../../../base/file-set.ts";
import type { JsonObject } from "../../../base/json/value.ts";
import type { LossItem } from "../../../model/loss.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { lossSchema } from "../../../runtime/output-schemas.ts";
import { redactionsSchema } from "../../../runtime/redaction.ts";
import type { TaskParts } from "../../pack/write-task.ts";

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

/** Something of another program that becomes a task bundle. */
export interface Imported {
  readonly kind: "task" | "run";
  readonly parts: TaskParts;
  /** Checks that judge a run of it, as a file of checks has them; null for a run. */
  readonly checks: JsonObject | null;
  readonly losses: readonly LossItem[];
}

/** What is imported. */
export interface ImportSource {
  readonly context: OperationContext;
  /** Absolute path of the file or folder. */
  readonly place: string;
  /** The name that the bundle gets. */
  readonly name: string;
  readonly now: Date;
}

/** Reads a folder of another program. Nothing of it is run, and links are not followed. */
export interface FolderImporter {
  readonly displayName: string;
  /** Whether a folder has this form, by the names at its top. */
  recognises(names: ReadonlySet<string>): boolean;
  read(
    source: ImportSource & { readonly files: ReadonlyMap<string, FileEntry> },
  ): Promise<Imported>;
}
