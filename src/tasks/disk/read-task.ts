import * as z from "zod";
import { type OpenedPath, readingInput, readPath } from "../../bundles/disk/open-path.ts";
import type { BundleReading } from "../../bundles/read-bundle.ts";
import type { Limits } from "../../formats/limits.ts";
import type { TaskBundle } from "../../model/task-bundle.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";

/** A task bundle that was read, with everything wrong that was found. */
export interface TaskReading extends BundleReading, OpenedPath {
  /** Null when too little is there to be read. */
  readonly task: TaskBundle | null;
  readonly limits: Partial<Limits>;
}

/** How a task bundle is read. */
export interface TaskReadingOptions {
  readonly level: "records" | "files" | "full";
  readonly profile?: "strict" | "lenient";
}

/** Opens and reads a task bundle: a folder or an archive. */
export async function readTask(
  context: OperationContext,
  location: string,
  { level, profile = "strict" }: TaskReadingOptions,
  input: { readonly limit?: readonly string[] | undefined } = {},
): Promise<TaskReading> {
  const options = { ...input, as: "task-bundle" };
  const defaults = { profile, level, isForChecking: true };
  const reading = await readPath(context, location, options, defaults);
  // The format was asked for by name, so its model is what came out.
  return { ...reading, task: reading.model as TaskBundle | null };
}

/** Input keys of every command that reads one task bundle. */
export const bundleInput = {
  bundle: z.string().describe("Task bundle: a folder or an archive").meta({ path: true }),
  limit: readingInput.limit,
};
