import type { OutputTarget } from "../../bundles/disk/guard-output.ts";
import { readFiles } from "../../bundles/disk/open-path.ts";
import { requireValid } from "../../bundles/read-bundle.ts";
import { computeSums, SUMS_FILE, SUMS_SIGNATURE } from "../../bundles/sums.ts";
import { type BundleWriter, createBundleWriter } from "../../disk/bundle-writer.ts";
import { folderFiles } from "../../disk/folder.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import type { TaskBundle } from "../../model/task-bundle.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { type TaskParts, type WrittenTask, writeTask } from "../pack/write-task.ts";

/** What else is done when everything is written. */
export interface SaveOptions {
  /** Throws to discard it. */
  readonly check?: () => void;
  /** Whether it gets `SHA256SUMS`, and how they are signed. */
  readonly sums?: SumsSigning | null;
}

/** A task that was written and read back. */
export interface SavedTask extends WrittenTask {
  readonly task: TaskBundle;
}

/** How the sums of a bundle are signed; null when they are not. */
export interface SumsSigning {
  readonly sign: ((message: Uint8Array) => Promise<string>) | null;
}

/**
 * Writes a task bundle to a folder: built beside it, read back by the format's own reader, and renamed
 * into place only if it is valid. A reader never sees a part of it.
 */
export function saveTask(
  context: Pick<OperationContext, "now">,
  parts: TaskParts,
  output: OutputTarget,
  { check = () => {}, sums = null }: SaveOptions = {},
): Promise<SavedTask> {
  return writeAtomically(
    output.absolute,
    async (temporary) => {
      const writer = createBundleWriter(temporary);
      const written = await writeTask(parts, writer);
      if (sums !== null) await addSums(temporary, writer, sums);
      const reading = await readFiles(
        context,
        folderFiles(temporary),
        { as: "task-bundle" },
        { profile: "strict", level: "records", limits: {} },
      );
      check();
      requireValid(reading, `write "${output.absolute}"`);
      // The format was asked for by name, and the reading is valid.
      return { ...written, task: reading.model as TaskBundle };
    },
    output,
  );
}

async function addSums(folder: string, writer: BundleWriter, { sign }: SumsSigning): Promise<void> {
  const message = Buffer.from(await computeSums(folderFiles(folder)));
  await writer.write(SUMS_FILE, message);
  if (sign !== null) await writer.write(SUMS_SIGNATURE, Buffer.from(await sign(message)));
}
