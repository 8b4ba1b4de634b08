import type { FileSet } from "../../base/file-set.ts";
import { whenUnused } from "../../disk/folder.ts";
import { collectTemporaries } from "../../disk/temporary.ts";
import type { Limits } from "../../formats/limits.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { openPath } from "./open-path.ts";

/**
 * Opens a bundle for a caller that goes on reading its files afterwards. What was unpacked of an archive stays
 * until neither the files nor any entry of them can be reached.
 */
export async function keepOpen<Result>(
  context: OperationContext,
  location: string,
  { limits, use }: { limits: Partial<Limits>; use: (files: FileSet) => Promise<Result> },
): Promise<Result> {
  const { result, remove } = await collectTemporaries(async () => {
    const { files } = await openPath(context, location, limits);
    return { files, used: await use(files) };
  });
  whenUnused(result.files, remove);
  return result.used;
}
