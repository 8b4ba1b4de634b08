import type { OutputTarget } from "../../bundles/disk/guard-output.ts";
import { readFiles } from "../../bundles/disk/open-path.ts";
import { requireValid } from "../../bundles/read-bundle.ts";
import { createBundleWriter } from "../../disk/bundle-writer.ts";
import { folderFiles } from "../../disk/folder.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { type TaskParts, type WrittenTask, writeTask } from "../pack/write-task.ts";

/**
 * Writes a task bundle to a folder: built beside it, read back by the format's own reader, and renamed
 * into place only if it is valid. A reader never sees a part of it.
 */
export function saveTask(
  context: Pick<OperationContext, "now">,
  parts: TaskParts,
  output: OutputTarget,
  /** Called when everything is written; throws to discard it. */
  check: () => void = () => {},
): Promise<WrittenTask> {
  return writeAtomically(
    output.absolute,
    async (temporary) => {
      const written = await writeTask(parts, createBundleWriter(temporary));
      const reading = await readFiles(
        context,
        folderFiles(temporary),
        { as: "task-bundle" },
        { profile: "strict", level: "records", limits: {} },
      );
      check();
      requireValid(reading, `write "${output.absolute}"`);
      return written;
    },
    output,
  );
}
